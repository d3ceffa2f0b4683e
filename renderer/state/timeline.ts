import type { Order } from '#shared/api/orders.ts';
import type { SeenStage } from '#shared/api/live.ts';

/** The field of an order with the time of each stage. */
export const timeOf = {
  received: 'receivedAt',
  alerted: 'alertedAt',
  seen: 'seenAt',
} as const satisfies Record<SeenStage, keyof Order>;

type Times = Pick<Order, (typeof timeOf)[SeenStage]>;

/**
 * The order with the times that are known from elsewhere. No version counts them and none is ever removed, so the
 * newer copy gets all of them. Returns the same object if there is nothing to add.
 */
export function withTimes(order: Order, known: Times | undefined): Order {
  const more = Object.values(timeOf).flatMap((field) => {
    const time = order[field] === undefined ? known?.[field] : undefined;
    return time === undefined ? [] : [[field, time] as const];
  });
  return more.length === 0 ? order : { ...order, ...Object.fromEntries(more) };
}
