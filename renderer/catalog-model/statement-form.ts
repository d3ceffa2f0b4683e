import { statementOf, type Allergen, type AllergenKind, type Statement } from '#shared/base/allergens.ts';
import type { MenuPart } from '#shared/catalogs/stated.ts';
import type { CatalogContent } from './content.ts';
import { inItem, type Edit } from './edits.ts';

/** A statement of allergens as it is filled in: `contains` may have nothing ticked yet. */
export type StatementValues = {
  stated: '' | 'none' | 'contains';
  allergens: Allergen[];
  allergenKinds: AllergenKind[];
};

export const notStated: StatementValues = { stated: '', allergens: [], allergenKinds: [] };

export function statementValues(entry: Statement): StatementValues {
  const { allergens = [], allergenKinds = [], containsNone } = statementOf(entry);
  if (allergens.length > 0) return { stated: 'contains', allergens, allergenKinds };
  return { ...notStated, stated: containsNone ? 'none' : '' };
}

/** The values of a form, also of one that was half filled in when the app was older. */
export function statementIn(values: Partial<StatementValues>): StatementValues {
  const { allergens = [], allergenKinds = [] } = values;
  return { stated: values.stated ?? (allergens.length > 0 ? 'contains' : ''), allergens, allergenKinds };
}

/** What is ticked counts only while "Contains" is chosen. */
export function statementFrom(values: Partial<StatementValues>): Statement {
  const { stated, allergens, allergenKinds } = statementIn(values);
  if (stated === 'none') return { containsNone: true };
  return stated === 'contains' ? statementOf({ allergens, allergenKinds }) : {};
}

/** Why it cannot be saved; empty if it can. */
export function statementProblem(values: Partial<StatementValues>): string {
  const { stated } = statementIn(values);
  const empty = stated === 'contains' && !statementFrom(values).allergens;
  return empty ? 'Please tick what it contains.' : '';
}

/** States the allergens of one item or option, and changes nothing else of it. */
export function stateAllergens({ categoryId, itemId, option }: MenuPart, statement: Statement): Edit {
  return (content: CatalogContent) =>
    inItem(content, { categoryId, itemId }, (item) =>
      option
        ? {
            ...item,
            modifiers: item.modifiers.map((modifier) =>
              modifier.id === option.modifierId
                ? {
                    ...modifier,
                    list: modifier.list.map((entry) =>
                      entry.name === option.name ? { ...unsaid(entry), ...statement } : entry,
                    ),
                  }
                : modifier,
            ),
          }
        : { ...unsaid(item), ...statement },
    );
}

function unsaid<T extends Statement>(entry: T) {
  const { allergens: _allergens, allergenKinds: _kinds, containsNone: _none, ...rest } = entry;
  return rest;
}
