import type { Order } from '#shared/api/orders.ts';
import type { StationTime } from '#shared/api/order-times.ts';
import type { SeenStage } from '#shared/api/live.ts';

/** The field of an order with the time of each stage. */
export const timeOf = {
  received: 'receivedAt',
  alerted: 'alertedAt',
  seen: 'seenAt',
} as const satisfies Record<SeenStage, keyof Order>;

type Times = Pick<Order, (typeof timeOf)[SeenStage] | 'stationTimes'>;

/**
 * The order with the times that are known from elsewhere. No version counts them and none is ever removed, so the
 * newer copy gets all of them. Returns the same object if there is nothing to add.
 */
export function withTimes(order: Order, known: Times | undefined): Order {
  const more = Object.values(timeOf).flatMap((field) => {
    const time = order[field] === undefined ? known?.[field] : undefined;
    return time === undefined ? [] : [[field, time] as const];
  });
  const atStations = (known?.stationTimes ?? []).filter((time) => !isKnownAt(order, time));
  if (more.length === 0 && atStations.length === 0) return order;
  return {
    ...order,
    ...Object.fromEntries(more),
    ...(atStations.length > 0 && { stationTimes: [...(order.stationTimes ?? []), ...atStations] }),
  };
}

/** Whether it is known when an order came to a stage at a station. */
export const isKnownAt = (
  { stationTimes = [] }: Pick<Order, 'stationTimes'>,
  { stationId, stage }: Pick<StationTime, 'stationId' | 'stage'>,
): boolean => stationTimes.some((one) => one.stationId === stationId && one.stage === stage);
