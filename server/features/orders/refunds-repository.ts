import type { Adjustment } from '#shared/api/outlets.ts';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { RefundsTable } from '../../database/schema.ts';
import { refundOf } from './order-row.ts';

export type RefundRow = Selectable<RefundsTable>;

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

export function refundsRepository(database: Database) {
  const { kysely } = database;
  const refunds = () => kysely.selectFrom('refunds').selectAll();
  return {
    async find(id: string): Promise<RefundRow | null> {
      return (await refunds().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    async byKey(accountId: string, key: string): Promise<RefundRow | null> {
      const row = await refunds()
        .where('account_id', '=', accountId)
        .where('idempotency_key', '=', key)
        .executeTakeFirst();
      return row ?? null;
    },

    async pendingOf(orderId: string): Promise<RefundRow[]> {
      return refunds().where('order_id', '=', orderId).where('status', '=', 'pending').execute();
    },

    /** The outcome is unknown: the provider is asked again at `due`. */
    async postpone(id: string, due: Date): Promise<void> {
      await kysely
        .updateTable('refunds')
        .set((fields) => ({ due_at: due, attempts: fields('attempts', '+', 1) }))
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .execute();
    },

    async due(now: Date, limit: number): Promise<RefundRow[]> {
      return refunds().where('due_at', '<=', now).orderBy('due_at').limit(limit).execute();
    },

    /** Refunds of a session's orders that its final figures leave out, oldest first. */
    async adjustmentsOf(sessionId: string): Promise<Adjustment[]> {
      const rows = await kysely
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
