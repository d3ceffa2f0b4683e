import type { Order } from '../api/orders.ts';
import { statusGroups } from '../base/order-statuses.ts';
import { cameAt } from '../orders/reading.ts';
import type { PrintMoment } from './printer.ts';

/** A moment in an order's life at which documents may print automatically; `at` is ISO 8601. */
export type ReachedMoment = { moment: PrintMoment; at: string };

/**
 * Decides alone when an order prints automatically. A moment may be reported any number of times, since the ledger
 * knows what was printed. An order that the kitchen no longer needs has no ticket.
 */
export function reachedMoments(
  order: Pick<Order, 'status' | 'createdAt' | 'cameAt' | 'acceptedAt' | 'completedAt'>,
): ReachedMoment[] {
  const { status, acceptedAt, completedAt } = order;
  const underWay = statusGroups.inProgress.has(status);
  const reached: ReachedMoment[] = [];
  if (underWay || statusGroups.pending.has(status)) reached.push({ moment: 'arrival', at: cameAt(order) });
  // Another server may leave the time of acceptance out; the status still shows that the order is being made.
  if (underWay) reached.push({ moment: 'acceptance', at: acceptedAt ?? cameAt(order) });
  if (statusGroups.complete.has(status) && completedAt !== null)
    reached.push({ moment: 'closing', at: completedAt });
  return reached;
}
