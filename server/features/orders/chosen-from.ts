import { LRUCache } from 'lru-cache';
import type { Category } from '#shared/api/catalogs.ts';
import type { PlaceOrderBody } from '#shared/api/guest-orders.ts';
import type { OrderItem } from '#shared/api/orders.ts';
import type { LineStatement } from '#shared/base/allergens.ts';
import { labellingOf, lineLabellingOf, type LineLabelling } from '#shared/base/labelling.ts';
import { partsOfLine } from '#shared/catalogs/line-parts.ts';
import type { Database, Statement } from '../../database/database.ts';
import { refuse, type Refusal } from '../../http/refusal.ts';
import { fairTurns } from '../../limits/turns.ts';
import type { MenuCatalog } from './menu-cache.ts';
import type { Placing } from './order-limits.ts';

/** The revision of the menu that a guest chose from. */
export type ChosenFrom = { catalogId: string; revision: number };

type TellingMenu = ReturnType<typeof tellingOf>;

const readRevision: Statement = {
  name: 'menu_chosen_from',
  sql: `
select r.categories from outlets o
join catalogs c on c.seller_id = o.seller_id and c.id = $2
join catalog_revisions r on r.catalog_id = c.id and r.revision = $3
where o.id = $1`,
};

/** The most characters of past menus that are remembered, written as JSON: some hundred menus. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** Compares what an order contains with what its guest was told of it. Only an order from another revision is looked up. */
export function toldOtherwise(database: Database) {
  const pastMenu = pastMenus(database);

  /** Why the order is not taken: what is in it is told otherwise now, so that its guest must look again. */
  return async function refusal(
    placing: Placing,
    from: ChosenFrom | null,
    current: MenuCatalog,
    { items: lines }: PlaceOrderBody,
    /** The same lines as they are now. */
    items: readonly OrderItem[],
  ): Promise<Refusal | null> {
    if (!from || (from.catalogId === current.id && from.revision === current.revision)) return null;
    const then = await pastMenu(placing, from);
    if (!then) return menuChanged('The menu has changed: please look at it again.');
    const saying = (says: (then: LineLabelling, now: LineLabelling) => boolean) =>
      items.flatMap((now, index) => {
        const line = lines[index];
        return line && says(told(then, line), now) ? [now.name] : [];
      });
    const [contains, isForAdults] = [saying(containsOtherwise), saying(becameAdult)];
    if (contains.length > 0)
      return menuChanged(`What is in ${named(contains)} has changed: please look again.`);
    if (isForAdults.length > 0)
      return menuChanged(`For people of 18 and over alone now: ${named(isForAdults)}. Please look again.`);
    return null;
  };
}

/**
 * What revisions told. A revision never changes, so the last ones are remembered: each for the outlet that asked, since
 * it is read only for its seller's own. Those that are not are read one after another, as each may be large; networks
 * take turns.
 */
function pastMenus(database: Database) {
  const kept = new LRUCache<string, TellingMenu>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (menu, name) => name.length + JSON.stringify(menu).length,
  });
  const any = Number.POSITIVE_INFINITY;
  const turns = fairTurns({ atOnce: 1, atOnceEach: 1, mostWaiting: any, mostWaitingEach: any });

  return async function pastMenu(
    { outletId, placedFrom }: Placing,
    { catalogId, revision }: ChosenFrom,
  ): Promise<TellingMenu | null> {
    const key = [outletId, catalogId, revision];
    const name = key.join(' ');
    const read = async () => {
      const [row] = await database.run<{ categories: Category[] }>(readRevision, key);
      if (!row) return null;
      const menu = tellingOf(row.categories);
      kept.set(name, menu);
      return menu;
    };
    return kept.get(name) ?? turns.run(placedFrom, async () => kept.get(name) ?? read());
  };
}

/** What a menu tells of its items and their options, without all that is not compared. */
function tellingOf(categories: readonly Category[]) {
  return categories.map(({ list }) => ({
    list: list.map((item) => ({
      id: item.id,
      ...labellingOf(item),
      modifiers: item.modifiers.map(({ id, list: options }) => ({
        id,
        list: options.map((option) => ({ name: option.name, ...labellingOf(option) })),
      })),
    })),
  }));
}

const told = (menu: TellingMenu, line: PlaceOrderBody['items'][number]): LineLabelling =>
  lineLabellingOf(partsOfLine(menu, line));

const statedIn = ({ stated }: LineStatement) => (stated === 'whole' ? 2 : stated === 'partly' ? 1 : 0);

/** Something is contained that was not told, or less is stated than was. */
function containsOtherwise(then: LineLabelling, now: LineLabelling): boolean {
  const isMore = <T>(before: readonly T[] = [], after: readonly T[] = []) =>
    after.some((one) => !before.includes(one));
  return (
    isMore(then.allergens, now.allergens) ||
    isMore(then.allergenKinds, now.allergenKinds) ||
    statedIn(now) < statedIn(then)
  );
}

const becameAdult = (then: LineLabelling, now: LineLabelling): boolean =>
  now.ageRestricted === true && then.ageRestricted !== true;

const named = (names: string[]): string => [...new Set(names)].join(', ');
const menuChanged = (message: string): Refusal => refuse(409, 'MENU_CHANGED', message);
