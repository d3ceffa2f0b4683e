import type { Order, OrderItem } from '../api/orders.ts';
import { statusGroups } from '../base/order-statuses.ts';
import { optionText } from './option-text.ts';

/** How many are still to be made: of accepted orders, and of orders that nobody has accepted yet. */
export type ToMake = { accepted: number; unanswered: number };

/** One thing on the menu, with how often each option was chosen for it. */
export type AllDayItem = ToMake & {
  outletId: string;
  name: string;
  options: (ToMake & { name: string })[];
};

type Counts = ToMake & { options: Map<string, ToMake> };
const none = (): ToMake => ({ accepted: 0, unanswered: 0 });

/**
 * What is still to be made over all open orders, by outlet and name. A line counts until it is ready, each option of it
 * as often as the line, by what people read. Two outlets' things of one name are two.
 */
export function allDayOf(orders: readonly Order[]): AllDayItem[] {
  const outlets = new Map<string, Map<string, Counts>>();
  for (const order of orders) {
    const kind = statusGroups.pending.has(order.status) ? 'unanswered' : 'accepted';
    const items = entryOf(outlets, order.outletId, () => new Map<string, Counts>());
    for (const { name, quantity, modifications } of linesToMake(order)) {
      const item = entryOf(items, name, () => ({ ...none(), options: new Map<string, ToMake>() }));
      item[kind] += quantity;
      for (const modification of modifications)
        entryOf(item.options, optionText(modification), none)[kind] += quantity;
    }
  }
  return [...outlets].flatMap(([outletId, items]) =>
    byName(items).map(([name, { options, ...counts }]) => ({
      outletId,
      name,
      ...counts,
      options: byName(options).map(([option, chosen]) => ({ name: option, ...chosen })),
    })),
  );
}

/** The lines of an open order that are not ready yet. */
export function linesToMake({ status, items, itemStatus }: Order): OrderItem[] {
  if (!statusGroups.pending.has(status) && !statusGroups.inProgress.has(status)) return [];
  const made = new Set(itemStatus.flatMap((line) => (isMade(line.status) ? line.id : [])));
  return items.filter(({ id }) => !made.has(id));
}

const isMade = (status: Order['itemStatus'][number]['status']) => status === 'ready' || status === 'complete';

function entryOf<Value>(entries: Map<string, Value>, key: string, empty: () => Value): Value {
  const entry = entries.get(key) ?? empty();
  entries.set(key, entry);
  return entry;
}

/** By name, so that a row stays where it is while its numbers change. */
function byName<Value>(entries: Map<string, Value>): [string, Value][] {
  return [...entries].toSorted(([one], [other]) => one.localeCompare(other, 'en-GB', { numeric: true }));
}
