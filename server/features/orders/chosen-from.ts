import type { Category } from '#shared/api/catalogs.ts';
import type { PlaceOrderBody } from '#shared/api/guest-orders.ts';
import type { OrderItem } from '#shared/api/orders.ts';
import { unionOf, type LineStatement } from '#shared/base/allergens.ts';
import { partsOfLine } from '#shared/catalogs/line-parts.ts';
import { batchedRead } from '../../database/batched-read.ts';
import type { Database, Statement } from '../../database/database.ts';
import { refuse, type Refusal } from '../../http/refusal.ts';
import type { MenuCatalog } from './menu-cache.ts';

/** The revision of the menu that a guest chose from. */
export type ChosenFrom = { catalogId: string; revision: number };

type Told = Pick<OrderItem, 'allergens' | 'allergenKinds' | 'stated' | 'ageRestricted'>;

const readRevision: Statement = {
  name: 'menu_chosen_from',
  sql: `
select r.categories from outlets o
join catalogs c on c.seller_id = o.seller_id and c.id = $2
join catalog_revisions r on r.catalog_id = c.id and r.revision = $3
where o.id = $1`,
};

/** Compares what an order contains with what its guest was told of it. Only an order from another revision is looked up. */
export function toldOtherwise(database: Database) {
  /** One after another: each may be large. */
  const read = batchedRead<[outletId: string, catalogId: string, revision: number], Category[]>(
    String,
    async (keys) => {
      const found = new Map<string, Category[]>();
      for (const key of keys) {
        const [row] = await database.run<{ categories: Category[] }>(readRevision, key);
        if (row) found.set(String(key), row.categories);
      }
      return found;
    },
  );

  /** Why the order is not taken: what is in it is told otherwise now, so that its guest must look again. */
  return async function refusal(
    outletId: string,
    from: ChosenFrom | null,
    current: MenuCatalog,
    { items: lines }: PlaceOrderBody,
    /** The same lines as they are now. */
    items: readonly OrderItem[],
  ): Promise<Refusal | null> {
    if (!from || (from.catalogId === current.id && from.revision === current.revision)) return null;
    const then = await read([outletId, from.catalogId, from.revision]);
    if (!then) return menuChanged('The menu has changed: please look at it again.');
    const saying = (says: (then: Told, now: Told) => boolean) =>
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

function told(categories: readonly Category[], line: PlaceOrderBody['items'][number]): Told {
  const parts = partsOfLine(categories, line);
  return { ...unionOf(parts), ...(parts.some((part) => part.ageRestricted) && { ageRestricted: true }) };
}

const statedIn = ({ stated }: LineStatement) => (stated === 'whole' ? 2 : stated === 'partly' ? 1 : 0);

/** Something is contained that was not told, or less is stated than was. */
function containsOtherwise(then: Told, now: Told): boolean {
  const isMore = <T>(before: readonly T[] = [], after: readonly T[] = []) =>
    after.some((one) => !before.includes(one));
  return (
    isMore(then.allergens, now.allergens) ||
    isMore(then.allergenKinds, now.allergenKinds) ||
    statedIn(now) < statedIn(then)
  );
}

const becameAdult = (then: Told, now: Told): boolean =>
  now.ageRestricted === true && then.ageRestricted !== true;

const named = (names: string[]): string => [...new Set(names)].join(', ');
const menuChanged = (message: string): Refusal => refuse(409, 'MENU_CHANGED', message);
