import { randomBytes } from 'node:crypto';
import {
  usualRungs,
  type Escalation,
  type EscalationBody,
  type PhoneBody,
  type Rungs,
} from '#shared/api/escalation.ts';
import type { Selectable } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../../database/database.ts';
import type { OutletPhonesTable } from '../../database/schema.ts';

export type StoredEscalation = {
  rungs: Rungs;
  emails: string[];
  webhook: { url: string; salt: string; isGone: boolean } | null;
  phones: Escalation['phones'];
};

export type EscalationRepository = ReturnType<typeof escalationRepository>;

/** Whom each outlet tells of an unseen order. An outlet of another seller is not found. */
export function escalationRepository({ kysely }: Database) {
  const ownOutlet = (sellerId: string, outletId: string) =>
    kysely.selectFrom('outlets').where('outlets.id', '=', outletId).where('outlets.seller_id', '=', sellerId);

  const phonesOf = (outletId: string) =>
    kysely
      .selectFrom('outlet_phones')
      .select(['id', 'name', 'added_at', 'gone_at'])
      .where('outlet_id', '=', outletId)
      .orderBy('added_at')
      .execute();

  async function isOwn(sellerId: string, outletId: string): Promise<boolean> {
    return (await ownOutlet(sellerId, outletId).select('id').executeTakeFirst()) !== undefined;
  }

  return {
    isOwn,

    /** An outlet that has set nothing has the usual rungs, and its seller's own e-mail. */
    async find(sellerId: string, outletId: string): Promise<StoredEscalation | null> {
      const row = await ownOutlet(sellerId, outletId)
        .innerJoin('accounts', 'accounts.id', 'outlets.seller_id')
        .leftJoin('outlet_escalation', 'outlet_escalation.outlet_id', 'outlets.id')
        .select(['accounts.email', 'rungs', 'emails', 'webhook_url', 'webhook_salt', 'webhook_gone'])
        .executeTakeFirst();
      if (!row) return null;
      const phones = await phonesOf(outletId);
      return {
        rungs: row.rungs ?? usualRungs,
        emails: row.emails ?? [row.email],
        webhook: row.webhook_url
          ? {
              url: row.webhook_url,
              salt: row.webhook_salt ?? '',
              isGone: row.webhook_gone === row.webhook_url,
            }
          : null,
        phones: phones.map(phoneOf),
      };
    },

    async save(outletId: string, body: EscalationBody, salt: string): Promise<void> {
      const columns = {
        rungs: JSON.stringify(body.rungs),
        emails: JSON.stringify(body.emails),
        webhook_url: body.webhookUrl,
        webhook_salt: salt,
      };
      await kysely
        .insertInto('outlet_escalation')
        .values({ outlet_id: outletId, ...columns })
        .onConflict((conflict) => conflict.column('outlet_id').doUpdateSet(columns))
        .execute();
    },
  };
}

type PhoneRow = Pick<Selectable<OutletPhonesTable>, 'id' | 'name' | 'added_at' | 'gone_at'>;

const phoneOf = ({ id, name, added_at: added, gone_at: gone }: PhoneRow): Escalation['phones'][number] => ({
  id,
  name,
  addedAt: added.toISOString(),
  ...(gone && gone >= added && { goneAt: gone.toISOString() }),
});

/** The browsers that take notifications for an outlet. */
export function phonesRepository({ kysely }: Database) {
  return {
    /** The same browser again replaces its row. False if the outlet has `most` others already. */
    async add(
      outletId: string,
      { name, endpoint, keys }: PhoneBody,
      most: number,
      now: Date,
    ): Promise<boolean> {
      const columns = { name, p256dh: keys.p256dh, auth: keys.auth, added_at: now, gone_at: null };
      return kysely.transaction().execute(async (tx) => {
        // Of phones that are added at the same moment, each counts those before it.
        await tx.selectFrom('outlets').select('id').where('id', '=', outletId).forNoKeyUpdate().execute();
        const others = await tx
          .selectFrom('outlet_phones')
          .select('id')
          .where('outlet_id', '=', outletId)
          .where('endpoint', '<>', endpoint)
          .execute();
        if (others.length >= most) return false;
        await tx
          .insertInto('outlet_phones')
          .values({ id: newId(), outlet_id: outletId, endpoint, ...columns })
          .onConflict((conflict) => conflict.constraint('outlet_phones_endpoint').doUpdateSet(columns))
          .execute();
        return true;
      });
    },

    async remove(outletId: string, phoneId: string): Promise<boolean> {
      const { numDeletedRows } = await kysely
        .deleteFrom('outlet_phones')
        .where('outlet_id', '=', outletId)
        .where('id', '=', phoneId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

export const newSalt = () => randomBytes(18).toString('base64url');
