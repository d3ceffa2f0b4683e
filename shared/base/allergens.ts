/** The fourteen allergens that food sold in the United Kingdom must be labelled with. */
export const allergenLabels = {
  celery: 'Celery',
  gluten: 'Gluten',
  crustaceans: 'Crustaceans',
  eggs: 'Eggs',
  fish: 'Fish',
  lupin: 'Lupin',
  milk: 'Milk',
  molluscs: 'Molluscs',
  mustard: 'Mustard',
  nuts: 'Nuts',
  peanuts: 'Peanuts',
  sesame: 'Sesame',
  soya: 'Soya',
  sulphites: 'Sulphites',
} as const;
export type Allergen = keyof typeof allergenLabels;
export const allergens = Object.keys(allergenLabels) as Allergen[];

/** The allergens of which a customer must be told which one it is. */
export const kindLabels = {
  gluten: { wheat: 'wheat', rye: 'rye', barley: 'barley', oats: 'oats' },
  nuts: {
    almonds: 'almonds',
    hazelnuts: 'hazelnuts',
    walnuts: 'walnuts',
    cashews: 'cashews',
    pecans: 'pecans',
    'brazil-nuts': 'Brazil nuts',
    pistachios: 'pistachios',
    macadamias: 'macadamias',
  },
} as const;
export type AllergenWithKinds = keyof typeof kindLabels;
export type AllergenKind = keyof (typeof kindLabels)['gluten'] | keyof (typeof kindLabels)['nuts'];
export const allergensWithKinds = Object.keys(kindLabels) as AllergenWithKinds[];
export const kindsOf = (allergen: AllergenWithKinds) => Object.keys(kindLabels[allergen]) as AllergenKind[];
export const allergenKinds = allergensWithKinds.flatMap(kindsOf);
/** What one of its kinds is called when none is named. */
export const kindWords: Readonly<Record<AllergenWithKinds, string>> = { gluten: 'cereal', nuts: 'nut' };

/**
 * What a seller has stated of an item or option: the allergens that it contains and which cereals and nuts they are, or
 * that it contains none of the fourteen. Without either nothing is stated, and it may contain any.
 */
export type Statement = {
  allergens?: Allergen[] | undefined;
  allergenKinds?: AllergenKind[] | undefined;
  containsNone?: true | undefined;
};

/**
 * The statement of an order's line: that of its item and of each chosen option together. `partly`: one of them is not
 * stated, so the line may contain more. Left out: nothing is stated, or an older server speaks of the item alone.
 */
export type LineStatement = Statement & { stated?: 'whole' | 'partly' | undefined };

/** Only what is set, as a copy in the usual order. A cereal or nut is also its allergen; nothing can unsay what is contained. */
export function statementOf({ allergens: told, allergenKinds: named, containsNone }: Statement): Statement {
  if (!told && !named) return containsNone ? { containsNone: true } : {};
  const kinds = allergenKinds.filter((kind) => named?.includes(kind));
  const contained = allergens.filter(
    (name) => told?.includes(name) || (hasKinds(name) && kindsOf(name).some((kind) => kinds.includes(kind))),
  );
  if (contained.length > 0)
    return { allergens: contained, ...(kinds.length > 0 && { allergenKinds: kinds }) };
  return containsNone ? { containsNone: true } : {};
}

/** The allergens of which nobody said which cereal or nut it is. */
function unnamedIn({ allergens: contained = [], allergenKinds: kinds = [] }: Statement) {
  return allergensWithKinds.filter(
    (name) => contained.includes(name) && !kindsOf(name).some((kind) => kinds.includes(kind)),
  );
}

/** Whether a customer can be told all of it: what it contains, which cereal and which nut, or that it contains none. */
export function isStated(statement: Statement): boolean {
  return saysAnything(statementOf(statement)) && unnamedIn(statement).length === 0;
}

/** The statement of a line that consists of these parts: its item and each chosen option. */
export function unionOf(parts: readonly Statement[]): LineStatement {
  const said = parts.map(statementOf);
  if (!said.some(saysAnything)) return {};
  const together = {
    allergens: said.flatMap(({ allergens: contained = [] }) => contained),
    allergenKinds: said.flatMap(({ allergenKinds: kinds = [] }) => kinds),
  };
  const left = unnamedIn(together);
  const whole =
    said.every(saysAnything) && said.every((part) => unnamedIn(part).every((name) => left.includes(name)));
  return {
    ...statementOf({ ...together, ...(whole && { containsNone: true }) }),
    stated: whole ? 'whole' : 'partly',
  };
}

const saysAnything = ({ allergens: contained = [], containsNone }: Statement): boolean =>
  contained.length > 0 || containsNone === true;

const NOT_STATED = 'Allergens not stated';
const NONE = 'None of the 14 allergens';

/** An item's or option's statement in words, never empty: `Contains: Gluten (wheat), Milk`. */
export function allergensText(statement: Statement): string {
  const { allergens: contained = [], allergenKinds: kinds = [], containsNone } = statementOf(statement);
  if (contained.length === 0) return containsNone ? NONE : NOT_STATED;
  const unnamed = unnamedIn(statement);
  return containsText(contained, kinds, (name) =>
    unnamed.includes(name) ? ` (${kindWords[name]} not stated)` : '',
  );
}

/**
 * A line's statement in words, never empty. A line of an older server says what was said of its item, and that the rest is
 * not stated if options were chosen.
 */
export function lineAllergensText(line: LineStatement & { modifications: readonly unknown[] }): string {
  const { allergens: contained = [], allergenKinds: kinds = [] } = statementOf(line);
  if (line.stated === 'whole') return allergensText(line);
  if (contained.length === 0) return line.stated ? 'Allergens not all stated' : NOT_STATED;
  const rest = line.stated === 'partly' || line.modifications.length > 0 ? '; rest not stated' : '';
  return `${containsText(contained, kinds, () => '')}${rest}`;
}

/** The same in the least words, for a card among many. */
export function shortAllergensText(line: Parameters<typeof lineAllergensText>[0]): string {
  const text = lineAllergensText(line);
  return text === NONE ? 'None of the 14' : text;
}

function containsText(
  contained: readonly Allergen[],
  kinds: readonly AllergenKind[],
  withoutKind: (name: AllergenWithKinds) => string,
): string {
  const one = (name: Allergen) => {
    if (!hasKinds(name)) return allergenLabels[name];
    const labels: Partial<Record<AllergenKind, string>> = kindLabels[name];
    const named = kinds.flatMap((kind) => labels[kind] ?? []);
    return allergenLabels[name] + (named.length > 0 ? ` (${named.join(', ')})` : withoutKind(name));
  };
  return `Contains: ${contained.map(one).join(', ')}`;
}

function hasKinds(name: Allergen): name is AllergenWithKinds {
  return name in kindLabels;
}
