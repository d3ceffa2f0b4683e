import { allergenLabels, allergens, statementOf, type Allergen } from '#shared/base/allergens.ts';
import type { GuestCategory, GuestItem, Modifier } from '#shared/api/catalogs.ts';

/** What a guest looks for: words, and allergens that nothing may contain. */
export type Sought = { words: string; without: readonly Allergen[] };

/** What is shown of a menu, and how many items are not because of an allergen. */
export type Filtered = {
  categories: GuestCategory[];
  /** They contain one of the allergens. */
  contain: number;
  /** Nobody has said what they contain. */
  unstated: number;
};

/** Whether a dish may be eaten: it contains none of the allergens; it does; or nobody has said. */
type Verdict = 'free' | 'contains' | 'unstated';

function verdictOn(part: Parameters<typeof statementOf>[0], without: readonly Allergen[]): Verdict {
  const { allergens: contained, containsNone } = statementOf(part);
  if (contained?.some((name) => without.includes(name))) return 'contains';
  return contained || containsNone ? 'free' : 'unstated';
}

/** An item is as safe as the safest choice that is left of what must be chosen with it. */
function verdictOf(item: GuestItem, without: readonly Allergen[]): Verdict {
  const own = verdictOn(item, without);
  const needed = item.modifiers
    .filter(({ kind }) => kind === 'pickOne')
    .map((choice) => best(choice, without));
  const verdicts = [own, ...needed];
  return verdicts.find((one) => one === 'contains') ?? verdicts.find((one) => one === 'unstated') ?? 'free';
}

function best({ list }: Modifier, without: readonly Allergen[]): Verdict {
  const left = list.filter(({ soldOutUntil }) => !soldOutUntil);
  const verdicts = left.map((option) => verdictOn(option, without));
  return verdicts.find((one) => one === 'free') ?? verdicts.find((one) => one === 'unstated') ?? 'contains';
}

/** Why an option is not for a guest who may not eat these; null if it is. */
export function warningOf(
  part: Parameters<typeof statementOf>[0],
  without: readonly Allergen[],
): string | null {
  if (without.length === 0) return null;
  const verdict = verdictOn(part, without);
  if (verdict === 'free') return null;
  if (verdict === 'unstated') return 'Allergens not stated: please ask';
  const { allergens: contained = [] } = statementOf(part);
  return `Contains ${allergens
    .filter((name) => without.includes(name) && contained.includes(name))
    .map((name) => allergenLabels[name].toLowerCase())
    .join(', ')}`;
}

/** The menu with what was sought alone. An item of which nothing is stated counts as one that may contain anything. */
export function filtered(categories: readonly GuestCategory[], { words, without }: Sought): Filtered {
  const sought = plain(words).split(/\s+/).filter(Boolean);
  let [contain, unstated] = [0, 0];
  const left = categories.flatMap((category) => {
    const list = category.list.filter((item) => {
      const text = plain([category.name, item.name, item.note].join(' '));
      if (!sought.every((word) => text.includes(word))) return false;
      const verdict = without.length === 0 ? 'free' : verdictOf(item, without);
      if (verdict === 'contains') contain += 1;
      if (verdict === 'unstated') unstated += 1;
      return verdict === 'free';
    });
    return list.length > 0 ? [{ ...category, list }] : [];
  });
  return { categories: left, contain, unstated };
}

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
