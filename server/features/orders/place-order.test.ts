import { describe, expect, it } from 'vitest';
import { basketOfTea, menu, testServer, type Trading } from '../../testing/server.ts';
import { server, shop, setUpShop } from '../../../tests/support/shop/set-up.ts';
import { accept } from '../../../tests/support/shop/order-steps.ts';

/** Saves the menu with another price of its first item, whose id this resolves to. */
async function priceFirstItem(seller: Trading, cost: number): Promise<string> {
  const { body: catalog } = await seller.send('GET', `/sellers/catalogs/${seller.catalogId}`);
  const [item] = catalog.categories[0].list;
  item.cost = cost;
  const { categories } = catalog;
  await seller.send('PATCH', `/sellers/catalogs/${seller.catalogId}`, { name: 'Menu', categories });
  return item.id as string;
}

setUpShop();

describe('placing an order (D22, D23)', () => {
  it('prices from the catalog, freezes the lines and gives a tracking token', async () => {
    const { status, body } = await server.send(
      'POST',
      `/customers/outlets/${shop.outletId}/orders`,
      { ...basketOfTea, tip: 100, note: ' No sugar ' },
      { 'idempotency-key': 'a' },
    );
    expect(status).toBe(201);
    expect(body.order).toMatchObject({
      status: 'deliver_pending',
      version: 1,
      amount: 720,
      serviceCharge: 20,
      tip: 100,
      note: 'No sugar',
      fees: [
        { kind: 'platform', amount: 5 },
        { kind: 'card', amount: 12 },
      ],
      items: [{ id: '1', name: 'Tea', quantity: 2, cost: 300, modifications: [] }],
    });
    const follow = (token: string) => server.send('GET', `/customers/orders/${body.order.id}?token=${token}`);
    expect((await follow(body.trackingToken)).body).toMatchObject({ status: 'deliver_pending', amount: 720 });
    expect((await follow('x'.repeat(43))).status).toBe(404);
  });

  it.each([
    ['without a table', { tableNumber: undefined }, 422, 'ORDER_NOT_POSSIBLE'],
    ['with an unknown item', { items: [{ itemId: 'nothing', quantity: 1 }] }, 422, 'ORDER_NOT_POSSIBLE'],
    [
      'without an answer to "pick one"',
      { items: [{ itemId: 'coffee', quantity: 1 }] },
      422,
      'ORDER_NOT_POSSIBLE',
    ],
    ['with a price of its own', { amount: 1 }, 400, 'INVALID_REQUEST'],
    ['with half a tea', { items: [{ itemId: 'tea', quantity: 0.5 }] }, 400, 'INVALID_REQUEST'],
    ['with a negative tip', { tip: -1 }, 400, 'INVALID_REQUEST'],
    ['with an unknown way of paying', { paymentMethod: 'gold' }, 422, 'ORDER_NOT_POSSIBLE'],
  ])('is refused %s', async (_what, change, status, code) => {
    const reply = await server.send(
      'POST',
      `/customers/outlets/${shop.outletId}/orders`,
      { ...basketOfTea, ...change },
      { 'idempotency-key': `refused ${code}`.replaceAll(' ', '-') },
    );
    expect(reply).toMatchObject({ status, body: { error: { code, fields: expect.any(Object) } } });
  });

  it('needs an Idempotency-Key', async () => {
    const reply = await server.send('POST', `/customers/outlets/${shop.outletId}/orders`, basketOfTea);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'IDEMPOTENCY_KEY_INVALID' } } });
  });

  it('gives the first reply to the same key, and refuses the key for anything else (D10)', async () => {
    const path = `/customers/outlets/${shop.outletId}/orders`;
    const key = { 'idempotency-key': 'twice' };
    const first = await server.send('POST', path, basketOfTea, key);
    await accept(first.body.order.id);
    expect((await server.send('POST', path, basketOfTea, key)).body).toEqual(first.body);
    const other = await server.send('POST', path, { ...basketOfTea, tip: 5 }, key);
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } } });
  });

  it('ten at once with one key are one order (D10)', async () => {
    const path = `/customers/outlets/${shop.outletId}/orders`;
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.send('POST', path, basketOfTea, { 'idempotency-key': 'ten at once'.replaceAll(' ', '-') }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('a declined card is told by the status, takes no number and is shown to nobody', async () => {
    const before = await shop.order();
    const declined = await shop.order({ paymentMethod: 'test_declined' });
    const after = await shop.order();
    expect(declined).toMatchObject({ status: 'payment_failure', orderNumber: 0 });
    expect(after.orderNumber).toBe(before.orderNumber + 1);
    const { body: list } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    expect(list.map(({ id }: { id: string }) => id)).not.toContain(declined.id);
  });

  it('takes the price of the revision that is current, and old orders keep theirs (D24)', async () => {
    const other = await server.trading();
    const old = await other.order();
    await priceFirstItem(other, 350);
    expect((await other.order()).amount).toBe(720);
    expect((await other.send('GET', `/sellers/orders/${old.id}`)).body.amount).toBe(620);
  });

  it.each([
    ['outlet', 'outlets'],
    ['seller', 'accounts'],
  ] as const)('a suspended %s takes no order from that moment (A24)', async (_who, table) => {
    const other = await server.trading();
    await other.order();
    await server.database.kysely
      .updateTable(table)
      .set({ status: 'suspended' })
      .where('id', '=', table === 'outlets' ? other.outletId : other.id)
      .execute();
    await expect(other.order()).rejects.toThrow('OUTLET_CLOSED');
  });
});

it('the menu offers again what was sold out until a time that is over (D22)', async () => {
  const other = await server.trading();
  const until = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000).toISOString();
  const [ended, lasting] = [until(1), until(5)];
  const mark = (body: object) => other.send('POST', `/sellers/catalogs/${other.catalogId}/sold-out`, body);
  await mark({ itemId: 'tea', until: ended });
  await mark({ itemId: 'coffee', until: lasting });
  await mark({ itemId: 'coffee', modifierId: 'milk', option: 'Oat', until: ended });
  server.clock.advance(2 * 60_000);
  const { body } = await server.send('GET', `/customers/outlets/${other.outletId}/menu`);
  expect(body).toMatchObject({
    outlet: { id: other.outletId, availability: 'open', serviceTypeSelected: 'table-number' },
    catalog: { id: other.catalogId, revision: 2 },
  });
  const [offeredTea, soldOutCoffee] = body.catalog.categories[0].list;
  expect(offeredTea.soldOutUntil).toBeNull();
  expect(soldOutCoffee.soldOutUntil).toBe(lasting);
  expect(soldOutCoffee.modifiers[0].list[1].soldOutUntil).toBeNull();
  expect((await other.order()).status).toBe('deliver_pending');
  const flatWhite = { itemId: 'coffee', quantity: 1, modifications: [{ modifierId: 'milk', option: 'Oat' }] };
  await expect(other.order({ items: [flatWhite] })).rejects.toThrow('Coffee is sold out');
  expect((await server.send('GET', '/customers/outlets/nowhere/menu')).status).toBe(404);
});

