import type { Catalog, Category, Item, Modifier } from '#shared/api/catalogs.ts';
import { isStillSoldOut, withSoldOut } from '#shared/catalogs/sold-out.ts';

/** The part of a catalog that people edit and saves send, without what is sold out. */
export type CatalogContent = { name: string; categories: Category[] };

export function contentOf({ name, categories }: CatalogContent): CatalogContent {
  return { name, categories: withSoldOut(categories, []) };
}

/** Until when each sold-out thing is sold out, by {@link soldOutKey}. */
export type SoldOut = Readonly<Record<string, string>>;

export function soldOutKey(itemId: string, option?: { modifierId: string; name: string }): string {
  return option ? `${itemId}/${option.modifierId}/${option.name}` : itemId;
}

/** What is sold out of a catalog now, without expired marks. */
export function soldOutOf({ categories }: Pick<Catalog, 'categories'>): SoldOut {
  const soldOut: Record<string, string> = {};
  for (const item of categories.flatMap(({ list }) => list)) {
    if (item.soldOutUntil) soldOut[soldOutKey(item.id)] = item.soldOutUntil;
    for (const modifier of item.modifiers)
      for (const { name, soldOutUntil } of modifier.list)
        if (soldOutUntil) soldOut[soldOutKey(item.id, { modifierId: modifier.id, name })] = soldOutUntil;
  }
  return stillSoldOut(soldOut);
}

/** Without expired marks. */
export function stillSoldOut(soldOut: SoldOut, now = Date.now()): SoldOut {
  return Object.fromEntries(Object.entries(soldOut).filter(([, until]) => isStillSoldOut(until, now)));
}

/** When the next mark expires, in ms since 1970; Infinity if none does. */
export function nextEndOf(soldOut: SoldOut): number {
  const ends = Object.values(soldOut).map((until) => (until === 'session' ? Infinity : Date.parse(until)));
  return Math.min(...ends.filter(Number.isFinite), Infinity);
}

export function itemsOf({ categories }: Pick<CatalogContent, 'categories'>): Item[] {
  return categories.flatMap(({ list }) => list);
}

/** `1 item`, `7 items`. */
export function countText(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The place of an entry: a category; an item of it; a modifier of that. */
export type CategoryPlace = { categoryId: string };
export type ItemPlace = CategoryPlace & { itemId: string };
export type ModifierPlace = ItemPlace & { modifierId: string };

export function findCategory(content: CatalogContent, { categoryId }: CategoryPlace): Category | undefined {
  return content.categories.find(({ id }) => id === categoryId);
}

export function findItem(content: CatalogContent, place: ItemPlace): Item | undefined {
  return findCategory(content, place)?.list.find(({ id }) => id === place.itemId);
}

export function findModifier(content: CatalogContent, place: ModifierPlace): Modifier | undefined {
  return findItem(content, place)?.modifiers.find(({ id }) => id === place.modifierId);
}
