import { statusGroups, type OrderStatus } from '../base/order-statuses.ts';

/** When an order was accepted and closed, and how it was cancelled; null if it was not. */
type Ended = { status: OrderStatus; acceptedAt: unknown; completedAt: unknown; cancellation: unknown };

/**
 * Whether an order was cancelled, or never accepted, and its money was taken all the same, at the card provider itself.
 * Its status is that of its money.
 */
export function isTakenUnsold({ status, acceptedAt, completedAt, cancellation }: Ended): boolean {
  return (
    statusGroups.settled.has(status) && completedAt === null && (cancellation !== null || acceptedAt === null)
  );
}
