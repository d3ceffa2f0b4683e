import type { Order } from '#shared/api/orders.ts';
import type { Adjustment } from '#shared/api/outlets.ts';
import { pence } from '#shared/money.ts';
import { applyCommand } from '#shared/orders/machine.ts';
import type { Insertable, Kysely, Selectable } from 'kysely';
import { isDatabaseError, sqlState, type Database, type Statement } from '../../database/database.ts';
import type { RefundsTable, Schema } from '../../database/schema.ts';
import type { MadeRefund } from '../../payments/payment-provider.ts';
import { refundEntries } from './ledger.ts';
import { orderOf, refundOf, type OrderRow } from './order-row.ts';

export type RefundRow = Selectable<RefundsTable>;
export type NewRefund = Required<
  Pick<
    Insertable<RefundsTable>,
    'id' | 'order_id' | 'amount' | 'reason' | 'account_id' | 'idempotency_key' | 'idempotency_hash' | 'due_at'
  >
> & { created_at: Date };

/** Puts the amount aside if it is still there and nobody has changed the order since; no row comes back otherwise. */
const reserveRefund: Statement = {
  name: 'reserve_refund',
  sql: `
with reserved as (
  update orders set refund_reserved = refund_reserved + $3::int
  where id = $2 and status = 'complete' and refunded + refund_reserved + $3::int <= amount and version = $4::int
  returning id
)
insert into refunds (
  id, order_id, amount, status, reason, created_at, account_id, idempotency_key, idempotency_hash, due_at
)
select $1, id, $3::int, 'pending', $5, $6::timestamptz, $7, $8, $9, $10::timestamptz from reserved
returning id`,
};

export type Confirmed = { order: Order; outletId: string; seq: number };
export type RefundsRepository = ReturnType<typeof refundsRepository>;

export function refundsRepository(database: Database) {
  const { kysely } = database;
  return {
    /** `changed` where the order is no longer at `version`, or not enough is left. */
    async reserve(refund: NewRefund, version: number): Promise<'reserved' | 'changed' | 'key-taken'> {
      try {
        const rows = await database.run(reserveRefund, [
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
        return rows.length > 0 ? 'reserved' : 'changed';
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
    async confirm(id: string, now: Date): Promise<Confirmed | null> {
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
        return refund ? book(tx, row, refund, now) : null;
      });
    },

    /** Books a refund that was made at the provider itself, unless that is done or there is no room for it yet. */
    async adopt(
      orderId: string,
      { id, amount, madeAt }: MadeRefund,
      now: Date,
    ): Promise<Confirmed | 'known' | 'no-room'> {
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
        return book(tx, { ...row, refund_reserved: pence(row.refund_reserved + amount) }, refund, now);
      });
    },

    /** The provider refused: what was put aside is free again. */
    async fail({ id, order_id, amount }: RefundRow, failure: string, now: Date): Promise<void> {
      await kysely.transaction().execute(async (tx) => {
        await tx.selectFrom('orders').select('id').where('id', '=', order_id).forUpdate().execute();
        const failed = await tx
          .updateTable('refunds')
          .set({ status: 'failed', failure, due_at: null, settled_at: now })
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .returning('id')
          .executeTakeFirst();
        if (!failed) return;
        await tx
          .updateTable('orders')
          .set((fields) => ({ refund_reserved: fields('refund_reserved', '-', amount) }))
          .where('id', '=', order_id)
          .execute();
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

/** What was put aside has gone back: the order, its feed, the refund, the ledger and the kept reply. */
async function book(tx: Kysely<Schema>, row: OrderRow, refund: RefundRow, now: Date): Promise<Confirmed> {
  const next = refundedRow(row, refund);
  await tx
    .updateTable('orders')
    .set({
      status: next.status,
      refunded: next.refunded,
      refund_reserved: next.refund_reserved,
      version: next.version,
    })
    .where('id', '=', row.id)
    .execute();
  const { seq } = await tx
    .updateTable('outlet_feeds')
    .set((fields) => ({ seq: fields('seq', '+', 1) }))
    .where('outlet_id', '=', row.outlet_id)
    .returning('seq')
    .executeTakeFirstOrThrow();
  // A finish holds the feed's row while it counts: it has either seen this refund, or is over by now.
  const session = await tx
    .selectFrom('trading_sessions')
    .select('finished_at')
    .where('id', '=', row.trading_session_id)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('refunds')
    .set({ status: 'done', due_at: null, settled_at: now, after_finish: session.finished_at !== null })
    .where('id', '=', refund.id)
    .execute();
  await tx
    .insertInto('ledger_entries')
    .values(refundEntries(row, refund, now))
    .execute();
  const refunds = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', row.id)
    .where('status', '=', 'done')
    .orderBy('created_at')
    .execute();
  const order = orderOf(next, refunds);
  if (refund.account_id && refund.idempotency_key && refund.idempotency_hash)
    await tx
      .insertInto('idempotency_keys')
      .values({
        account_id: refund.account_id,
        key: refund.idempotency_key,
        request_hash: refund.idempotency_hash,
        status: 200,
        reply: JSON.stringify(order),
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return { order, outletId: row.outlet_id, seq };
}

/** First, as every other change of an order does. */
function lockOrder(tx: Kysely<Schema>, orderId: string): Promise<OrderRow> {
  return tx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow();
}

function refundedRow(row: OrderRow, { amount }: RefundRow): OrderRow {
  const { status, item_status: itemStatus, refunded } = row;
  const moved = applyCommand(
    { status, itemStatus, amount: row.amount, refunded },
    { kind: 'refund', amount },
  );
  if (moved.kind !== 'moved')
    throw new Error(`Order ${row.id} does not take a refund that was reserved on it`);
  return {
    ...row,
    status: moved.next.status,
    refunded: moved.next.refunded,
    refund_reserved: pence(row.refund_reserved - amount),
    version: row.version + 1,
  };
}
