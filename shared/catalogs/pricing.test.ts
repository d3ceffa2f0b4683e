import { describe, expect, it } from 'vitest';
import { pence } from '../base/money.ts';
import type { Category } from '../api/catalogs.ts';
import { priceList, priceOrder } from './pricing.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const menu: Category[] = [
  {
    id: 'c',
    name: 'Mains',
    list: [
      {
        id: 'burger',
        name: 'Ferry burger',
        cost: pence(1450),
        note: '',
        modifiers: [
          {
            id: 'cooked',
            name: 'Cooked',
            kind: 'pickOne',
            note: '',
            list: [
              { name: 'Medium', cost: pence(0) },
              { name: 'Well done', cost: pence(0) },
            ],
          },
          {
            id: 'extras',
            name: 'Extras',
            kind: 'optionalExtra',
            note: '',
            list: [
              { name: 'Cheddar', cost: pence(120) },
              { name: 'Egg', cost: pence(150), soldOutUntil: 'session' },
            ],
          },
        ],
      },
      { id: 'tea', name: 'Tea', cost: pence(300), note: '', modifiers: [] },
      {
        id: 'pie',
        name: 'Pie',
        cost: pence(1495),
        note: '',
        modifiers: [],
        soldOutUntil: '2026-03-01T12:00:01.000Z',
      },
    ],
  },
];
const price = (items: Parameters<typeof priceOrder>[1]['items'], tip = 0) =>
  priceOrder(priceList(menu), { items, tip: pence(tip) }, now, (index) => `line-${index}`);
const burger = (...modifications: [string, string][]) => ({
  itemId: 'burger',
  quantity: 2,
  modifications: modifications.map(([modifierId, option]) => ({ modifierId, option })),
});

describe('amounts come from the catalog (D23)', () => {
  it('adds quantity × (cost + modifications), service charge and tip', () => {
    expect(price([burger(['cooked', 'Medium'], ['extras', 'Cheddar'])], 400)).toMatchObject({
      serviceCharge: 0,
      tip: 400,
      amount: 2 * (1450 + 120) + 400,
      items: [
        {
          id: 'line-0',
          itemId: 'burger',
          name: 'Ferry burger',
          quantity: 2,
          cost: 1450,
          modifications: [{ cost: 0 }, { cost: 120 }],
        },
      ],
    });
  });

  it('adds the service charge below £8', () => {
    expect(price([{ itemId: 'tea', quantity: 2 }])).toMatchObject({ serviceCharge: 20, amount: 620 });
  });
});

describe('what cannot be sold (D22)', () => {
  it.each([
    ['an unknown item', [{ itemId: 'nothing', quantity: 1 }], 'items.0.itemId'],
    ['an item sold out until later', [{ itemId: 'pie', quantity: 1 }], 'items.0.itemId'],
    ['an unknown option', [burger(['cooked', 'Blue'])], 'items.0.modifications.0'],
    ['an option of another modifier', [burger(['extras', 'Medium'])], 'items.0.modifications.0'],
    ['a sold-out option', [burger(['cooked', 'Medium'], ['extras', 'Egg'])], 'items.0.modifications.1'],
    [
      'the same extra twice',
      [burger(['cooked', 'Medium'], ['extras', 'Cheddar'], ['extras', 'Cheddar'])],
      'items.0.modifications.2',
    ],
    ['"pick one" without an answer', [burger(['extras', 'Cheddar'])], 'items.0.modifications'],
    [
      '"pick one" with two answers',
      [burger(['cooked', 'Medium'], ['cooked', 'Well done'])],
      'items.0.modifications',
    ],
    [
      'more than an order can be',
      Array.from({ length: 99 }, () => ({ ...burger(['cooked', 'Medium']), quantity: 999 })),
      'items',
    ],
  ])('%s', (_what, items, path) => {
    expect(price(items)).toMatchObject({ fields: { [path]: expect.any(String) } });
  });
});
