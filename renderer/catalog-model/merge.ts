import type { Category, Item, Modifier, ModifierOption } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import type { CatalogContent } from './content.ts';
import {
  categoryFields,
  itemFields,
  modifierFields,
  nameField,
  optionFields,
  sameIn,
  trail,
  type Field,
} from './fields.ts';
import { mergeOrder, movedBetween } from './order.ts';
import { same } from '../api/same.ts';

export type Side = 'mine' | 'theirs';
/** The side that wins, by the collision's key. */
export type Choices = Readonly<Record<string, Side>>;
/** One thing that was changed in two ways; both in words. */
export type Collision = { key: string; what: string; mine: string; theirs: string };
export type Merge = { merged: CatalogContent; collisions: Collision[] };

/**
 * Merges two people's versions of one content: a change that only one of them made wins. A thing that both changed
 * differently is a collision; mine wins there unless theirs was chosen.
 */
export function merge(
  base: CatalogContent,
  mine: CatalogContent,
  theirs: CatalogContent,
  choices: Choices = {},
): Merge {
  const collisions: Collision[] = [];
  const decide = (collision: Collision): Side => {
    collisions.push(collision);
    return choices[collision.key] ?? 'mine';
  };

  const merged = {
    ...mine,
    ...mergeFields('catalog', 'Catalog', [nameField], base, mine, theirs),
    categories: mergeList<Category>(
      '',
      '',
      [base.categories, mine.categories, theirs.categories],
      mergeCategory,
    ),
  };
  return { merged, collisions };

  function mergeCategory(path: string, at: string, [base, mine, theirs]: Versions<Category>): Category {
    return {
      ...mine,
      ...mergeFields(path, at, categoryFields, base, mine, theirs),
      list: mergeList<Item>(path, at, [base?.list, mine.list, theirs.list], mergeItem),
    };
  }

  function mergeItem(path: string, at: string, [base, mine, theirs]: Versions<Item>): Item {
    return {
      ...mine,
      ...mergeFields(path, at, itemFields, base, mine, theirs),
      modifiers: mergeList<Modifier>(
        path,
        at,
        [base?.modifiers, mine.modifiers, theirs.modifiers],
        mergeModifier,
      ),
    };
  }

  function mergeModifier(path: string, at: string, [base, mine, theirs]: Versions<Modifier>): Modifier {
    return {
      ...mine,
      ...mergeFields(path, at, modifierFields, base, mine, theirs),
      list: mergeList<ModifierOption>(path, at, [base?.list, mine.list, theirs.list], mergeOption),
    };
  }

  function mergeOption(path: string, at: string, [base, mine, theirs]: Versions<ModifierOption>) {
    return { ...mine, ...mergeFields(path, at, optionFields, base, mine, theirs) };
  }

  function mergeFields<T>(
    path: string,
    at: string,
    fields: readonly Field<T>[],
    base: T | undefined,
    mine: T,
    theirs: T,
  ): Partial<T> {
    const found: Partial<T> = {};
    for (const field of fields) {
      const { key, label, show } = field;
      const sideOf = (): Side => {
        if (sameIn(field, mine, theirs) || (base && sameIn(field, theirs, base))) return 'mine';
        if (base && sameIn(field, mine, base)) return 'theirs';
        const what = trail(at, label);
        return decide({ key: `${path}.${String(key)}`, what, mine: show(mine), theirs: show(theirs) });
      };
      const winner = sideOf() === 'mine' ? mine : theirs;
      for (const part of [key, ...(field.with ?? [])]) found[part] = winner[part];
    }
    return found;
  }

  function mergeList<T extends Entry>(
    path: string,
    at: string,
    [base = [], mine, theirs]: [T[] | undefined, T[], T[]],
    mergeEntry: (path: string, at: string, versions: Versions<T>) => T,
  ): T[] {
    const [ours, before, other] = [byKey(mine), byKey(base), byKey(theirs)];
    const kept = new Map<string, T>();
    for (const key of new Set([...ours.keys(), ...other.keys()])) {
      const [b, m, t] = [before.get(key), ours.get(key), other.get(key)];
      const place = `${path}/${key}`;
      const entry = m && t ? mergeBoth(place, [b, m, t]) : oneSided(place, b, m, t);
      if (entry) kept.set(key, entry);
    }
    return inOrder([base, mine, theirs]).flatMap((key) => kept.get(key) ?? []);

    function mergeBoth(place: string, versions: Versions<T>): T {
      const [b, m, t] = versions;
      if (b && same(m, b)) return t;
      return b && same(t, b) ? m : mergeEntry(place, trail(at, m.name), versions);
    }

    function oneSided(place: string, b: T | undefined, m: T | undefined, t: T | undefined): T | undefined {
      const left = m ?? t;
      // Added by one, or unchanged by the one who did not remove it.
      if (!b || !left || same(left, b)) return b ? undefined : left;
      const side = decide({
        key: `${place}.removed`,
        what: trail(at, left.name),
        mine: m ? 'Changed' : 'Removed',
        theirs: t ? 'Changed' : 'Removed',
      });
      return side === 'mine' ? m : t;
    }

    function inOrder([b, m, t]: [T[], T[], T[]]): string[] {
      const [inBase, inMine, inTheirs] = [b.map(keyOf), m.map(keyOf), t.map(keyOf)];
      const common = new Set(inBase.filter((key) => ours.has(key) && other.has(key)));
      const shared = (keys: string[]) => keys.filter((key) => common.has(key));
      const names = (keys: string[]) => keys.map((key) => ours.get(key)?.name ?? '').join(', ');
      let placed = movedBetween(shared(inBase), shared(inMine));
      const moved = movedBetween(shared(inBase), shared(inTheirs));
      if (same(shared(inMine), shared(inTheirs))) placed = new Set();
      else if ([...placed].some((key) => moved.has(key))) {
        const [mine, theirs] = [names(shared(inMine)), names(shared(inTheirs))];
        if (decide({ key: `${path}/order`, what: trail(at, 'Order'), mine, theirs }) === 'theirs')
          placed = new Set([...placed].filter((key) => !moved.has(key)));
      }
      const added = inMine.filter((key) => !other.has(key));
      return mergeOrder(inMine, inTheirs, new Set([...placed, ...added]), new Set(kept.keys()));
    }
  }
}

/** Merges two versions of one modifier, as {@link merge} does; mine wins what both have changed. */
export function mergeModifier(base: Modifier, mine: Modifier, theirs: Modifier): Modifier {
  const inMenu = (modifier: Modifier): CatalogContent => {
    const item = { id: '', name: '', cost: pence(0), note: '', modifiers: [modifier] };
    return { name: '', categories: [{ id: '', name: '', list: [item] }] };
  };
  const { merged } = merge(inMenu(base), inMenu(mine), inMenu(theirs));
  return merged.categories[0]?.list[0]?.modifiers[0] ?? mine;
}

/** Options have no id; their names are unique within a modifier, and orders and marks refer to them. */
type Entry = { id?: string; name: string };
type Versions<T> = [base: T | undefined, mine: T, theirs: T];

const keyOf = ({ id, name }: Entry): string => id ?? name;
const byKey = <T extends Entry>(entries: readonly T[]) =>
  new Map(entries.map((entry) => [keyOf(entry), entry]));
