import type { Category, GuestCategory, GuestItem, Item, NotServed, Serving } from '../api/catalogs.ts';
import { isWithin, nextChangeOf, type Hours, type Moment } from '../base/menu-hours.ts';

/**
 * What guests can order at a moment and what it costs then, of a menu as it is sold at an outlet (`withOutletVat`). The
 * menu that guests read, the statement that takes their orders, the board and the editor's preview all ask here.
 */
export function menuAt(categories: readonly Category[], moment: Moment): GuestCategory[] {
  return categories.flatMap((category) => {
    if (!isWithin(category.hours, moment)) return [];
    const list = category.list.flatMap((item) => itemAt(item, moment) ?? []);
    // A heading that only hours leave empty is left out; one that the seller left empty stays as it is.
    return list.length > 0 || category.list.length === 0 ? [{ ...category, list }] : [];
  });
}

/** An item of a category that is served at that moment; null if the item is not. */
function itemAt(item: Item, moment: Moment): GuestItem | null {
  if (!isWithin(item.hours, moment)) return null;
  const { happyHour, cost } = item;
  const isHappy = happyHour && happyHour.cost < cost && isWithin(happyHour.hours, asSet(moment));
  return isHappy ? { ...item, cost: happyHour.cost, usualCost: cost } : item;
}

/** What can be ordered may be put off; a happy hour ends as it was set. */
const asSet = ({ now, zone }: Moment): Moment => ({ now, zone });

/** An item by its id at a moment: as it is sold then, or the hours that it is outside of. */
export type Offer = { item: GuestItem; categoryId: string } | { name: string; outside: Hours };
export type Offers = (itemId: string, moment: Moment) => Offer | undefined;

/** The items of a menu by id. */
export function offersOf(categories: readonly Category[]): Offers {
  const places = new Map(
    categories.flatMap((category) => category.list.map((item) => [item.id, { item, category }] as const)),
  );
  return (itemId, moment) => {
    const place = places.get(itemId);
    if (!place) return undefined;
    const { item, category } = place;
    const sold = isWithin(category.hours, moment) ? itemAt(item, moment) : null;
    if (sold) return { item: sold, categoryId: category.id };
    const outside = isWithin(category.hours, moment) ? item.hours : category.hours;
    return { name: item.name, outside: outside ?? [] };
  };
}

/** What hours leave out at that moment, from the top of the menu down. */
export function notServedAt(categories: readonly Category[], moment: Moment): NotServed[] {
  return categories.flatMap((category): NotServed[] => {
    const of = ({ name, hours }: Pick<Category, 'name' | 'hours'>) =>
      hours && !isWithin(hours, moment)
        ? [{ categoryId: category.id, name, hours, from: beginning(hours, moment) }]
        : [];
    if (!isWithin(category.hours, moment)) return of(category);
    return category.list.flatMap((item) => of(item).map((entry) => ({ ...entry, itemId: item.id })));
  });
}

function beginning(hours: Hours, moment: Moment): string | null {
  const at = nextChangeOf(hours, moment);
  return at === Infinity ? null : new Date(at).toISOString();
}

/** Only what is set, as a copy. */
export function servingOf({ hours, happyHour }: Serving): Serving {
  return { ...(hours && { hours }), ...(happyHour && { happyHour }) };
}

type Entry = Pick<Category, 'hours' | 'happyHour'>;

/** The different hours that the entries of a menu have. */
function differentHours(
  categories: readonly Category[],
  hoursOf: (entry: Entry) => Hours | undefined,
): Hours[] {
  const entries = [...categories, ...categories.flatMap(({ list }) => list)];
  const all = entries.map((entry) => hoursOf(entry) ?? []).filter((hours) => hours.length > 0);
  return [...new Map(all.map((hours) => [JSON.stringify(hours), hours])).values()];
}
const servedHours = (categories: readonly Category[]) => differentHours(categories, ({ hours }) => hours);
const happyHours = (categories: readonly Category[]) =>
  differentHours(categories, ({ happyHour }) => happyHour?.hours);

/** Whether the menu is not always the same. */
export function hasHours(categories: readonly Category[]): boolean {
  return servedHours(categories).length > 0 || happyHours(categories).length > 0;
}

/** When hours next change what is served or what it costs, in Unix ms; Infinity if they never do. */
export function nextMenuChange(categories: readonly Category[], moment: Moment): number {
  return Math.min(
    ...servedHours(categories).map((hours) => nextChangeOf(hours, moment)),
    ...happyHours(categories).map((hours) => nextChangeOf(hours, asSet(moment))),
  );
}
