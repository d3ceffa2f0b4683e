import {
  allergenKinds,
  allergenLabels,
  allergens,
  allergensWithKinds,
  kindLabels,
  kindsOf,
  statementOf,
  type Allergen,
  type AllergenKind,
  type Statement,
} from '#shared/base/allergens.ts';

const NONE = 'None';

/** `Gluten (wheat, rye), Milk`; `None` where the seller states that; empty where nothing is stated. */
export function allergensCell(statement: Statement): string {
  const { allergens: contained = [], allergenKinds: kinds = [], containsNone } = statementOf(statement);
  if (containsNone) return NONE;
  return contained
    .map((name) => {
      const own = allergensWithKinds.flatMap((one) => (one === name ? kindsOf(one) : []));
      const named = own.filter((kind) => kinds.includes(kind)).map((kind) => kindNames[kind]);
      return allergenLabels[name] + (named.length > 0 ? ` (${named.join(', ')})` : '');
    })
    .join(', ');
}

/** Reads such a cell, and what other programs write; an unknown word is a problem. */
export function readAllergens(text: string | undefined, wrong: (message: string) => void): Statement {
  const said = (text ?? '')
    .split(/[,;/()]/)
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '' && word !== 'not stated');
  const words = said.filter((word) => !saysNone.has(word));
  if (words.length === 0) return said.length > 0 ? { containsNone: true } : {};
  if (words.length < said.length) wrong(`“${text}” says both none and some allergens.`);
  for (const word of words)
    if (!allergens.some(isCalled(word, allergenLabels)) && !allergenKinds.some(isCalled(word, kindNames)))
      wrong(`“${word}” is none of the fourteen allergens.`);
  return statementOf({
    allergens: allergens.filter((name) => words.some((word) => isCalled(word, allergenLabels)(name))),
    allergenKinds: allergenKinds.filter((kind) => words.some((word) => isCalled(word, kindNames)(kind))),
  });
}

const saysNone: ReadonlySet<string> = new Set(['none', 'none of the 14', 'none of the 14 allergens']);

const kindNames: Readonly<Record<AllergenKind, string>> = { ...kindLabels.gluten, ...kindLabels.nuts };

/** Whether a word in small letters names an allergen or one of the kinds, also in the singular. */
function isCalled<Name extends Allergen | AllergenKind>(
  word: string,
  labels: Readonly<Record<Name, string>>,
) {
  return (name: Name): boolean => {
    const label = labels[name].toLowerCase();
    return word === label || `${word}s` === label || otherNames[word] === name;
  };
}

const otherNames: Readonly<Record<string, Allergen | AllergenKind>> = {
  cereals: 'gluten',
  'cereals containing gluten': 'gluten',
  dairy: 'milk',
  'tree nuts': 'nuts',
  soybeans: 'soya',
  soy: 'soya',
  'sulphur dioxide': 'sulphites',
  sulfites: 'sulphites',
  'cashew nuts': 'cashews',
  'pecan nuts': 'pecans',
  'pistachio nuts': 'pistachios',
  'macadamia nuts': 'macadamias',
  'queensland nuts': 'macadamias',
};
