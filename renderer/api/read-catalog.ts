import type {
  Catalog,
  CatalogRevision,
  Category,
  Item,
  Modifier,
  ModifierOption,
} from '#shared/api/catalogs.ts';
import { idOf, record, text, textOrNull, type LooseJson } from '#shared/base/loose-json.ts';
import { amount, list, readList, timeIfSaid, whole } from './loose-values.ts';
import { readLabelling } from './read-labelling.ts';
import { readServing } from './read-serving.ts';

/** Throws if there is no catalog: one that failed to load must never be taken for an empty one. */
export function readCatalog(value: unknown): Catalog {
  const json = record(value);
  if (!idOf(json)) throw new TypeError('Expected a catalog');
  const latest = record(json['latestRevision']);
  const categories = readList(latest['categories'] ?? json['categories'] ?? [], 'categories', readCategory);
  return {
    id: idOf(json),
    name: text(json['name']),
    revision: whole(json['revision']),
    categories,
    latestRevision: { categories, createdAt: timeIfSaid(latest['createdAt']) },
  };
}

/** A catalog in a list; its contents and number of items are null if the server leaves them out. */
export type ListedCatalog = Pick<Catalog, 'id' | 'name' | 'revision'> & {
  categories: Category[] | null;
  itemCount: number | null;
};

export function readListedCatalog(value: unknown): ListedCatalog {
  const { id, name, revision, categories } = readCatalog(value);
  const json = record(value);
  const said = record(json['latestRevision'])['categories'] ?? json['categories'];
  const lists = list(said).map((category) => record(category)['list'] ?? record(category)['items']);
  return {
    id,
    name,
    revision,
    categories: Array.isArray(said) ? categories : null,
    itemCount: Array.isArray(said) && lists.every(Array.isArray) ? lists.flat().length : null,
  };
}

/** The catalog in a reply that may leave it out; null if it does. */
export function readCatalogIfTold(value: unknown): Catalog | null {
  const json = record(value);
  const told =
    idOf(json) && Array.isArray(json['categories'] ?? record(json['latestRevision'])['categories']);
  return told ? readCatalog(json) : null;
}

export function readRevisionSummary(value: unknown) {
  const json = record(value);
  return {
    revision: whole(json['revision']),
    name: text(json['name']),
    createdAt: timeIfSaid(json['createdAt']),
  };
}

export function readCatalogRevision(value: unknown): CatalogRevision {
  const { id, categories } = readCatalog(value);
  return { id, categories, ...readRevisionSummary(value) };
}

const readNamed = (json: LooseJson) => ({ id: idOf(json), name: text(json['name']) });

function readCategory(value: unknown): Category {
  const json = record(value);
  return {
    ...readNamed(json),
    list: list(json['list'] ?? json['items']).map(readItem),
    ...readServing(json),
  };
}

function readItem(value: unknown): Item {
  const json = record(value);
  return {
    ...readNamed(json),
    cost: amount(json['cost']),
    note: text(json['note']),
    modifiers: list(json['modifiers']).map(readModifier),
    soldOutUntil: textOrNull(json['soldOutUntil']),
    ...readLabelling(json),
    ...readServing(json),
  };
}

function readModifier(value: unknown): Modifier {
  const json = record(value);
  return {
    ...readNamed(json),
    kind: (text(json['kind']) || 'pickOne') as Modifier['kind'],
    note: text(json['note']),
    list: list(json['list'] ?? json['options']).map((option): ModifierOption => ({
      name: text(record(option)['name']),
      cost: amount(record(option)['cost']),
      soldOutUntil: textOrNull(record(option)['soldOutUntil']),
      ...readLabelling(record(option)),
    })),
  };
}
