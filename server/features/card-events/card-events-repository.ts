import type { Database } from '../../database/database.ts';
import type { CardEvent } from '../../payments/stripe-events.ts';

/** Longer than the three days for which an event is sent again. */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000;

export function cardEventsRepository({ kysely }: Database) {
  return {
    /**
     * Takes an event once, however often it comes: the order it is about is due to be asked about, in the same
     * transaction. What the event says of the order is not believed, so their order does not matter (hazards P9). The
     * account it came from must be the one that the order is paid to. False for one that was taken before.
     */
    async take({ id, account, orderId }: CardEvent, now: Date): Promise<boolean> {
      return kysely.transaction().execute(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('card_events')
          .values({ id, received_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (!numInsertedOrUpdatedRows) return false;
        if (account !== null && orderId !== null)
          await tx
            .updateTable('orders')
            .set({ payment_due_at: now })
            .where('id', '=', orderId)
            .where('payment_account', '=', account)
            .execute();
        await tx
          .deleteFrom('card_events')
          .where('received_at', '<', new Date(now.getTime() - REMEMBERED_MS))
          .execute();
        return true;
      });
    },
  };
}
