import type { Order } from '#shared/api/orders.ts';
import { selectOrder } from '../state/orders-slice.ts';
import type { PressLine } from '../state/until-answered.ts';
import type { AppStore } from '../state/store.ts';
import { chargedUnsold } from './charged-unsold.ts';
import { numberOf } from './place-of.ts';

/**
 * In ms. A hold is released after the answer, and only then is it known whether its money had been taken; the board’s next
 * list brings the order back.
 */
const RELEASED_WITHIN_MS = 120_000;

export type OrdersHere = {
  getState(): Pick<ReturnType<AppStore['getState']>, 'orders'>;
  subscribe(listener: () => void): () => void;
};

/** Says that an order is cancelled; and, at once or when that is known, that its customer was charged all the same. */
export function sayCancelled(
  order: Order,
  toast: (status: 'info' | 'error', message: string) => void,
  here: OrdersHere,
  { timers }: PressLine,
): void {
  const name = `Order ${numberOf(order)}`;
  const isChargedHere = () => isCharged(selectOrder(here.getState(), order.id));
  const sayCharged = () =>
    toast(
      'error',
      `${name} is cancelled, but the customer was charged. Refund it, unless they got their order.`,
    );
  if (isCharged(order) || isChargedHere()) return sayCharged();
  toast('info', `${name} is cancelled.`);
  const leave = here.subscribe(() => {
    if (!isChargedHere()) return;
    leave();
    stopTimer();
    sayCharged();
  });
  const stopTimer = timers.after(RELEASED_WITHIN_MS, leave);
}

/** Whether it was, and nobody has given it all back. */
const isCharged = (order: Order | undefined) =>
  order !== undefined && order.status !== 'refunded' && chargedUnsold(order) !== null;
