import type { Order } from '#shared/api/orders.ts';

/** `table 7`, or `collection` where the order has no table. */
export function placeOf(order: Pick<Order, 'tableNumber'>): string {
  return order.tableNumber ? `table ${order.tableNumber}` : 'collection';
}
