import type { Order } from '#shared/api/orders.ts';
import { chargedUnsold } from '../orders/charged-unsold.ts';
import { refundable } from './refund-amount.ts';

/** How an order ended that was charged all the same, in short, as long as something of it can be refunded. */
export function chargedUnsoldMark(order: Order): string | null {
  const ended = refundable(order) > 0 ? chargedUnsold(order) : null;
  return ended && `${ended}, but charged`;
}
