import { describe, expect, it } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import type { Category, Modifier } from '../api/catalogs.ts';
import type { Order, OrderItem } from '../api/orders.ts';
import { pence } from '../base/money.ts';
import { priceList, priceOrder } from '../catalogs/pricing.ts';
import { allDayOf } from '../orders/all-day.ts';
import { layOut } from './layout.ts';
import { customerReceipt, kitchenTicket } from './order-documents.ts';
import { widthOf } from './plain-text.ts';
import { noPrintSettings } from './print-settings.ts';
import { printDocument } from './schemas.ts';

const asks = (name: string, kind: Modifier['kind'], ...options: string[]): Modifier => ({
  id: name.toLowerCase(),
  name,
  kind,
  note: '',
  list: options.map((option) => ({ name: option, cost: pence(0), containsNone: true })),
});
const meal = {
  id: 'meal',
  name: 'Burger meal',
  cost: pence(950),
  note: '',
  containsNone: true as const,
  modifiers: [
    asks('Fries', 'pickOne', 'Regular', 'Large'),
    asks('Drink', 'pickOne', 'Regular', 'Large'),
    asks('Leave out', 'optionalExtra', 'Onion', 'Gherkin'),
  ],
};
const menu: Category[] = [{ id: 'mains', name: 'Mains', list: [meal] }];

/** An order of meals, each with the options that were clicked, in that order. */
function ordered(...clicked: [modifierId: string, option: string][][]): Order {
  const items = clicked.map((choices) => ({
    itemId: 'meal',
    quantity: 1,
    modifications: choices.map(([modifierId, option]) => ({ modifierId, option })),
  }));
  const priced = priceOrder(priceList(menu), { items }, new Date(), (at) => `line-${at}`);
  if ('fields' in priced) throw new Error(JSON.stringify(priced.fields));
  return sampleOrder({ status: 'deliver_waiting', note: null, itemStatus: [], items: priced.items });
}

/** The lines that tell what is made. */
const onTicket = (order: Order, columns: number) =>
  layOut(kitchenTicket(order), columns)
    .map(({ text }) => text)
    .filter((text) => /\d x |[*+] /.test(text));

const largeFries = [
  ['fries', 'Large'],
  ['drink', 'Regular'],
  ['leave out', 'Onion'],
] satisfies [string, string][];
const largeDrink = [
  ['drink', 'Large'],
  ['fries', 'Regular'],
  ['leave out', 'Onion'],
] satisfies [string, string][];

describe('options are read after their modifier (D24)', () => {
  it.each([32, 48])('two meals of the same words are two on the ticket, at %i columns (D61)', (columns) => {
    expect(onTicket(ordered(largeFries, largeDrink), columns)).toEqual([
      '1 x Burger meal',
      '    * Fries: Large',
      '    * Drink: Regular',
      '    * Leave out: Onion',
      '1 x Burger meal',
      '    * Fries: Regular',
      '    * Drink: Large',
      '    * Leave out: Onion',
    ]);
  });

  it('one meal is one line, in the menu’s order, whatever was clicked first (D61)', () => {
    const gherkin = ['leave out', 'Gherkin'] satisfies [string, string];
    const once = [...largeFries, gherkin];
    const order = ordered(once, [gherkin, ...largeFries.toReversed()]);
    expect(onTicket(order, 48)).toEqual([
      '2 x Burger meal',
      '    * Fries: Large',
      '    * Drink: Regular',
      '    * Leave out: Onion',
      '    * Leave out: Gherkin',
    ]);
    const ticket = kitchenTicket(ordered(once));
    expect(kitchenTicket(ordered(once.toReversed()))).toEqual(ticket);
    expect(printDocument.parse(ticket)).toEqual(ticket);
  });

  it('all day counts each modifier’s options apart (D61)', () => {
    expect(allDayOf([ordered(largeFries, largeDrink)])[0]?.options).toEqual([
      { name: 'Drink: Large', accepted: 1, unanswered: 0 },
      { name: 'Drink: Regular', accepted: 1, unanswered: 0 },
      { name: 'Fries: Large', accepted: 1, unanswered: 0 },
      { name: 'Fries: Regular', accepted: 1, unanswered: 0 },
      { name: 'Leave out: Onion', accepted: 2, unanswered: 0 },
    ]);
  });

  it('an older order, whose options have no modifier, is printed as it was', () => {
    const items = ordered(largeFries).items.map((line) => ({
      ...line,
      modifications: line.modifications.map(({ name, cost }) => ({ name, cost })),
    }));
    expect(onTicket(sampleOrder({ items, note: null }), 48)).toEqual([
      '1 x Burger meal',
      '    + Large',
      '    + Regular',
      '    + Onion',
    ]);
  });

  it.each([32, 48])('a long one wraps under itself and fits %i columns (T4)', (columns) => {
    const [line] = ordered(largeFries).items as [OrderItem];
    const option = {
      name: 'Oat, steamed and poured over ice',
      modifier: 'How would you like your milk today, please choose',
      cost: pence(0),
    };
    const order = sampleOrder({ note: null, items: [{ ...line, modifications: [option] }] });
    for (const document of [kitchenTicket(order), customerReceipt(order, outlet, noPrintSettings.receipt)]) {
      const lines = layOut(document, columns).map(({ text }) => text);
      const from = lines.findIndex((text) => text.startsWith('    * '));
      const to = lines.findIndex((text) => text.startsWith('    None of'));
      const printed = lines.slice(from, to);
      expect(printed.every((text) => widthOf(text) <= columns)).toBe(true);
      expect(printed.length).toBeGreaterThan(1);
      expect(printed.slice(1).every((text) => /^ {6}\S/.test(text))).toBe(true);
      expect(printed.map((text) => text.slice(6)).join(' ')).toBe(`${option.modifier}: ${option.name}`);
    }
  });
});

const outlet = {
  name: 'The Old Ferry',
  telephone: '',
  lineOne: '',
  lineTwo: '',
  city: '',
  county: '',
  postcode: '',
};
