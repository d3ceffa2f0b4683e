import type { Category } from '#shared/api/catalogs.ts';
import { refuse, type Refusal } from '../../http/refusal.ts';

/** More than any venue sells, and little enough for a customer's phone. */
const MOST_ITEMS = 2_500;

/** What one schema cannot say of a catalog as a whole: why it cannot be saved, or null. */
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
  for (const modifier of modifiers) {
    // Orders and marks name an option by its name.
    const option = repeated(modifier.list.map(({ name }) => name));
    if (option !== null) return wrong('DUPLICATE_OPTION', `${modifier.name} has the option ${option} twice.`);
  }
  return null;
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
