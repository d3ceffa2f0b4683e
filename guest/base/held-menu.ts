import type { GuestCategory } from '#shared/api/catalogs.ts';
import type { GuestMenu } from '#shared/api/guest-pages.ts';
import { HONOURED_MS } from '#shared/base/menu-hours.ts';
import { pence } from '#shared/base/money.ts';
import { timeOnWall } from '#shared/base/time-on-wall.ts';
import { itemOf } from '#shared/catalogs/line-parts.ts';
import type { Line } from './basket.ts';

/** The items of a basket as its guest saw them, and until when the menu’s hours made them so. */
export type Seen = {
  catalogId: string;
  revision: number;
  timeZone: string;
  asOf: string;
  changesAt: string | null;
  categories: GuestCategory[];
};

/** What a basket is priced and ordered by. */
export type BasketMenu = {
  menu: GuestMenu;
  /** What has ended since it was chosen, and until when it is taken all the same; null if nothing has. */
  notice: string | null;
};

/** Whether this menu is the one that was seen, but perhaps for its hours. */
const isOf = (seen: Seen | null, { hours, catalog }: GuestMenu): seen is Seen =>
  seen !== null &&
  seen.catalogId === catalog?.id &&
  seen.revision === catalog.revision &&
  seen.timeZone === hours?.timeZone;

/** Until when the server takes what was seen, in Unix ms, although the hours of this menu have changed; null if it does not. */
export function heldUntil(seen: Seen | null, menu: GuestMenu, now: number): number | null {
  if (!isOf(seen, menu) || !seen.changesAt || !menu.hours) return null;
  const cut = Date.parse(seen.changesAt);
  return cut <= Date.parse(menu.hours.asOf) && now < cut + HONOURED_MS ? cut + HONOURED_MS : null;
}

/** What is to be remembered of the items of a basket, as it is on this menu. */
export function seenAfter(
  seen: Seen | null,
  lines: readonly Line[],
  menu: GuestMenu,
  now: number,
): Seen | null {
  const { hours, catalog } = menu;
  if (!hours || !catalog || lines.length === 0) return null;
  if (heldUntil(seen, menu, now) !== null) return seen;
  const { id: catalogId, revision } = catalog;
  const { timeZone, changesAt } = hours;
  const isSame = isOf(seen, menu) && seen.changesAt === changesAt;
  // Another tab has a newer menu.
  if (!isSame && seen && seen.asOf > hours.asOf) return seen;
  const categories = catalog.categories.map((category) => ({
    ...category,
    list: category.list.filter(({ id }) => lines.some(({ itemId }) => itemId === id)),
  }));
  return {
    catalogId,
    revision,
    timeZone,
    asOf: isSame ? seen.asOf : hours.asOf,
    changesAt,
    categories: categories.filter(({ list }) => list.length > 0),
  };
}

/**
 * The menu by which a basket is priced and ordered. What was in it when the hours changed is taken for five minutes more,
 * at the lower of both prices, by the rule with which the server takes it; sold out marks and all else are of now.
 */
export function basketMenu(
  menu: GuestMenu,
  lines: readonly Line[],
  seen: Seen | null,
  now: number,
): BasketMenu {
  const until = heldUntil(seen, menu, now);
  const { hours, catalog } = menu;
  if (until === null || !seen || !hours || !catalog) return { menu, notice: null };
  const [then, current] = [seen.categories, catalog.categories];
  const chosen = [...new Set(lines.map(({ itemId }) => itemId))];
  const gone = chosen.flatMap((id) => (itemOf(current, id) ? [] : (itemOf(then, id)?.name ?? [])));
  const isDearer = chosen.some(
    (id) => (itemOf(then, id)?.cost ?? Infinity) < (itemOf(current, id)?.cost ?? 0),
  );
  if (gone.length === 0 && !isDearer) return { menu, notice: null };
  const time = timeOnWall(new Date(until).toISOString(), menu.outlet.timeZone, now);
  return {
    menu: {
      ...menu,
      hours: { ...hours, asOf: seen.asOf },
      catalog: { ...catalog, categories: both(current, then) },
    },
    notice:
      gone.length > 0
        ? `Not served any more: ${gone.join(', ')}. What is in your basket is taken until ${time}.`
        : `The happy hour is over. What is in your basket keeps its price until ${time}.`,
  };
}

function both(current: readonly GuestCategory[], then: readonly GuestCategory[]): GuestCategory[] {
  const cheaper = current.map((category) => ({
    ...category,
    list: category.list.map((item) => ({
      ...item,
      cost: pence(Math.min(item.cost, itemOf(then, item.id)?.cost ?? Infinity)),
    })),
  }));
  const gone = then.map((category) => ({
    ...category,
    list: category.list.filter(({ id }) => !itemOf(current, id)),
  }));
  return [...cheaper, ...gone];
}
