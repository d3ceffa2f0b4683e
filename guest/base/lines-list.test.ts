// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import type { GuestCategory } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { LinesList } from './lines-list.tsx';

it('a basket names each option’s modifier, in the menu’s order, and last what is off the menu (D24)', async () => {
  const sizes = ['Regular', 'Large'].map((name) => ({ name, cost: pence(0) }));
  const modifiers = ['Fries', 'Drink'].map((name) => ({
    id: name,
    name,
    kind: 'pickOne' as const,
    note: '',
    list: sizes,
  }));
  const meal = { id: 'meal', name: 'Burger meal', cost: pence(900), note: '', modifiers };
  const categories: GuestCategory[] = [{ id: 'mains', name: 'Mains', list: [meal] }];
  const modifications = [
    { modifierId: 'Sauce', option: 'Mayo' },
    { modifierId: 'Drink', option: 'Large' },
    { modifierId: 'Fries', option: 'Regular' },
  ];
  const place = document.createElement('div');
  const lines = [{ itemId: 'meal', quantity: 1, modifications }];
  await act(() =>
    render(h(LinesList, { categories, lines, problems: {}, onChange: () => undefined }), place),
  );
  expect(place.querySelector('p')?.textContent).toBe('Fries: Regular, Drink: Large, Mayo');
});
