import type { Selectable } from 'kysely';
import type { Charged } from '#shared/base/customer-message.ts';
import { statusGroups, type OrderStatus } from '#shared/base/order-statuses.ts';
import { isTakenUnsold } from '#shared/orders/taken-unsold.ts';
import { listedStatuses } from '../database/listed-statuses.ts';
import type { OrdersTable } from '../database/schema.ts';

/** SQL: the same as `isTakenUnsold`, of an order `o`. */
const takenUnsold = `(o.status in (${listedStatuses(statusGroups.settled)}) and o.completed_at is null
  and (o.cancelled_from is not null or o.accepted_at is null))`;

/** SQL: an order `o` was cancelled or has expired, whatever became of its money. */
export const endedUnsold = `(o.status in (${listedStatuses(statusGroups.cancelled, statusGroups.expired)}) or ${takenUnsold})`;

type PaidOrder = Pick<Selectable<OrdersTable>, 'payment_account' | 'paid_at' | 'capture_before'>;
export type EndedOrder = PaidOrder &
  Pick<
    Selectable<OrdersTable>,
    | 'status'
    | 'accepted_at'
    | 'completed_at'
    | 'cancelled_from'
    | 'amount'
    | 'refunded'
    | 'capture_error'
    | 'payment_due_at'
  >;

/** Whether an order's money is known to be taken, though it is not closed: each hold at a remote provider has an end. */
export function isKnownTaken({ payment_account: account, paid_at: paidAt, capture_before: end }: PaidOrder) {
  return account !== null && paidAt !== null && end === null;
}

/** SQL: the same, of `orders`. */
export const knownTaken =
  '(orders.payment_account is not null and orders.paid_at is not null and orders.capture_before is null)';

/** How an order stands for its guest, to whom one that was cancelled or never accepted was not handed over. */
export function guestsEnd(row: EndedOrder): { status: OrderStatus; charged: Charged } {
  const { status, accepted_at: acceptedAt, completed_at: completedAt, cancelled_from: cancellation } = row;
  if (!isTakenUnsold({ status, acceptedAt, completedAt, cancellation }))
    return { status, charged: unsoldCharged(row) };
  return {
    status: cancellation === null ? 'deliver_expired' : 'deliver_aborted',
    charged: row.refunded < row.amount ? 'yes' : 'refunded',
  };
}

/** What was taken of an order that has ended unsold, all the same. */
function unsoldCharged(row: EndedOrder): Charged {
  if (isKnownTaken(row) || row.capture_error !== null) return 'yes';
  // A remote provider is asked until it has answered, or its hold has been over for long.
  return row.payment_account !== null && row.payment_due_at !== null ? 'unknown' : 'no';
}
