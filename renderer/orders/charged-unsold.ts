import type { Order } from '#shared/api/orders.ts';
import { isTakenUnsold } from '#shared/orders/taken-unsold.ts';

/**
 * How an order ended that was charged all the same, as its money was taken at the card provider itself; null for any
 * other. Older servers do not say how an order ended.
 */
export function chargedUnsold(order: Order): 'Cancelled' | 'Never accepted' | null {
  if (order.version === 0 || !isTakenUnsold(order)) return null;
  return order.cancellation ? 'Cancelled' : 'Never accepted';
}
