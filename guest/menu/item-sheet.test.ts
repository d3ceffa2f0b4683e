// @vitest-environment happy-dom
import { h, render } from 'preact';
import { expect, it } from 'vitest';
import type { GuestItem, ModifierOption } from '#shared/api/catalogs.ts';
import type { Allergen } from '#shared/base/allergens.ts';
import { pence } from '#shared/base/money.ts';
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

/** What is chosen as the sheet opens. */
function chosen(item: GuestItem, without: Allergen[]): number {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const nothing = () => undefined;
  render(h(ItemSheet, { item, without, canAdd: true, onAdd: nothing, onClose: nothing }), place);
  return [...place.querySelectorAll('input')].filter((input) => input.checked).length;
}

it('gives the only possible answer, but none that the guest may not eat', () => {
  expect(chosen(soup(sourdough, soldOut), [])).toBe(1);
  expect(chosen(soup(sourdough, soldOut), ['gluten'])).toBe(0);
  expect(chosen(soup({ name: 'Roll', cost: pence(0) }), ['gluten'])).toBe(0);
});
