import type { Order } from '#shared/api/orders.ts';
import type { ReadyEstimates, ReadyPromise } from '#shared/api/ready-times.ts';
import { record, text, textOrNull } from '#shared/base/loose-json.ts';
import { list, timeOrNull } from './loose-values.ts';

export function readReadyEstimates(value: unknown): ReadyEstimates {
  const estimates = list(record(value)['estimates']).flatMap((entry) => {
    const { orderId, readyBy } = record(entry);
    const time = timeOrNull(readyBy);
    return time ? [{ orderId: text(orderId), readyBy: time }] : [];
  });
  return { estimates };
}

/** What an order's guest was promised, and when it was ready; other servers leave it out. */
export function readReadyTime(json: Record<string, unknown>): Pick<Order, 'readyAt' | 'promises'> {
  const readyAt = timeOrNull(json['readyAt']);
  return {
    ...(readyAt && { readyAt }),
    ...(Array.isArray(json['promises']) && { promises: json['promises'].flatMap(readPromise) }),
  };
}

function readPromise(value: unknown): ReadyPromise[] {
  const { readyBy, at, by, screenName } = record(value);
  const [promised, madeAt] = [timeOrNull(readyBy), timeOrNull(at)];
  if (!promised || !madeAt) return [];
  const maker = by === 'server' ? 'server' : 'screen';
  return [{ readyBy: promised, at: madeAt, by: maker, screenName: textOrNull(screenName) }];
}