it('an order keeps each option’s modifier, for staff and for its customer, whatever the menu becomes (D24, D70)', async () => {
  const other = await server.trading();
  const flatWhite = { itemId: 'coffee', quantity: 1, modifications: [{ modifierId: 'milk', option: 'Oat' }] };
  const { body: placed } = await server.send(
    'POST',
    `/customers/outlets/${other.outletId}/orders`,
    { ...basketOfTea, items: [flatWhite] },
    { 'idempotency-key': 'milk' },
  );
  const { id } = placed.order;
  const { body: catalog } = await other.send('GET', `/sellers/catalogs/${other.catalogId}`);
  catalog.categories[0].list[1].modifiers[0].name = 'Foam';
  const { categories } = catalog;
  await other.send('PATCH', `/sellers/catalogs/${other.catalogId}`, { name: 'Menu', categories });
  const kept = [{ name: 'Oat', modifier: 'Milk', cost: 40 }];
  const read = [
    await other.send('GET', `/sellers/orders/${id}`),
    await server.send('GET', `/customers/orders/${id}?token=${placed.trackingToken}`),
  ];
  expect(read.map(({ body }) => body.items[0].modifications)).toEqual([kept, kept]);
});

it.each([
  ['outlets', 'pending'],
  ['outlets', 'suspended'],
  ['accounts', 'rejected'],
] as const)('the menu of one whose %s row is %s is nobody’s to read', async (table, status) => {
  const other = await server.trading();
  const menu = () => server.send('GET', `/customers/outlets/${other.outletId}/menu`);
  expect((await menu()).status).toBe(200);
  const id = table === 'outlets' ? other.outletId : other.id;
  await server.database.kysely.updateTable(table).set({ status }).where('id', '=', id).execute();
  expect((await menu()).status).toBe(404);
  await server.database.kysely.updateTable(table).set({ status: 'verified' }).where('id', '=', id).execute();
  expect((await menu()).status).toBe(200);
});

