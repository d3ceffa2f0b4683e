import { describe, expect, it } from 'vitest';
import type { MenuPart } from '#shared/catalogs/stated.ts';
import { pence } from '#shared/base/money.ts';
import type { CatalogContent } from './content.ts';
import { findItem } from './content.ts';
import { merge } from './merge.ts';
import { notStated, stateAllergens, statementFrom, statementIn, statementProblem } from './statement-form.ts';

const place = { categoryId: 'mains', itemId: 'burger' };
const content: CatalogContent = {
  name: 'Menu',
  categories: [
    {
      id: 'mains',
      name: 'Mains',
      list: [
        {
          id: 'burger',
          name: 'Burger',
          cost: pence(900),
          note: '',
          modifiers: [
            {
              id: 'extras',
              name: 'Extras',
              kind: 'optionalExtra',
              note: '',
              list: [{ name: 'Cheddar', cost: pence(100), allergens: ['eggs'] }],
            },
          ],
        },
      ],
    },
  ],
};
const part = (option?: MenuPart['option']): MenuPart => ({
  ...place,
  ...(option && { option }),
  names: [],
  statement: {},
});

describe('stating allergens (D56)', () => {
  it('says what is ticked only while it contains any, and asks for a tick', () => {
    const ticked = {
      stated: 'contains' as const,
      allergens: ['nuts' as const],
      allergenKinds: ['almonds' as const],
    };
    expect(statementFrom(ticked)).toEqual({ allergens: ['nuts'], allergenKinds: ['almonds'] });
    expect(statementFrom({ ...ticked, stated: 'none' })).toEqual({ containsNone: true });
    expect(statementFrom({ ...ticked, stated: '' })).toEqual({});
    expect(statementProblem(ticked)).toBe('');
    expect(statementProblem({ ...notStated, stated: 'contains' })).not.toBe('');
  });

  it('reads a form that an older version of the app kept', () => {
    expect(statementIn({ allergens: ['milk'] })).toMatchObject({ stated: 'contains', allergens: ['milk'] });
    expect(statementIn({})).toEqual(notStated);
  });

  it('changes nothing else of an item or option', () => {
    const option = { modifierId: 'extras', name: 'Cheddar' };
    const stated = stateAllergens(part(option), { allergens: ['milk'] })(
      stateAllergens(part(), { containsNone: true })(content),
    );
    const burger = findItem(content, place);
    expect(findItem(stated, place)).toEqual({
      ...burger,
      containsNone: true,
      modifiers: [{ ...burger?.modifiers[0], list: [{ name: 'Cheddar', cost: 100, allergens: ['milk'] }] }],
    });
    expect(stateAllergens({ ...part(), itemId: 'gone' }, { containsNone: true })(content)).toEqual(content);
  });

  it('two who state different things of one item are asked; neither is mixed with the other', () => {
    const mine = stateAllergens(part(), { allergens: ['nuts'], allergenKinds: ['almonds'] })(content);
    const theirs = stateAllergens(part(), { containsNone: true })(content);
    const { merged, collisions } = merge(content, mine, theirs);
    expect(collisions).toMatchObject([{ mine: 'Nuts (almonds)', theirs: 'None of the 14 allergens' }]);
    expect(findItem(merged, place)).toMatchObject({ allergens: ['nuts'], allergenKinds: ['almonds'] });
    expect(findItem(merged, place)?.containsNone).toBeUndefined();
    const { key } = collisions[0] ?? { key: '' };
    const other = findItem(merge(content, mine, theirs, { [key]: 'theirs' }).merged, place);
    expect(other).toMatchObject({ containsNone: true });
    expect(other?.allergens).toBeUndefined();
  });
});
