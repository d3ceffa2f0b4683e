import type { Order } from '#shared/api/orders.ts';
import type { SeenStage } from '#shared/api/live.ts';

/** The field of an order that says when it came to each stage (D33). */
export const timeOf = {
  received: 'receivedAt',
  alerted: 'alertedAt',
  seen: 'seenAt',
} as const satisfies Record<SeenStage, keyof Order>;

type Times = Pick<Order, (typeof timeOf)[SeenStage]>;

/**
 * The order with what else is known of it. Its version does not count these times and no copy takes one back, so
 * whichever copy is the newer one has them all. The same object where there is nothing to add.
 */
export function withTimes(order: Order, known: Times | undefined): Order {
  const more = Object.values(timeOf).flatMap((field) => {
    const time = order[field] === undefined ? known?.[field] : undefined;
    return time === undefined ? [] : [[field, time] as const];
  });
  return more.length === 0 ? order : { ...order, ...Object.fromEntries(more) };
}
