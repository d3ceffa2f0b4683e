// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, it, vi } from 'vitest';
import type { GuestItem, ModifierOption } from '#shared/api/catalogs.ts';
import type { Allergen } from '#shared/base/allergens.ts';
import { pence } from '#shared/base/money.ts';
import type { Line } from '../base/basket.ts';
import { ItemSheet } from './item-sheet.tsx';

const soup = (...list: ModifierOption[]): GuestItem => ({
  id: 'soup',
  name: 'Soup',
  cost: pence(600),
  note: '',
  containsNone: true,
  modifiers: [{ id: 'bread', name: 'Bread', kind: 'pickOne', note: '', list }],
});
const sourdough: ModifierOption = { name: 'Sourdough', cost: pence(0), allergens: ['gluten'] };
const soldOut: ModifierOption = {
  name: 'Gluten free',
  cost: pence(0),
  containsNone: true,
  soldOutUntil: 'session',
};

/** A sheet whose item may change. */
function openSheet(without: Allergen[] = []) {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const onAdd = vi.fn<(line: Line) => void>();
  return {
    place,
    onAdd,
    show: (item: GuestItem) =>
      act(() =>
        render(h(ItemSheet, { item, without, canAdd: true, onAdd, onClose: () => undefined }), place),
      ),
  };
}

/** What is chosen as the sheet opens. */
function chosen(item: GuestItem, without: Allergen[]): number {
  const { place, show } = openSheet(without);
  void show(item);
  return [...place.querySelectorAll('input')].filter((input) => input.checked).length;
}

it('gives the only possible answer, but none that the guest may not eat', () => {
  expect(chosen(soup(sourdough, soldOut), [])).toBe(1);
  expect(chosen(soup(sourdough, soldOut), ['gluten'])).toBe(0);
  expect(chosen(soup({ name: 'Roll', cost: pence(0) }), ['gluten'])).toBe(0);
});

it('says what an item contains now, and adds no option that is gone or sold out meanwhile', async () => {
  const { place, onAdd, show } = openSheet();
  const white: ModifierOption = { name: 'White roll', cost: pence(50), allergens: ['gluten'] };
  await show(soup(sourdough, white));
  await act(() => place.querySelectorAll('input')[1]?.click());
  expect(place.querySelector('button[type=submit]')?.textContent).toContain('£6.50');
  const { containsNone: _, ...recipe } = soup(sourdough, { ...white, soldOutUntil: 'session' });
  await show({ ...recipe, allergens: ['nuts'] });
  expect(place.textContent).toContain('Contains: Nuts');
  const add = place.querySelector<HTMLButtonElement>('button[type=submit]');
  expect(add?.textContent).toContain('£6.00');
  await act(() => add?.click());
  expect(onAdd).not.toHaveBeenCalled();
  expect(place.textContent).toContain('Please pick one.');
  await act(() => place.querySelectorAll('input')[0]?.click());
  await act(() => add?.click());
  expect(onAdd).toHaveBeenCalledWith({
    itemId: 'soup',
    quantity: 1,
    modifications: [{ modifierId: 'bread', option: 'Sourdough' }],
  });
});
