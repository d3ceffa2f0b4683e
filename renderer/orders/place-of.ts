import type { Order } from '#shared/api/orders.ts';

/** `table 7`, or `collection` for an order without a table. */
export function placeOf(order: Pick<Order, 'tableNumber'>): string {
  return order.tableNumber ? `table ${order.tableNumber}` : 'collection';
}
