import type { Category, Item, ModifierOption, SentCategory } from '#shared/api/catalogs.ts';
import { statementOf } from '#shared/base/allergens.ts';
import { v7 as newId } from 'uuid';
import { refuse, type Refusal } from '../../http/refusal.ts';

/** The menu with an id for each entry that came without one; given ids stay. */
export function withIds(categories: readonly SentCategory[]): Category[] {
  return categories.map((category) => ({
    ...category,
    id: category.id ?? newId(),
    list: category.list.map((item) => ({
      ...item,
      id: item.id ?? newId(),
      modifiers: item.modifiers.map((modifier) => ({ ...modifier, id: modifier.id ?? newId() })),
    })),
  }));
}

/** More items than any venue sells, and little enough for a customer's phone. */
const MOST_ITEMS = 2_500;

/** Catalogs per seller; a chain has a handful. */
const MOST_CATALOGS = 50;
/** The size of all of a seller's catalogs together as JSON: twenty of the largest that can be saved. */
const MOST_BYTES = 20 * 1024 * 1024;

/** The total of a seller's catalogs: how many, and their bytes. */
export type CatalogTotals = { count: number; bytes: number };

/** Why a seller with these totals may not add or enlarge a catalog; null if they may. */
export function whyNoRoom({ count, bytes }: CatalogTotals): Refusal | null {
  if (count > MOST_CATALOGS)
    return refuse(
      422,
      'TOO_MANY_CATALOGS',
      `An account holds up to ${MOST_CATALOGS} catalogs. Please delete one that you do not use.`,
    );
  if (bytes > MOST_BYTES)
    return refuse(
      422,
      'CATALOGS_TOO_LARGE',
      'All your catalogs together would be larger than the 20 MB an account holds. Please delete one, or shorten this one.',
    );
  return null;
}

/** Checks what the schema cannot express about a catalog as a whole; null if it can be saved. */
export function whyNotSave(categories: Category[]): Refusal | null {
  const items = categories.flatMap((category) => category.list);
  if (items.length > MOST_ITEMS)
    return wrong(
      'CATALOG_TOO_LARGE',
      `A catalog holds up to ${MOST_ITEMS} items; this one has ${items.length}.`,
    );
  const modifiers = items.flatMap((item) => item.modifiers);
  const id = repeated([...categories, ...items, ...modifiers].map((entry) => entry.id));
  if (id !== null) return wrong('DUPLICATE_ID', `The id ${id} stands twice in this catalog.`);
  for (const entry of [...items, ...modifiers.flatMap(({ list }) => list)])
    if (contradictsItself(entry))
      return wrong('ALLERGENS_CONTRADICT', `The allergens of ${entry.name} contradict each other.`);
  for (const modifier of modifiers) {
    // Orders and sold-out marks refer to an option by its name.
    const option = repeated(modifier.list.map(({ name }) => name));
    if (option !== null) return wrong('DUPLICATE_OPTION', `${modifier.name} has the option ${option} twice.`);
  }
  return null;
}

/** Whether it contains none and something, or a cereal or nut whose allergen it does not name. */
function contradictsItself(entry: Item | ModifierOption): boolean {
  const { allergens = [] } = statementOf(entry);
  return allergens.length > (entry.allergens ?? []).length || (allergens.length > 0 && !!entry.containsNone);
}

function repeated(values: string[]): string | null {
  const seen = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) return value;
    seen.add(value);
  }
  return null;
}

function wrong(code: string, message: string): Refusal {
  return refuse(422, code, message, { fields: { categories: message } });
}
