import type { Order } from '#shared/api/orders.ts';
import { isCounted } from '#shared/base/order-statuses.ts';
import { moneyStateOf } from '#shared/orders/money-state.ts';
import { perOrder } from './per-order.ts';

type Figures = { numberOfOrders: number; orderTotals: number; atRisk: number; lost: number };

const none: Figures = { numberOfOrders: 0, orderTotals: 0, atRisk: 0, lost: 0 };

const shareOf = perOrder((order): Figures => {
  if (!isCounted(order.status) || order.isTest) return none;
  const left = order.amount - order.refunded;
  const state = moneyStateOf(order);
  return {
    numberOfOrders: 1,
    orderTotals: left,
    atRisk: state === 'at-risk' ? left : 0,
    lost: state === 'lost' ? left : 0,
  };
});

/** What a board's orders come to, in pence. */
export function figuresOf(orders: readonly Order[]): Figures {
  return orders.reduce(
    (figures, order) => {
      const share = shareOf(order);
      figures.numberOfOrders += share.numberOfOrders;
      figures.orderTotals += share.orderTotals;
      figures.atRisk += share.atRisk;
      figures.lost += share.lost;
      return figures;
    },
    { ...none },
  );
}
