import type { Order } from '../api/orders.ts';
import { statusGroups } from '../base/order-statuses.ts';
import type { PrintMoment } from './printer.ts';

/** A moment an order has come to at which something may print by itself; `at` is ISO 8601. */
export type ReachedMoment = { moment: PrintMoment; at: string };

/**
 * The one place that says when an order prints by itself. What has been printed is the ledger's to know: a moment may be
 * told of any number of times. An order that needs the kitchen no more has no ticket any more.
 */
export function reachedMoments(
  order: Pick<Order, 'status' | 'createdAt' | 'acceptedAt' | 'completedAt'>,
): ReachedMoment[] {
  const { status, createdAt, acceptedAt, completedAt } = order;
  const underWay = statusGroups.inProgress.has(status);
  const reached: ReachedMoment[] = [];
  if (underWay || statusGroups.pending.has(status)) reached.push({ moment: 'arrival', at: createdAt });
  // A server that says nothing of the acceptance still says that the order is being made (D2).
  if (underWay) reached.push({ moment: 'acceptance', at: acceptedAt ?? createdAt });
  if (statusGroups.complete.has(status) && completedAt !== null)
    reached.push({ moment: 'closing', at: completedAt });
  return reached;
}
