import type { LedgerSum } from '#shared/api/orders.ts';
import type { Adjustment, CameBackLater } from '#shared/api/outlets.ts';
import { pence } from '#shared/base/money.ts';
import type { Selectable } from 'kysely';
import type { Database, Statement } from '../../database/database.ts';
import type { RefundsTable } from '../../database/schema.ts';
import { MADE_MEANWHILE } from './refund-answers.ts';
import { refundBackOf, refundOf } from './order-row.ts';
import { latestRetry } from './retry-at.ts';

export type RefundRow = Selectable<RefundsTable>;
/** One that came back, with the time at which the ledger has it. */
export type RefundBack = RefundRow & { came_back_at: Date };

/** The initial values of every refund. */
export const newRefund = {
  status: 'pending',
  failure: null,
  attempts: 0,
  due_at: null,
  settled_at: null,
  after_finish: false,
  lines: null,
} satisfies Partial<RefundRow>;
export type RefundsRepository = ReturnType<typeof refundsRepository>;

const cameBackLater: Statement = {
  name: 'refunds_came_back_later',
  sql: `
select r.*, back.at as came_back_at, r.after_finish as made_after_finish, o.order_number
from ledger_transactions back
join refunds r on r.order_id = back.order_id and back.id = 'refund-failed:' || r.id
join orders o on o.id = r.order_id
where back.trading_session_id = $1 and back.after_finish and back.kind = 'refund-failed'
order by back.at, r.id`,
};

const cameBackOfOrders: Statement = {
  name: 'refunds_came_back_of_orders',
  sql: `
select r.*, back.at as came_back_at
from jsonb_array_elements_text($1::jsonb) as asked (id)
join refunds r on r.order_id = asked.id and r.status = 'failed'
join ledger_transactions back on back.id = 'refund-failed:' || r.id
order by back.at, r.id`,
};

export function refundsRepository(database: Database) {
  const { kysely } = database;
  const refunds = () => kysely.selectFrom('refunds').selectAll();
  return {
    async find(id: string): Promise<RefundRow | null> {
      return (await refunds().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    async pendingOf(orderId: string): Promise<RefundRow[]> {
      return refunds().where('order_id', '=', orderId).where('status', '=', 'pending').execute();
    },

    /**
     * Counts an attempt before it is made, so that a refund without any was asked for at most by the request that reserved
     * it. False if somebody else has taken it up since it was read, or it is settled.
     */
    async take({ id, attempts }: RefundRow): Promise<boolean> {
      const { numUpdatedRows } = await kysely
        .updateTable('refunds')
        .set({ attempts: attempts + 1 })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .where('attempts', '=', attempts)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** The outcome of an attempt is unknown: the provider is asked again at `due`. */
    async postpone({ id, attempts }: RefundRow, due: Date): Promise<void> {
      await kysely
        .updateTable('refunds')
        .set({ due_at: due, attempts: attempts + 1 })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .execute();
    },

    async due(now: Date, limit: number): Promise<RefundRow[]> {
      return refunds()
        .where(({ or, eb }) => or([eb('due_at', '<=', now), eb('due_at', '>', latestRetry(now))]))
        .orderBy('due_at')
        .limit(limit)
        .execute();
    },

    ...sinceFinish(database),
    ...elsewhere(database),
    ...requestedBefore(database),
  };
}

/** The refunds that a request may repeat. */
function requestedBefore({ kysely }: Database) {
  const refunds = () => kysely.selectFrom('refunds').selectAll();
  return {
    async byKey(accountId: string, key: string): Promise<RefundRow | null> {
      const row = await refunds()
        .where('account_id', '=', accountId)
        .where('idempotency_key', '=', key)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * Whether a refund of that amount was asked for without a key, and its request was not told what became of it: that is
     * not known, or was only at a later try. One that was refused may be asked for again, unless another was made instead.
     */
    async hasUnanswered(orderId: string, amount: number): Promise<boolean> {
      const row = await refunds()
        .where('order_id', '=', orderId)
        .where('amount', '=', pence(amount))
        .where('account_id', 'is not', null)
        .where('idempotency_key', 'is', null)
        .where(({ or, eb }) => or([eb('status', '=', 'pending'), eb('attempts', '>', 0)]))
        .where(({ or, eb }) => or([eb('status', '!=', 'failed'), eb('failure', '=', MADE_MEANWHILE)]))
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** The refunds that somebody made at the provider itself. */
function elsewhere({ kysely }: Database) {
  return {
    /**
     * The ids of the order's refunds that somebody made at the provider, as far as whoever asks for this one knew of them.
     * @param time the first time is just now: the order shows all that are stored
     */
    async knownElsewhere(
      { order_id: orderId, created_at: askedAt }: RefundRow,
      time: 'first' | 'again',
    ): Promise<ReadonlySet<string>> {
      const rows = await kysely
        .selectFrom('refunds')
        .select('id')
        .where('order_id', '=', orderId)
        .where('account_id', 'is', null)
        .$if(time === 'again', (query) => query.where('settled_at', '<=', askedAt))
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
}

/** The later refunds of a session's orders. */
function sinceFinish(database: Database) {
  return {
    /** Refunds of a session's orders that its final figures leave out, oldest first. */
    async adjustmentsOf(sessionId: string): Promise<Adjustment[]> {
      const rows = await database.kysely
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'refunds.order_id')
        .selectAll('refunds')
        .select('orders.order_number')
        .where('orders.trading_session_id', '=', sessionId)
        .where('refunds.status', '=', 'done')
        .where('refunds.after_finish', '=', true)
        .orderBy('refunds.settled_at')
        .execute();
      return rows.map((row) => ({
        ...refundOf(row),
        orderId: row.order_id,
        orderNumber: row.order_number,
      }));
    },

    /** Refunds of a session's orders that came back after its finish, oldest first. */
    async cameBackLater(sessionId: string): Promise<CameBackLater[]> {
      const rows = await database.run<RefundBack & { order_number: number; made_after_finish: boolean }>(
        cameBackLater,
        [sessionId],
      );
      return rows.map((row) => ({
        ...refundBackOf(row),
        orderId: row.order_id,
        orderNumber: row.order_number,
        madeAfterFinish: row.made_after_finish,
      }));
    },
  };
}

/** Refunds of the orders that are made or on their way, oldest first. */
export async function refundsOfOrders({ kysely }: Database, orderIds: string[]): Promise<RefundRow[]> {
  if (orderIds.length === 0) return [];
  return kysely
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('status', '!=', 'failed')
    .orderBy('created_at')
    .execute();
}

/**
 * Refunds that came back, in that order.
 * @param ledger what the ledger has of the orders, by order id
 */
export async function refundsThatCameBack(
  database: Database,
  ledger: ReadonlyMap<string, readonly LedgerSum[]>,
): Promise<RefundBack[]> {
  const ids = [...ledger]
    .filter(([, sums]) => sums.some(({ kind }) => kind === 'refund-failed'))
    .map(([id]) => id);
  return ids.length === 0 ? [] : database.run<RefundBack>(cameBackOfOrders, [JSON.stringify(ids)]);
}
