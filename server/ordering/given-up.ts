import type { OrderStatus } from '#shared/base/order-statuses.ts';

/** Whether an order was never to be paid for. A bank's refusal is a change of the order, so it has a later version. */
export const isGivenUp = ({ status, version }: { status: OrderStatus; version: number }): boolean =>
  status === 'payment_aborted' && version === 1;

/** SQL: the same of an order `o`. */
export const hasBeenGivenUp = "(o.status = 'payment_aborted' and o.version = 1)";
