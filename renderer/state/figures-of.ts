import type { Order } from '#shared/api/orders.ts';
import { isCounted } from '#shared/base/order-statuses.ts';
import { moneyStateOf } from '#shared/orders/money-state.ts';

/** What a board's orders come to, in pence. */
export function figuresOf(orders: readonly Order[]) {
  const figures = { numberOfOrders: 0, orderTotals: 0, atRisk: 0, lost: 0 };
  for (const order of orders) {
    if (!isCounted(order.status) || order.isTest) continue;
    const left = order.amount - order.refunded;
    const state = moneyStateOf(order);
    figures.numberOfOrders += 1;
    figures.orderTotals += left;
    if (state === 'at-risk') figures.atRisk += left;
    if (state === 'lost') figures.lost += left;
  }
  return figures;
}
