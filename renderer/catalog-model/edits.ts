import type { Category, Item, Modifier } from '#shared/api/catalogs.ts';
import type { CatalogContent, CategoryPlace, ItemPlace, ModifierPlace } from './content.ts';

/**
 * Each edit returns a new content that shares unchanged parts with the old one. An edit of something that was removed
 * changes nothing.
 */
export type Edit = (content: CatalogContent) => CatalogContent;

export const rename =
  (name: string): Edit =>
  (content) => ({ ...content, name });

export const putCategory =
  (category: Category): Edit =>
  (content) => ({ ...content, categories: put(content.categories, category) });

export const renameCategory = (place: CategoryPlace, name: string): Edit => changeCategory(place, { name });

/** Changes some of a category's own fields. */
export const changeCategory =
  ({ categoryId }: CategoryPlace, change: Partial<Omit<Category, 'id' | 'list'>>): Edit =>
  (content) =>
    inCategory(content, categoryId, (category) => ({ ...category, ...change }));

export const removeCategory =
  ({ categoryId }: CategoryPlace): Edit =>
  (content) => ({ ...content, categories: without(content.categories, categoryId) });

export const moveCategory =
  (from: number, to: number): Edit =>
  (content) => ({ ...content, categories: moved(content.categories, from, to) });

/** Adds the item at the end of its category, or replaces the one with its id. */
export const putItem =
  ({ categoryId }: CategoryPlace, item: Item): Edit =>
  (content) =>
    inCategory(content, categoryId, (category) => ({ ...category, list: put(category.list, item) }));

export const removeItem =
  ({ categoryId, itemId }: ItemPlace): Edit =>
  (content) =>
    inCategory(content, categoryId, (category) => ({ ...category, list: without(category.list, itemId) }));

export const moveItem =
  ({ categoryId }: CategoryPlace, from: number, to: number): Edit =>
  (content) =>
    inCategory(content, categoryId, (category) => ({ ...category, list: moved(category.list, from, to) }));

export const putModifier =
  (place: ItemPlace, modifier: Modifier): Edit =>
  (content) =>
    inModifiers(content, place, (modifiers) => put(modifiers, modifier));

export const removeModifier =
  (place: ModifierPlace): Edit =>
  (content) =>
    inModifiers(content, place, (modifiers) => without(modifiers, place.modifierId));

export const moveModifier =
  (place: ItemPlace, from: number, to: number): Edit =>
  (content) =>
    inModifiers(content, place, (modifiers) => moved(modifiers, from, to));

function inCategory(
  content: CatalogContent,
  categoryId: string,
  change: (category: Category) => Category,
): CatalogContent {
  const categories = content.categories.map((category) =>
    category.id === categoryId ? change(category) : category,
  );
  return { ...content, categories };
}

function inModifiers(
  content: CatalogContent,
  place: ItemPlace,
  change: (modifiers: Modifier[]) => Modifier[],
): CatalogContent {
  return inItem(content, place, (item) => ({ ...item, modifiers: change(item.modifiers) }));
}

export function inItem(
  content: CatalogContent,
  { categoryId, itemId }: ItemPlace,
  change: (item: Item) => Item,
): CatalogContent {
  return inCategory(content, categoryId, (category) => ({
    ...category,
    list: category.list.map((item) => (item.id === itemId ? change(item) : item)),
  }));
}

function put<T extends { id: string }>(list: readonly T[], entry: T): T[] {
  const known = list.some(({ id }) => id === entry.id);
  return known ? list.map((other) => (other.id === entry.id ? entry : other)) : [...list, entry];
}

function without<T extends { id: string }>(list: readonly T[], gone: string): T[] {
  return list.filter(({ id }) => id !== gone);
}

/** The list with the entry at `from` moved to `to`. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from];
  return entry === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
