import type { Order } from '#shared/api/orders.ts';
import { Problem } from '../ui/problem.tsx';
import { chargedUnsold } from '../orders/charged-unsold.ts';
import { refundable } from './refund-amount.ts';

/** That the customer was charged for an order that was cancelled or never accepted, and what is left to do about it. */
export function ChargedUnsoldProblem({ order }: { order: Order }) {
  const ended = chargedUnsold(order);
  if (ended === null) return null;
  return (
    <Problem role="status">
      {ended}, but the customer was charged: the money was taken at Stripe itself, so the order counts as
      closed.{refundable(order) > 0 && ' Refund it, unless they got their order.'}
    </Problem>
  );
}
