import type { Adjustment } from '#shared/api/outlets.ts';
import { pence } from '#shared/money.ts';
import type { Insertable } from 'kysely';
import { isDatabaseError, sqlState, type Database, type Statement } from '../../database/database.ts';
import type { RefundsTable } from '../../database/schema.ts';
import type { MadeRefund } from '../../payments/payment-provider.ts';
import { refundOf, type OrderRow } from './order-row.ts';
import {
  bookRefund,
  lockOrder,
  withItsRefunds,
  writeRefunding,
  type Changed,
  type RefundRow,
} from './refund-booking.ts';

export type NewRefund = Required<
  Pick<
    Insertable<RefundsTable>,
    'id' | 'order_id' | 'amount' | 'reason' | 'account_id' | 'idempotency_key' | 'idempotency_hash' | 'due_at'
  >
> & { created_at: Date };

/**
 * Puts the amount aside if it is still there: a change of the order, counted on the outlet's feed. Where a version is
 * given the order must still be of it. No row comes back otherwise.
 */
const reserveRefund: Statement = {
  name: 'reserve_refund',
  sql: `
with reserved as (
  update orders set refund_reserved = refund_reserved + $3::int, version = version + 1
  where id = $2 and status = 'complete' and refunded + refund_reserved + $3::int <= amount
    and ($4::int is null or version = $4::int)
  returning *
), fed as (
  update outlet_feeds set seq = seq + 1 from reserved where outlet_feeds.outlet_id = reserved.outlet_id
  returning outlet_feeds.seq
), refund as (
  insert into refunds (
    id, order_id, amount, status, reason, created_at, account_id, idempotency_key, idempotency_hash, due_at
  )
  select $1, id, $3::int, 'pending', $5, $6::timestamptz, $7, $8, $9, $10::timestamptz from reserved
)
select reserved.*, fed.seq from reserved, fed`,
};

export type RefundsRepository = ReturnType<typeof refundsRepository>;

export function refundsRepository(database: Database) {
  const { kysely } = database;
  return {
    /**
     * The order with the amount put aside, and the outlet's new `seq`. `changed` where not enough is left, or the order
     * is no longer at `version`; null asks for no version.
     */
    async reserve(
      refund: NewRefund,
      version: number | null,
    ): Promise<{ row: OrderRow; seq: number } | 'changed' | 'key-taken'> {
      try {
        const [reserved] = await database.run<OrderRow & { seq: number }>(reserveRefund, [
          refund.id,
          refund.order_id,
          refund.amount,
          version,
          refund.reason,
          refund.created_at,
          refund.account_id,
          refund.idempotency_key,
          refund.idempotency_hash,
          refund.due_at,
        ]);
        if (!reserved) return 'changed';
        const { seq, ...row } = reserved;
        return { row, seq };
      } catch (error) {
        if (isDatabaseError(error, sqlState.uniqueViolation, 'refunds_idempotency')) return 'key-taken';
        throw error;
      }
    },

    async find(id: string): Promise<RefundRow | null> {
      return (await kysely.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    async byKey(accountId: string, key: string): Promise<RefundRow | null> {
      const row = await kysely
        .selectFrom('refunds')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('idempotency_key', '=', key)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * The money is back with the customer: the order, its feed, the ledger and the kept reply in one commit. Null for a
     * refund that was settled before.
     */
    async confirm(id: string, now: Date): Promise<Changed | null> {
      return kysely.transaction().execute(async (tx) => {
        const { order_id: orderId } = await tx
          .selectFrom('refunds')
          .select('order_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const row = await lockOrder(tx, orderId);
        const refund = await tx
          .selectFrom('refunds')
          .selectAll()
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .executeTakeFirst();
        return refund ? bookRefund(tx, row, refund, now) : null;
      });
    },

    /** Books a refund that was made at the provider itself, unless that is done or there is no room for it yet. */
    async adopt(
      orderId: string,
      { id, amount, madeAt }: MadeRefund,
      now: Date,
    ): Promise<Changed | 'known' | 'no-room'> {
      return kysely.transaction().execute(async (tx) => {
        const row = await lockOrder(tx, orderId);
        const known = await tx.selectFrom('refunds').select('id').where('id', '=', id).executeTakeFirst();
        if (known || row.status !== 'complete') return 'known';
        if (row.refunded + row.refund_reserved + amount > row.amount) return 'no-room';
        const refund = await tx
          .insertInto('refunds')
          .values({
            id,
            order_id: orderId,
            amount,
            reason: 'Refunded at the card provider',
            created_at: madeAt,
            status: 'pending',
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return bookRefund(tx, { ...row, refund_reserved: pence(row.refund_reserved + amount) }, refund, now);
      });
    },

    /** The provider refused: what was put aside is free again. Null for a refund that was settled before. */
    async fail({ id, order_id, amount }: RefundRow, failure: string, now: Date): Promise<Changed | null> {
      return kysely.transaction().execute(async (tx) => {
        const row = await lockOrder(tx, order_id);
        const failed = await tx
          .updateTable('refunds')
          .set({ status: 'failed', failure, due_at: null, settled_at: now })
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .returning('id')
          .executeTakeFirst();
        if (!failed) return null;
        const refund_reserved = pence(row.refund_reserved - amount);
        const next = { ...row, refund_reserved, version: row.version + 1 };
        const seq = await writeRefunding(tx, next);
        return { order: await withItsRefunds(tx, next), outletId: row.outlet_id, seq };
      });
    },

    /** Nobody knows what became of it: the provider is asked again at `due`. */
    async postpone(id: string, due: Date): Promise<void> {
      await kysely
        .updateTable('refunds')
        .set((fields) => ({ due_at: due, attempts: fields('attempts', '+', 1) }))
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .execute();
    },

    async due(now: Date, limit: number): Promise<RefundRow[]> {
      return kysely
        .selectFrom('refunds')
        .selectAll()
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
        .execute();
    },

    /** Refunds of a session's orders that its frozen figures leave out, oldest first (D20). */
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
