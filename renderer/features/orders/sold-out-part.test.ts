import { expect, it } from 'vitest';
import type { Item } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { soldOutKey } from '../../catalog-model/content.ts';
import { soldOutPart } from './sold-out-part.ts';

const sizes = [
  { name: 'Regular', cost: pence(0) },
  { name: 'Large', cost: pence(100) },
];
const meal: Item = {
  id: 'meal',
  name: 'Burger meal',
  cost: pence(900),
  note: '',
  modifiers: ['Fries', 'Drink'].map((name) => ({ id: name, name, kind: 'pickOne', note: '', list: sizes })),
};
const line = (...modifications: { name: string; modifier?: string }[]) => ({
  id: 'line',
  name: 'Burger meal',
  quantity: 1,
  cost: meal.cost,
  modifications: modifications.map((option) => ({ ...option, cost: pence(0) })),
});

it('an option that is sold out is that of its own modifier', () => {
  const soldOut = { [soldOutKey('meal', { modifierId: 'Drink', name: 'Large' })]: 'session' };
  const regularDrink = line({ name: 'Large', modifier: 'Fries' }, { name: 'Regular', modifier: 'Drink' });
  expect(soldOutPart(regularDrink, meal, soldOut)).toBeNull();
  const largeDrink = line({ name: 'Regular', modifier: 'Fries' }, { name: 'Large', modifier: 'Drink' });
  expect(soldOutPart(largeDrink, meal, soldOut)).toBe('Drink: Large');
  expect(soldOutPart(line({ name: 'Large' }, { name: 'Regular' }), meal, soldOut)).toBe('Large');
  expect(soldOutPart(largeDrink, meal, { [soldOutKey('meal')]: 'session' })).toBe('Burger meal');
});
