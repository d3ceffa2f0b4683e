import type { Order } from '#shared/api/orders.ts';
import { canTake } from '#shared/orders/machine.ts';
import { Problem } from '../ui/problem.tsx';
import { refusedLines } from './refund-amount.ts';

/** That the customer was refused an order's 18+ lines for their age, and what is left to do about it. */
export function AgeRefused({ order }: { order: Order }) {
  if (order.ageCheck?.outcome !== 'refused') return null;
  return <Problem role="status">18+ refused{leftToDo(order)}.</Problem>;
}

function leftToDo(order: Order): string {
  if (order.endedAt === null) return ': refund those lines once the order is closed';
  return canTake(order, 'refund') && refusedLines(order).length > 0 ? ': refund those lines' : '';
}
