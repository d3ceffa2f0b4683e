import type { Category } from '../api/catalogs.ts';
import { endsAt, isWithin, nextChangeOf, type Hours, type Moment, type PutOff } from '../base/menu-hours.ts';

/** Of a menu's hours, what says when something can be ordered for the last time. */
export type MenuHours = {
  /** The categories that cannot be ordered from at all times. */
  categories: LimitedCategory[];
  /** Whether another can. */
  always: boolean;
};
type LimitedCategory = {
  name: string;
  hours?: Hours | undefined;
  /** The hours of its items, if each of them has some. */
  items?: Hours[] | undefined;
};

/** The moment after which a category, or nothing at all, can be ordered. */
export type LastOrders = { at: number; names: string[]; all: boolean };

export function menuHoursOf(categories: readonly Category[]): MenuHours {
  const sold = categories.filter(({ list }) => list.length > 0);
  const limited = sold.flatMap(({ name, hours, list }): LimitedCategory[] => {
    const own = list.flatMap((item) => (item.hours ? [item.hours] : []));
    const items = own.length === list.length ? distinct(own) : undefined;
    return hours || items ? [{ name, ...(hours && { hours }), ...(items && { items }) }] : [];
  });
  return { categories: limited, always: limited.length < sold.length };
}

const distinct = (all: readonly Hours[]): Hours[] => [
  ...new Map(all.map((hours) => [JSON.stringify(hours), hours])).values(),
];

/** The next last orders of a menu; null if none are to come, as while nothing of it is served. */
export function lastOrdersOf({ categories, always }: MenuHours, moment: Moment): LastOrders | null {
  const open = categories
    .filter((category) => isOrderable(category, moment))
    .map((category) => ({ name: category.name, at: endOf(category, moment) }));
  const at = Math.min(...open.map((category) => category.at));
  if (at === Infinity) return null;
  const names = open.filter((category) => category.at === at).map(({ name }) => name);
  const then = { ...moment, now: at };
  return { at, names, all: !always && !categories.some((category) => isOrderable(category, then)) };
}

function isOrderable({ hours, items }: LimitedCategory, moment: Moment): boolean {
  return isWithin(hours, moment) && (!items || items.some((own) => isWithin(own, moment)));
}

/** The windows that follow each other at once, one after the other, may be this many. */
const MOST_CHANGES = 200;

function endOf(category: LimitedCategory, moment: Moment): number {
  const all = [category.hours, ...(category.items ?? [])];
  let { now } = moment;
  for (let change = 0; change < MOST_CHANGES; change += 1) {
    now = Math.min(...all.map((hours) => nextChangeOf(hours, { ...moment, now })));
    if (now === Infinity || !isOrderable(category, { ...moment, now })) return now;
  }
  return Infinity;
}

/** Whether anything of the menu ends at that moment, as its hours were set. */
export function somethingEndsAt({ categories }: MenuHours, at: number, zone: string): boolean {
  const all = categories.flatMap(({ hours, items = [] }) => (hours ? [hours, ...items] : items));
  return all.some((hours) => endsAt(hours, at, zone));
}

/** How much later one press puts last orders. */
const MORE_MS = 15 * 60_000;

/** What to ask for to put off last orders at `at`, which may have been put off already. */
export function putOffLater(at: number, putOff: readonly PutOff[]): PutOff {
  const before = putOff.find(({ until }) => Date.parse(until) === at);
  return { at: before?.at ?? new Date(at).toISOString(), until: new Date(at + MORE_MS).toISOString() };
}
