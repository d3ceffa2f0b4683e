import { sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';

/** How long a server may read an account before another one does. */
const LEASE_MS = 5 * 60_000;
/** Clocks differ, and an account may be used at once. */
const BEFORE_CONNECTING_MS = 60 * 60_000;
const RETRY_MS = [60_000, 5 * 60_000, 30 * 60_000, 60 * 60_000];
/** Of an account that is disconnected, which may never be read again. Once it is connected anew it is due at once. */
const DISCONNECTED_RETRY_MS = [...RETRY_MS, 24 * 60 * 60_000];

export type DueAccount = {
  id: string;
  sellerId: string;
  readUntil: Date;
  lookedAt: Date | null;
  lease: Date;
};

/**
 * Adds the accounts that sellers have connected since. One that its seller has let go of, and another has connected,
 * reports to that one from now on.
 */
export async function findAccounts({ kysely }: Database, clock: Pick<Clock, 'now'>): Promise<void> {
  await kysely
    .updateTable('card_accounts')
    .from('accounts')
    .set(({ ref }) => ({ seller_id: ref('accounts.id') }))
    .whereRef('accounts.stripe_connect_id', '=', 'card_accounts.id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts as of')
            .select('of.id')
            .whereRef('of.id', '=', 'card_accounts.seller_id')
            .whereRef('of.stripe_connect_id', '=', 'card_accounts.id'),
        ),
      ),
    )
    .execute();
  await kysely
    .insertInto('card_accounts')
    .columns(['id', 'seller_id', 'read_until', 'due_at'])
    .expression((build) =>
      build
        .selectFrom('accounts')
        .select(['stripe_connect_id as id', 'accounts.id as seller_id'])
        .select(
          sql<Date>`coalesce(stripe_connected_at, accounts.created_at) - make_interval(secs => ${BEFORE_CONNECTING_MS / 1000})`.as(
            'read_until',
          ),
        )
        .select(sql<Date>`${clock.now()}::timestamptz`.as('due_at'))
        .where('stripe_connect_id', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('card_accounts').whereRef('card_accounts.id', '=', 'stripe_connect_id'))),
        )
        .$castTo<{ id: string; seller_id: string; read_until: Date; due_at: Date }>(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Which accounts' books are to be read, and how far they were. */
export function dueAccounts({ kysely }: Database, clock: Pick<Clock, 'now'>) {
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  /** When it is read next. What an event made due during the reading stays due. */
  const dueIn = ({ lease }: DueAccount, ms: number) =>
    sql<Date>`case when due_at = ${lease} then ${later(ms)} else due_at end`;
  return {
    /** Takes the account that is due longest, so that no other server reads it meanwhile; null if none is due. */
    async take(): Promise<DueAccount | null> {
      const lease = later(LEASE_MS);
      const row = await kysely
        .updateTable('card_accounts')
        .set({ due_at: lease })
        .where('id', '=', ({ selectFrom }) =>
          selectFrom('card_accounts')
            .select('id')
            .where('due_at', '<=', clock.now())
            .orderBy('due_at')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'seller_id', 'read_until', 'looked_at'])
        .executeTakeFirst();
      if (!row) return null;
      const { id, seller_id: sellerId, read_until: readUntil, looked_at: lookedAt } = row;
      return { id, sellerId, readUntil, lookedAt, lease };
    },

    /** Its books are stored up to `readUntil`. */
    async reached(id: string, readUntil: Date): Promise<void> {
      await kysely.updateTable('card_accounts').set({ read_until: readUntil }).where('id', '=', id).execute();
    },

    /** Its books are read. */
    async done(account: DueAccount, nextInMs: number): Promise<void> {
      await kysely
        .updateTable('card_accounts')
        .set({ looked_at: clock.now(), failure: null, attempts: 0, due_at: dueIn(account, nextInMs) })
        .where('id', '=', account.id)
        .execute();
    },

    /** @param disconnected whether the provider says that its seller has disconnected it */
    async failed(account: DueAccount, why: string, disconnected: boolean): Promise<void> {
      const { id } = account;
      const { attempts, connected } = await failuresOf(kysely, id);
      const waits = connected && !disconnected ? RETRY_MS : DISCONNECTED_RETRY_MS;
      const wait = waits[Math.min(attempts, waits.length - 1)] ?? 60_000;
      await kysely
        .updateTable('card_accounts')
        .set({ failure: why.slice(0, 500), attempts: attempts + 1, due_at: dueIn(account, wait) })
        .where('id', '=', id)
        .execute();
    },
  };
}

/** How often an account could not be read so far, and whether a seller has it connected. */
function failuresOf(kysely: Database['kysely'], id: string) {
  return kysely
    .selectFrom('card_accounts')
    .select('attempts')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('accounts').select('accounts.id').whereRef('stripe_connect_id', '=', 'card_accounts.id'),
      ).as('connected'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
