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

it('judges a choice that must be made by what is left of it', () => {
  const bread = (soldOut: Record<string, string>) => [
    {
      id: 'mains',
      name: 'Mains',
      list: [
        item('Soup', {
          containsNone: true,
          modifiers: [
            {
              id: 'bread',
              name: 'Bread',
              kind: 'pickOne' as const,
              note: '',
              list: [
                { name: 'Sourdough', cost: pence(0), allergens: ['gluten' as const] },
                { name: 'Gluten free', cost: pence(0), containsNone: true as const },
              ].map((option) => ({ ...option, soldOutUntil: soldOut[option.name] ?? null })),
            },
          ],
        }),
      ],
    },
  ];
  const sought = { words: '', without: ['gluten' as const] };
  expect(names(filtered(bread({}), sought))).toEqual(['Soup']);
  expect(names(filtered(bread({ Sourdough: 'session' }), sought))).toEqual(['Soup']);
  expect(filtered(bread({ 'Gluten free': 'session' }), sought)).toMatchObject({ categories: [], contain: 1 });
  const none = bread({ 'Gluten free': 'session', Sourdough: 'session' });
  expect(filtered(none, sought)).toMatchObject({ categories: [], contain: 1 });
});
