import { expect, it } from 'vitest';
import type { GuestCategory, GuestItem } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { filtered, warningOf } from './filter.ts';

const item = (name: string, more: Partial<GuestItem> = {}): GuestItem => ({
  id: name,
  name,
  cost: pence(500),
  note: '',
  modifiers: [],
  ...more,
});
const menu: GuestCategory[] = [
  {
    id: 'mains',
    name: 'Mains',
    list: [
      item('Crème brûlée', { allergens: ['milk', 'eggs'] }),
      item('Chips', { containsNone: true, note: 'From the gluten-free fryer' }),
      item('Soup of the day'),
      item('Burger', {
        containsNone: true,
        modifiers: [
          {
            id: 'bun',
            name: 'Bun',
            kind: 'pickOne',
            note: '',
            list: [
              { name: 'Brioche', cost: pence(0), allergens: ['milk', 'gluten'] },
              { name: 'Plain', cost: pence(0), allergens: ['gluten'] },
            ],
          },
        ],
      }),
    ],
  },
];
const names = (found: ReturnType<typeof filtered>) =>
  found.categories.flatMap(({ list }) => list.map(({ name }) => name));

it('finds by words of name, heading and note, whatever the accents', () => {
  expect(names(filtered(menu, { words: 'creme BRULEE', without: [] }))).toEqual(['Crème brûlée']);
  expect(names(filtered(menu, { words: 'mains fryer', without: [] }))).toEqual(['Chips']);
  expect(filtered(menu, { words: 'pizza', without: [] }).categories).toEqual([]);
});

it('never shows a dish without an allergen that contains it, or of which nobody has said', () => {
  const withoutMilk = filtered(menu, { words: '', without: ['milk'] });
  expect(names(withoutMilk)).toEqual(['Chips', 'Burger']);
  expect(withoutMilk).toMatchObject({ contain: 1, unstated: 1 });
  expect(names(filtered(menu, { words: '', without: ['gluten'] }))).toEqual(['Crème brûlée', 'Chips']);
});

it('warns of an option that contains it', () => {
  const [bun] = menu[0]?.list[3]?.modifiers ?? [];
  expect(bun?.list.map((option) => warningOf(option, ['milk']))).toEqual(['Contains milk', null]);
  expect(warningOf({}, ['milk'])).toBe('Allergens not stated: please ask');
  expect(warningOf({}, [])).toBeNull();
});
