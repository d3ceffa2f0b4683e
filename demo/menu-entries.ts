import type { Category, Item, Modifier } from '#shared/api/catalogs.ts';
import {
  allergenKinds,
  allergens,
  statementOf,
  type Allergen,
  type AllergenKind,
  type Statement,
} from '#shared/base/allergens.ts';
import { pence } from '#shared/base/money.ts';

/** The parts of the demo's menus. Their ids are readable, because nothing depends on an id's form. */

let made = 0;
const nextId = (kind: string) => `demo-${kind}-${++made}`;

/** What it contains; a cereal or nut stands for its allergen, too. */
type Contains = readonly (Allergen | AllergenKind)[];
export const none: Contains = [];
type Choice = [name: string, cost: number, contains: Contains, adult?: 'adult'];

function stated(contains: Contains): Statement {
  if (contains.length === 0) return { containsNone: true };
  return statementOf({
    allergens: allergens.filter((name) => contains.includes(name)),
    allergenKinds: allergenKinds.filter((kind) => contains.includes(kind)),
  });
}

export function modifier(kind: Modifier['kind'], name: string, note: string, choices: Choice[]): Modifier {
  return {
    id: nextId('modifier'),
    name,
    kind,
    note,
    list: choices.map(([option, cost, contains, age]) => ({
      name: option,
      cost: pence(cost),
      ...stated(contains),
      ...(age && { ageRestricted: true as const }),
    })),
  };
}

export function item(
  name: string,
  cost: number,
  contains: Contains,
  note = '',
  modifiers: Modifier[] = [],
): Item {
  return { id: nextId('item'), name, cost: pence(cost), note, modifiers, ...stated(contains) };
}

/** For people of 18 and over alone. */
export function adult(sold: Item): Item {
  return { ...sold, ageRestricted: true };
}

export function category(name: string, list: Item[]): Category {
  return { id: nextId('category'), name, list };
}
