import { beforeEach, expect, it } from 'vitest';
import type { Category } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { salesOf } from '#shared/close/order-sales.ts';
import type { Trading } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

const extras = { id: 'extras', name: 'Extras', kind: 'optionalExtra', note: '' } as const;
const food: Category[] = [
  {
    id: 'food',
    name: 'Food',
    list: [
      {
        id: 'pie',
        name: 'Pie',
        cost: pence(1_000),
        note: '',
        modifiers: [
          {
            ...extras,
            list: [
              { name: 'Gravy', cost: pence(100) },
              { name: 'Salad', cost: pence(200), vatRate: 0 },
            ],
          },
        ],
      },
      { id: 'bread', name: 'Bread', cost: pence(300), note: '', vatRate: 0, modifiers: [] },
    ],
  },
];
const basket = {
  items: [
    {
      itemId: 'pie',
      quantity: 2,
      modifications: [
        { modifierId: 'extras', option: 'Gravy' },
        { modifierId: 'extras', option: 'Salad' },
      ],
    },
    { itemId: 'bread', quantity: 1 },
  ],
};

let bar: Trading;
beforeEach(async () => {
  bar = await server.trading();
  const { body } = await bar.send('GET', `/sellers/catalogs/${bar.catalogId}`);
  await bar.send(
    'PATCH',
    `/sellers/catalogs/${bar.catalogId}`,
    { name: body.name, categories: food },
    { 'if-match': `"${body.revision}"` },
  );
});
const set = (vat: object) => bar.send('PATCH', `/sellers/outlets/${bar.outletId}`, { name: 'Bar', ...vat });

it('an order keeps the rates it was sold at: the item’s or the outlet’s, an option’s own beside it (D54)', async () => {
  await set({ vatRate: 20 });
  const order = await bar.order(basket);
  const sales = [
    { rate: 20, gross: 2_200 },
    { rate: 0, gross: 700 },
  ];
  expect(salesOf(order)).toEqual(sales);
  await set({ vatRate: 5 });
  expect(salesOf((await bar.send('GET', `/sellers/orders/${order.id}`)).body)).toEqual(sales);
  const { body: menu } = await server.send('GET', `/customers/outlets/${bar.outletId}/menu`);
  expect(menu.catalog.categories[0].list.map((item: { vatRate: number }) => item.vatRate)).toEqual([5, 0]);
});

it('the next order after a change is sold by the new rate, though its menu was read before (D54)', async () => {
  for (const rate of [20, 5, null, 20]) {
    await bar.order(basket);
    await set({ vatRate: rate });
    const { items } = await bar.order(basket);
    expect(items[0]?.vatRate).toBe(rate ?? undefined);
  }
});

it('prices without VAT are seen and paid with it, each rounded to the penny (D54)', async () => {
  await set({ vatRate: 5, pricesIncludeVat: false });
  const { body: menu } = await server.send('GET', `/customers/outlets/${bar.outletId}/menu`);
  expect(menu.catalog.categories[0].list[0].cost).toBe(1_050);
  const order = await bar.order(basket);
  expect(order.amount).toBe(2 * (1_050 + 105 + 200) + 300);
  const { body: catalog } = await bar.send('GET', `/sellers/catalogs/${bar.catalogId}`);
  expect(catalog.categories[0].list[0].cost, 'the seller edits the price without VAT').toBe(1_000);
  await set({ pricesIncludeVat: true });
  expect((await bar.order(basket)).items[0]?.cost).toBe(1_000);
});

it('a menu that is assigned again is sold by the VAT of then, though it was read before (D54)', async () => {
  await set({ vatRate: 20 });
  expect((await bar.order(basket)).items[0]?.vatRate).toBe(20);
  const { body: other } = await bar.send('POST', '/sellers/catalogs', { name: 'Other' });
  const assign = (catalogId: string) =>
    bar.send('PATCH', `/sellers/outlets/${bar.outletId}/catalog/${catalogId}`);
  await assign(other.id);
  await set({ vatRate: 5, pricesIncludeVat: false });
  await assign(bar.catalogId);
  const { items } = await bar.order(basket);
  expect(items[0]).toMatchObject({ cost: 1_050, vatRate: 5 });
  const { body: menu } = await server.send('GET', `/customers/outlets/${bar.outletId}/menu`);
  expect(menu.catalog.categories[0].list[0]).toMatchObject({ cost: 1_050, vatRate: 5 });
});
