import type { Insertable } from 'kysely';
import type { OrderItem } from '#shared/api/orders.ts';
import type { ReadyPromise } from '#shared/api/ready-times.ts';
import { isToBeMoved, movedOn, promisedMinute, PROMISE_MOVED_AFTER_MS } from '#shared/orders/promises.ts';
import { learnReadyTimes } from '#shared/orders/ready-estimate.ts';
import type { OrdersTable } from '../server/database/schema.ts';
import { toAccepted } from '../server/features/orders/ready-estimates.ts';

type PastOrder = Insertable<OrdersTable>;

/** The orders of an evening with what the server would have promised, as it learned from those of the evenings before. */
export function withPromises(orders: PastOrder[], before: PastOrder[]): PastOrder[] {
  const estimate = learnReadyTimes(before.flatMap(made));
  const taken = orders.flatMap(made);
  return orders.map((order) => {
    const [accepted] = made(order);
    if (!accepted) return order;
    const earlier = taken.filter(({ acceptedAt }) => acceptedAt < accepted.acceptedAt);
    const first = promisedMinute(estimate(accepted, earlier));
    const promises = promisesUntil(accepted.readyAt, first, accepted.acceptedAt);
    const last = promises.at(-1)?.readyBy;
    return { ...order, promises: JSON.stringify(promises), ...(last && { promised_for: new Date(last) }) };
  });
}

function made({ items, accepted_at: acceptedAt, ready_at: readyAt }: PastOrder) {
  if (!(acceptedAt instanceof Date) || !(readyAt instanceof Date)) return [];
  const lines = JSON.parse(items) as OrderItem[];
  return [
    {
      ...toAccepted({ items: lines, accepted_at: acceptedAt, ready_at: readyAt }),
      readyAt: readyAt.getTime(),
    },
  ];
}

/** The first promise, and those to which the server moved it. */
function promisesUntil(readyAt: number, first: number, acceptedAt: number): ReadyPromise[] {
  const promise = (readyBy: number, at: number, by: ReadyPromise['by']): ReadyPromise => ({
    readyBy: new Date(readyBy).toISOString(),
    at: new Date(at).toISOString(),
    by,
    screenName: by === 'screen' ? 'Bar till' : null,
  });
  const promises = [promise(first, acceptedAt, 'screen')];
  for (let last = first; isToBeMoved(last, readyAt);) {
    const at = last + PROMISE_MOVED_AFTER_MS;
    last = movedOn(last, at);
    promises.push(promise(last, at, 'server'));
  }
  return promises;
}