it('an order of less than a card can pay is refused with the reason, and nothing of it is written', async () => {
  const other = await server.trading();
  const itemId = await priceFirstItem(other, 0);
  const free = { items: [{ itemId, quantity: 1 }] };
  const reason = 'A card pays £0.30 or more; this order comes to £0.20.';
  await expect(other.order(free)).rejects.toThrow(reason);
  await expect(other.order({ ...free, tip: 9 })).rejects.toThrow('422');
  expect((await other.order({ ...free, tip: 10 })).amount).toBe(30);
});

it('while the menu is being saved all the time every order is taken, at a price that was on it (D24)', async () => {
  const other = await server.trading();
  const save = (cost: number) =>
    other.send('PATCH', `/sellers/catalogs/${other.catalogId}`, {
      name: 'Menu',
      categories: [{ ...menu[0], list: [{ ...menu[0]?.list[0], cost }] }],
    });
  const saving = (async () => {
    for (let cost = 400; cost < 430; cost += 1) expect((await save(cost)).status).toBe(200);
  })();
  const amounts = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const placed: number[] = [];
      for (let n = 0; n < 15; n += 1) placed.push((await other.order()).amount);
      return placed;
    }),
  );
  await saving;
  for (const placed of amounts) {
    expect(placed.every((amount) => amount === 620 || (amount >= 800 && amount < 860))).toBe(true);
    // No order is charged an older price than an order before it.
    expect(placed).toEqual(placed.toSorted((a, b) => a - b));
  }
});

it('after 24 hours a key is forgotten (D10)', async () => {
  const shortLived = await testServer();
  const other = await shortLived.trading();
  const first = await other.order({}, 'yesterday');
  shortLived.clock.advance(23 * 3_600_000);
  await shortLived.app.doChores();
  expect((await other.order({}, 'yesterday')).id).toBe(first.id);
  shortLived.clock.advance(2 * 3_600_000);
  await shortLived.app.doChores();
  expect((await other.order({}, 'yesterday')).id).not.toBe(first.id);
  await shortLived.close();
});

it('the menu says which small orders pay more, as their orders then do (D55)', async () => {
  const { body: menu } = await server.send('GET', `/customers/outlets/${shop.outletId}/menu`);
  expect(menu.smallOrderFee).toEqual({ below: 800, amount: 20 });
  const small = await shop.order();
  expect([small.amount - small.serviceCharge < menu.smallOrderFee.below, small.serviceCharge]).toEqual([
    true,
    menu.smallOrderFee.amount,
  ]);
  const large = await shop.order({ items: [{ itemId: 'tea', quantity: 3 }] });
  expect([large.amount, large.serviceCharge]).toEqual([900, 0]);
});
