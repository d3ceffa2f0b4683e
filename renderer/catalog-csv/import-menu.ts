import { v7 as newId } from 'uuid';
import type { Category, Item, Modifier, ModifierOption, Serving } from '#shared/api/catalogs.ts';
import { statementOf } from '#shared/base/allergens.ts';
import { labellingOf } from '#shared/base/labelling.ts';
import { servingOf } from '#shared/catalogs/served.ts';
import type { CatalogContent } from '../catalog-model/content.ts';
import type { Column } from './columns.ts';
import type { SheetCategory, SheetItem, SheetMenu, SheetModifier } from './read-menu.ts';

/**
 * What must be put right before the file can be imported. Rows of one name in a file are one category, and one
 * modifier of their item, so that it cannot say which of two on the menu it means.
 */
export function importProblems({ categories }: CatalogContent, { told, ...menu }: SheetMenu): string[] {
  if (menu.problems.length > 0) return menu.problems;
  const inFile = new Map(menu.categories.map(({ name, list }) => [name, new Set(list.map(nameOf))]));
  const items = categories.flatMap(({ name: category, list }) =>
    list
      .filter(({ name }) => told.has('modifier') && inFile.get(category)?.has(name))
      .map(({ name, modifiers }) => ({ at: `${category} › ${name}`, modifiers })),
  );
  const problems = [
    ...namedTwice(categories)
      .filter((name) => inFile.has(name))
      .map((name) => `The menu has two categories called “${name}”, ${RENAME}`),
    ...items.flatMap(({ at, modifiers }) =>
      namedTwice(modifiers).map((name) => `“${at}” has two modifiers called “${name}”, ${RENAME}`),
    ),
  ];
  // Two items may have one name as well.
  return [...new Set(problems)];
}

const RENAME = 'which a file cannot tell apart. Rename one first.';
const nameOf = ({ name }: Named) => name;

function namedTwice(entries: readonly Named[]): string[] {
  const names = entries.map(nameOf);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/**
 * The catalog after importing the file. Entries are matched by name, the second of two with one name as the second,
 * and retain their ids: importing the same file again changes nothing.
 * @param onlyTheFile removes what the file does not contain and uses its order; otherwise that stays in place, and
 * new entries follow it
 */
export function imported(content: CatalogContent, menu: SheetMenu, onlyTheFile: boolean): CatalogContent {
  const { told } = menu;
  return { ...content, categories: matched(content.categories, menu.categories, onlyTheFile, categoryOf) };

  function categoryOf(known: Category | undefined, category: SheetCategory): Category {
    return {
      id: known?.id ?? newId(),
      name: category.name,
      list: matched(known?.list ?? [], category.list, onlyTheFile, itemOf),
      ...servingOf({
        hours: (told.has('categoryHours') ? category : known)?.hours,
        happyHour: happyHourOf(known, category, 'categoryHappyPrice', 'categoryHappyHours'),
      }),
    };
  }

  function happyHourOf(
    known: Serving | undefined,
    said: Serving,
    ...needed: Column[]
  ): Serving['happyHour'] | undefined {
    return (needed.every((column) => told.has(column)) ? said : known)?.happyHour;
  }

  function itemOf(known: Item | undefined, item: SheetItem): Item {
    const labelling = {
      ...statementOf(told.has('allergens') ? item : (known ?? {})),
      ageRestricted: (told.has('age') ? item : known)?.ageRestricted,
      vatRate: told.has('vat') ? item.vatRate : known?.vatRate,
    };
    return {
      id: known?.id ?? newId(),
      name: item.name,
      cost: item.cost,
      note: told.has('note') ? item.note : (known?.note ?? ''),
      modifiers: told.has('modifier')
        ? // The file lists an item's modifiers completely.
          matched(known?.modifiers ?? [], item.modifiers, true, (before, modifier) =>
            modifierOf(told, before, modifier),
          )
        : (known?.modifiers ?? []),
      ...labellingOf(labelling),
      ...servingOf({
        hours: (told.has('hours') ? item : known)?.hours,
        happyHour: happyHourOf(known, item, 'happyPrice', 'happyHours'),
      }),
    };
  }
}

function modifierOf(told: SheetMenu['told'], known: Modifier | undefined, modifier: SheetModifier): Modifier {
  return {
    id: known?.id ?? newId(),
    name: modifier.name,
    kind: told.has('requirement') ? modifier.kind : (known?.kind ?? modifier.kind),
    note: told.has('modifierNote') ? modifier.note : (known?.note ?? ''),
    list: told.has('option') ? modifier.list.map(optionOf) : (known?.list ?? []),
  };

  function optionOf(option: ModifierOption): ModifierOption {
    const before = known?.list.find(({ name }) => name === option.name);
    const labelling = {
      ...statementOf(told.has('optionAllergens') ? option : (before ?? {})),
      ageRestricted: (told.has('optionAge') ? option : before)?.ageRestricted,
      vatRate: (told.has('optionVat') ? option : before)?.vatRate,
    };
    const { cost } = told.has('optionPrice') ? option : (before ?? option);
    return { name: option.name, cost, ...labellingOf(labelling) };
  }
}

type Named = { name: string };

function matched<Known extends Named, Told extends Named>(
  known: readonly Known[],
  told: readonly Told[],
  onlyTold: boolean,
  make: (known: Known | undefined, told: Told) => Known,
): Known[] {
  const places = placesByName(known);
  const keys = placeKeys(told);
  const made = told.map((entry, index) => make(places.get(keys[index] ?? ''), entry));
  if (onlyTold) return made;
  const byKey = new Map(keys.map((key, index) => [key, made[index]]));
  const knownKeys = placeKeys(known);
  const kept = known.map((entry, index) => byKey.get(knownKeys[index] ?? '') ?? entry);
  return [...kept, ...made.filter((_entry, index) => !places.has(keys[index] ?? ''))];
}

const placesByName = <T extends Named>(entries: readonly T[]) => {
  const keys = placeKeys(entries);
  return new Map(entries.map((entry, index) => [keys[index] ?? '', entry]));
};

/** Its name, and its number among entries of that name. */
function placeKeys(entries: readonly Named[]): string[] {
  const counts = new Map<string, number>();
  return entries.map(({ name }) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${count} ${name}`;
  });
}
