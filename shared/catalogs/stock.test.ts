import { expect, it } from 'vitest';
import type { GuestCategory } from '../api/catalogs.ts';
import { pence } from '../base/money.ts';
import { stockOf, withStock, type Stock } from './stock.ts';

const item = (id: string): GuestCategory['list'][number] => ({
  id,
  name: id,
  cost: pence(300),
  note: '',
  modifiers: [
    {
      id: 'milk',
      name: 'Which milk?',
      kind: 'pickOne',
      note: '',
      list: [
        { name: 'Oat', cost: pence(40) },
        { name: 'Whole', cost: pence(0) },
      ],
    },
  ],
});
const menu: GuestCategory[] = [{ id: 'drinks', name: 'Drinks', list: [item('tea'), item('coffee')] }];
const stock: Stock = {
  soldOut: [
    { itemId: 'tea', until: 'session' },
    { itemId: 'coffee', modifierId: 'milk', option: 'Oat', until: '2026-08-01T10:00:00.000Z' },
  ],
  left: { tea: 0, coffee: 3 },
};

it('is read from a menu as it was put in', () => {
  expect(stockOf(withStock(menu, stock))).toEqual(stock);
});

it('takes the place of all that was there', () => {
  const other: Stock = { soldOut: [{ itemId: 'coffee', until: 'session' }], left: { tea: 5 } };
  expect(stockOf(withStock(withStock(menu, stock), other))).toEqual(other);
  expect(withStock(withStock(menu, stock), { soldOut: [], left: {} })).toEqual(menu);
});
