import { LRUCache } from 'lru-cache';
import { promisedMinute } from '#shared/orders/promises.ts';
import { learnReadyTimes, type ReadyEstimate } from '#shared/orders/ready-estimate.ts';
import type { AcceptedOrder, MadeLine } from '#shared/orders/usual-times.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { OrderRow } from './order-row.ts';
import { madeOrders, type MadeOrder } from './ready-times-repository.ts';

type Learned = { freshUntil: number; estimate: ReadyEstimate };

/** An outlet's orders are learned from anew after so long; while they are few, each tells much. */
const LEARN_EVERY_MS = 15 * 60_000;
const FEW = 200;
const LEARN_FEW_EVERY_MS = 60_000;
const MOST_OUTLETS = 500;

/**
 * Returns a function that estimates when orders would be ready that are accepted now, each as if it were the next: a
 * whole minute in Unix ms.
 */
export function readyEstimates({ database, clock }: { database: Database; clock: Clock }) {
  const made = madeOrders(database);
  const learned = new LRUCache<string, Promise<Learned>>({ max: MOST_OUTLETS });
  const now = () => clock.now().getTime();

  async function learnedOf(outletId: string): Promise<Learned> {
    const known = await learned.get(outletId);
    if (known && known.freshUntil > now()) return known;
    const fresh = learn(outletId);
    learned.set(outletId, fresh);
    fresh.catch(() => learned.delete(outletId));
    return fresh;
  }

  async function learn(outletId: string): Promise<Learned> {
    const past = await made.last(outletId);
    const freshFor = past.length < FEW ? LEARN_FEW_EVERY_MS : LEARN_EVERY_MS;
    return { freshUntil: now() + freshFor, estimate: learnReadyTimes(past.map(toAccepted)) };
  }

  return async function estimated(outletId: string, orders: Pick<OrderRow, 'items'>[]): Promise<number[]> {
    const [{ estimate }, lately] = await Promise.all([
      learnedOf(outletId),
      made.lately(outletId, clock.now()),
    ]);
    const before = lately.map(toAccepted);
    return orders.map(({ items }) =>
      promisedMinute(estimate({ acceptedAt: now(), lines: items.map(lineOf) }, before)),
    );
  };
}

/** An order as it is learned from. */
export function toAccepted({ items, accepted_at: acceptedAt, ready_at: readyAt }: MadeOrder): AcceptedOrder {
  return {
    acceptedAt: acceptedAt.getTime(),
    readyAt: readyAt?.getTime() ?? null,
    lines: items.map(lineOf),
  };
}

/** What one category lists is mostly made by the same hands. */
function lineOf({ itemId, name, categoryId, quantity }: OrderRow['items'][number]): MadeLine {
  return { item: itemId ?? name, kind: categoryId ?? '', quantity };
}
