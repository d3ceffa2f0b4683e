import type { Order } from '#shared/api/orders.ts';
import { isTakenUnsold } from '#shared/orders/taken-unsold.ts';
import { refundable } from './refund-amount.ts';

/**
 * How an order ended that was charged all the same, as its money was taken at the card provider itself; null for any
 * other. Older servers do not say how an order ended.
 */
export function chargedUnsold(order: Order): 'Cancelled' | 'Never accepted' | null {
  if (order.version === 0 || !isTakenUnsold(order)) return null;
  return order.cancellation ? 'Cancelled' : 'Never accepted';
}

/** The same in short, as long as something of it can be refunded. */
export function chargedUnsoldMark(order: Order): string | null {
  const ended = refundable(order) > 0 ? chargedUnsold(order) : null;
  return ended && `${ended}, but charged`;
}
