import type { Category, Item, Modifier, ModifierOption } from '#shared/api/catalogs.ts';
import { countText, type CatalogContent } from './content.ts';
import {
  categoryFields,
  itemFields,
  modifierFields,
  nameField,
  optionFields,
  priceField,
  sameIn,
  trail,
  type Field,
} from './fields.ts';
import { movedBetween } from './order.ts';
import { same } from '../api/same.ts';

/** One difference in words: `Mains › Ferry burger`, changed, `Price: £14.50 → £15.00`. */
export type Difference = {
  key: string;
  kind: 'added' | 'removed' | 'changed' | 'moved';
  what: string;
  detail: string;
};

type Entry = { id?: string; name: string };
const keyOf = ({ id, name }: Entry): string => id ?? name;

/** The differences between `before` and `after`, from the top of the catalog down. */
export function differencesBetween(before: CatalogContent, after: CatalogContent): Difference[] {
  const found: Difference[] = [];
  fields('catalog', 'Catalog', [nameField], before, after);
  list(
    '',
    '',
    before.categories,
    after.categories,
    ({ list }: Category) => countText(list.length, 'item'),
    category,
  );
  return found;

  function category(path: string, at: string, one: Category, other: Category): void {
    fields(path, at, categoryFields, one, other);
    list(path, at, one.list, other.list, priceField.show, item);
  }

  function item(path: string, at: string, one: Item, other: Item): void {
    fields(path, at, itemFields, one, other);
    list(path, at, one.modifiers, other.modifiers, ({ list }) => countText(list.length, 'option'), modifier);
  }

  function modifier(path: string, at: string, one: Modifier, other: Modifier): void {
    fields(path, at, modifierFields, one, other);
    list(path, at, one.list, other.list, priceField.show, option);
  }

  function option(path: string, at: string, one: ModifierOption, other: ModifierOption): void {
    fields(path, at, optionFields, one, other);
  }

  function fields<T>(path: string, what: string, known: readonly Field<T>[], one: T, other: T): void {
    for (const field of known)
      if (!sameIn(field, one, other))
        found.push({
          key: `${path}.${String(field.key)}`,
          kind: 'changed',
          what,
          detail: `${field.label}: ${field.show(one)} → ${field.show(other)}`,
        });
  }

  function list<T extends Entry>(
    path: string,
    at: string,
    before: readonly T[],
    after: readonly T[],
    about: (entry: T) => string,
    inside: (path: string, at: string, one: T, other: T) => void,
  ): void {
    const known = new Map(before.map((entry) => [keyOf(entry), entry]));
    const kept = new Set(after.map(keyOf));
    for (const entry of before) if (!kept.has(keyOf(entry))) note('removed', entry, about(entry));
    for (const entry of after) {
      const earlier = known.get(keyOf(entry));
      if (!earlier) note('added', entry, about(entry));
      else if (!same(earlier, entry))
        inside(`${path}/${keyOf(entry)}`, trail(at, earlier.name), earlier, entry);
    }
    const common = (entries: readonly T[]) =>
      entries.map(keyOf).filter((key) => known.has(key) && kept.has(key));
    const moved = movedBetween(common(before), common(after));
    for (const entry of after)
      if (moved.has(keyOf(entry))) note('moved', entry, `to place ${after.indexOf(entry) + 1}`);

    function note(kind: Difference['kind'], entry: T, detail: string): void {
      found.push({ key: `${path}/${keyOf(entry)}.${kind}`, kind, what: trail(at, entry.name), detail });
    }
  }
}
