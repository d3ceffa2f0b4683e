import type { Order } from '#shared/api/orders.ts';

/** `table 7`, or `collection` for an order without a table. */
export function placeOf(order: Pick<Order, 'tableNumber'>): string {
  return order.tableNumber ? `table ${order.tableNumber}` : 'collection';
}

type Named = Pick<Order, 'orderNumber' | 'isTest'>;

/** What staff call an order: its number, or TEST. */
export function numberOf({ orderNumber, isTest }: Named): string {
  return isTest ? 'TEST' : String(orderNumber);
}

/** The same as a short mark: `#12`, or `TEST`. */
export function markOf(order: Named): string {
  return order.isTest ? 'TEST' : `#${order.orderNumber}`;
}
