import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/money.ts';
import { applyCommand } from '#shared/orders/machine.ts';
import type { Kysely, Selectable } from 'kysely';
import type { RefundsTable, Schema } from '../../database/schema.ts';
import { refundEntries } from './ledger.ts';
import { orderOf, type OrderRow } from './order-row.ts';

export type RefundRow = Selectable<RefundsTable>;
/** A change of the order that its outlet's screens are to be told of. */
export type Changed = { order: Order; outletId: string; seq: number };

/** Writes what a refund changes of its order, and counts the change on the outlet's feed, whose new `seq` it gives. */
export async function writeRefunding(tx: Kysely<Schema>, next: OrderRow): Promise<number> {
  await tx
    .updateTable('orders')
    .set({
      status: next.status,
      refunded: next.refunded,
      refund_reserved: next.refund_reserved,
      version: next.version,
    })
    .where('id', '=', next.id)
    .execute();
  const { seq } = await tx
    .updateTable('outlet_feeds')
    .set((fields) => ({ seq: fields('seq', '+', 1) }))
    .where('outlet_id', '=', next.outlet_id)
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

export async function withItsRefunds(tx: Kysely<Schema>, row: OrderRow): Promise<Order> {
  const refunds = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', row.id)
    .where('status', '=', 'done')
    .orderBy('created_at')
    .execute();
  return orderOf(row, refunds);
}

/** What was put aside has gone back: the order, its feed, the refund, the ledger and the kept reply. */
export async function bookRefund(
  tx: Kysely<Schema>,
  row: OrderRow,
  refund: RefundRow,
  now: Date,
): Promise<Changed> {
  const next = refundedRow(row, refund);
  const seq = await writeRefunding(tx, next);
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
  const order = await withItsRefunds(tx, next);
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
export function lockOrder(tx: Kysely<Schema>, orderId: string): Promise<OrderRow> {
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
