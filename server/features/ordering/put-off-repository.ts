import type { PutOff } from '#shared/base/menu-hours.ts';
import type { Database } from '../../database/database.ts';

const DAY_MS = 86_400_000;

/** Ends of hours that outlets put off. */
export function putOffRepository({ kysely }: Database) {
  return {
    /**
     * Two who press at once for the same time put it off once: of the same end, the later time stays. A menu that was
     * cached before sells less, never more, and is read again before an order is refused.
     */
    async putOff(outletId: string, wanted: PutOff, now: Date): Promise<void> {
      await kysely.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('outlets')
          .select('put_off')
          .where('id', '=', outletId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        const same = row.put_off.find(({ at }) => at === wanted.at);
        const until = same && same.until > wanted.until ? same.until : wanted.until;
        const recent = new Date(now.getTime() - DAY_MS).toISOString();
        const others = row.put_off.filter((entry) => entry.at !== wanted.at && entry.until > recent);
        await tx
          .updateTable('outlets')
          .set({ put_off: JSON.stringify([...others, { at: wanted.at, until }]) })
          .where('id', '=', outletId)
          .execute();
      });
    },
  };
}
