import { expect, it } from 'vitest';
import { cafeMenu, ferryMenu } from '../../demo/menu.ts';
import type { Category } from '../api/catalogs.ts';
import { pence } from '../base/money.ts';
import { partsOf, unstatedOf } from './stated.ts';

it('the demo’s menus are stated in full, each item and option (D56)', () => {
  const parts = partsOf([...ferryMenu(), ...cafeMenu()]);
  expect(parts.length).toBeGreaterThan(100);
  expect(unstatedOf(parts).map(({ names }) => names)).toEqual([]);
});

it('what is left of a menu is each item and option of which a customer cannot be told all', () => {
  const entry = { cost: pence(100), note: '', modifiers: [] };
  const menu: Category[] = [
    {
      id: 'mains',
      name: 'Mains',
      list: [
        {
          ...entry,
          id: 'burger',
          name: 'Burger',
          allergens: ['gluten'],
          modifiers: [
            {
              id: 'extras',
              name: 'Extras',
              kind: 'optionalExtra',
              note: '',
              list: [
                { name: 'Cheddar', cost: pence(50), allergens: ['milk'] },
                { name: 'Egg', cost: pence(50) },
              ],
            },
          ],
        },
        { ...entry, id: 'olives', name: 'Olives', containsNone: true },
      ],
    },
  ];
  const parts = partsOf(menu);
  expect(parts).toHaveLength(4);
  expect(unstatedOf(parts)).toEqual([
    {
      categoryId: 'mains',
      itemId: 'burger',
      names: ['Mains', 'Burger'],
      statement: { allergens: ['gluten'] },
    },
    {
      categoryId: 'mains',
      itemId: 'burger',
      option: { modifierId: 'extras', name: 'Egg' },
      names: ['Mains', 'Burger', 'Extras', 'Egg'],
      statement: {},
    },
  ]);
});
