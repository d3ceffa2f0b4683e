import type { Selectable } from 'kysely';
import type { Charged } from '#shared/base/customer-message.ts';
import type { OrderStatus } from '#shared/base/order-statuses.ts';
import type { OrdersTable } from '../database/schema.ts';

/**
 * SQL: nobody got an order `o`, and its money was taken all the same, at the card provider itself. Its status is that of
 * its money.
 */
export const isTakenUnsold = `(o.status in ('complete', 'refunded') and o.completed_at is null
  and (o.cancelled_from is not null or o.accepted_at is null))`;

export type EndedOrder = Pick<
  Selectable<OrdersTable>,
  | 'status'
  | 'accepted_at'
  | 'completed_at'
  | 'cancelled_from'
  | 'amount'
  | 'refunded'
  | 'payment_account'
  | 'paid_at'
  | 'capture_before'
>;

/** How an order stands for its guest: one that nobody got has not been handed over, whatever became of its money. */
export function guestsEnd(row: EndedOrder): { status: OrderStatus; charged: Charged } {
  const { status } = row;
  const isTaken = status === 'complete' || status === 'refunded';
  if (isTaken && row.completed_at === null && (row.cancelled_from !== null || row.accepted_at === null))
    return {
      status: row.cancelled_from === null ? 'deliver_expired' : 'deliver_aborted',
      charged: row.refunded < row.amount ? 'to-refund' : 'refunded',
    };
  // A hold at a remote provider has an end, unless its money has been taken.
  const isKnown = row.payment_account !== null && row.paid_at !== null && row.capture_before === null;
  return { status, charged: isKnown ? 'to-refund' : 'no' };
}
