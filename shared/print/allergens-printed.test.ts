import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import type { Item, ModifierOption } from '../api/catalogs.ts';
import type { Order, OrderItem } from '../api/orders.ts';
import { allergenKinds, allergenLabels, allergens, kindLabels } from '../base/allergens.ts';
import { pence } from '../base/money.ts';
import { priceList, priceOrder } from '../catalogs/pricing.ts';
import { layOut } from './layout.ts';
import { customerReceipt, kitchenTicket } from './order-documents.ts';
import { noPrintSettings } from './print-settings.ts';

const ORDERS = 400;
const LINES = 25;
const kindNames = { ...kindLabels.gluten, ...kindLabels.nuts };
const statement = fc.oneof(
  fc.constant({}),
  fc.constant({ containsNone: true as const }),
  fc
    .record({
      allergens: fc.subarray(allergens, { minLength: 1, maxLength: 4 }),
      allergenKinds: fc.subarray(allergenKinds, { maxLength: 3 }),
    })
    .map(({ allergens: contained, allergenKinds: kinds }) => ({
      allergens: contained,
      allergenKinds: kinds.filter((kind) =>
        contained.includes(kind in kindLabels.gluten ? 'gluten' : 'nuts'),
      ),
    })),
);
const option = (name: string) => statement.map((own): ModifierOption => ({ name, cost: pence(50), ...own }));
const item: fc.Arbitrary<Item> = fc
  .tuple(statement, option('Cheddar'), option('Egg'), option('Bun'))
  .map(([own, ...list]) => ({
    id: 'burger',
    name: 'Dish',
    cost: pence(900),
    note: '',
    modifiers: [{ id: 'extras', name: 'Extras', kind: 'optionalExtra' as const, note: '', list }],
    ...own,
  }));
const lines = fc.record({ item, chosen: fc.subarray(['Cheddar', 'Egg', 'Bun']) });

function ordered({ item: sold, chosen }: { item: Item; chosen: string[] }): OrderItem {
  const prices = priceList([{ id: 'mains', name: 'Mains', list: [sold] }]);
  const modifications = chosen.map((name) => ({ modifierId: 'extras', option: name }));
  const basket = { items: [{ itemId: sold.id, quantity: 1, modifications }] };
  const priced = priceOrder(prices, basket, new Date(0), () => 'line-1');
  const [line] = 'items' in priced ? priced.items : [];
  if (!line) throw new Error('Not sold');
  return line;
}

const outlet = { name: 'Inn', telephone: '', lineOne: '', lineTwo: '', city: '', county: '', postcode: '' };
const sheets = [
  { make: kitchenTicket, columns: 32 },
  { make: kitchenTicket, columns: 48 },
  { make: (order: Order) => customerReceipt(order, outlet, noPrintSettings.receipt), columns: 32 },
  { make: (order: Order) => customerReceipt(order, outlet, noPrintSettings.receipt), columns: 48 },
];

/** What paper says of each line, as one text: a ticket or a receipt, narrow or wide. */
function printed(items: OrderItem[], { make, columns }: (typeof sheets)[number]): string[] {
  const itemStatus = items.map(({ id }) => ({ id, status: 'waiting' as const }));
  const paper = layOut(make(sampleOrder({ items, itemStatus, note: null })), columns)
    .map(({ text }) => text.trim())
    .join(' ');
  return paper.split('1 x Dish').slice(1);
}

/** The words of the union that are missing on paper, worked out apart from the product. */
function missing({ item: sold, chosen }: { item: Item; chosen: string[] }, sheet: string): string[] {
  const parts = [sold, ...(sold.modifiers[0]?.list.filter(({ name }) => chosen.includes(name)) ?? [])];
  const words: string[] = parts.flatMap((part) => [
    ...(part.allergens ?? []).map((name) => allergenLabels[name]),
    ...(part.allergenKinds ?? []).map((kind) => kindNames[kind]),
  ]);
  const silent = parts.some((part) => !part.allergens && !part.containsNone);
  if (silent) words.push('not stated');
  if (words.length === 0) words.push('None of the 14 allergens');
  const said = /Contains: .*|None of the 14 allergens|Allergens not (all )?stated/.exec(sheet)?.[0] ?? '';
  return words.filter((word) => !said.replace('not all stated', 'not stated').includes(word));
}

it(`${ORDERS * LINES} random lines print the union of their allergens, none blank (D56)`, () => {
  const order = fc.array(lines, { minLength: LINES, maxLength: LINES });
  fc.assert(
    fc.property(order, fc.constantFrom(...sheets), (basket, sheet) => {
      // Each has a name of its own: a ticket has lines that differ in nothing as one.
      const items = basket.map((line, at) => ({ ...ordered(line), name: `Dish ${at}` }));
      const said = printed(items, sheet);
      expect(said).toHaveLength(LINES);
      expect(basket.map((line, at) => missing(line, said[at] ?? ''))).toEqual(basket.map(() => []));
    }),
    { numRuns: ORDERS },
  );
});

it('and are found out if the allergens of an option are left out', () => {
  const cheeseburger = {
    item: {
      id: 'burger',
      name: 'Dish',
      cost: pence(900),
      note: '',
      allergens: ['gluten' as const],
      allergenKinds: ['wheat' as const],
      modifiers: [
        {
          id: 'extras',
          name: 'Extras',
          kind: 'optionalExtra' as const,
          note: '',
          list: [{ name: 'Cheddar', cost: pence(50), allergens: ['milk' as const] }],
        },
      ],
    },
    chosen: ['Cheddar'],
  };
  const line = ordered(cheeseburger);
  const withoutOption = { ...line, allergens: ['gluten' as const], allergenKinds: ['wheat' as const] };
  for (const sheet of sheets) {
    expect(printed([line], sheet).flatMap((said) => missing(cheeseburger, said))).toEqual([]);
    expect(printed([withoutOption], sheet).flatMap((said) => missing(cheeseburger, said))).toEqual(['Milk']);
  }
});
