import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basketOfTea, menu, testServer, type TestServer, type Trading } from '../../server/testing/server.ts';

let server: TestServer;
let shop: Trading;

beforeAll(async () => {
  server = await testServer();
  shop = await server.trading();
});
afterAll(() => server.close());

const accept = (id: string, headers = {}) =>
  shop.send('POST', `/sellers/orders/accept/${id}`, undefined, headers);
const finished = async () => {
  const order = await shop.order();
  await accept(order.id);
  await shop.send('POST', `/sellers/orders/progress/${order.id}`, { items: ['1'], status: 'complete' });
  return order;
};

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
    const { body: catalog } = await other.send('GET', `/sellers/catalogs/${other.catalogId}`);
    catalog.categories[0].list[0].cost = 350;
    await other.send('PATCH', `/sellers/catalogs/${other.catalogId}`, {
      name: 'Menu',
      categories: catalog.categories,
    });
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
  const { body: catalog } = await other.send('GET', `/sellers/catalogs/${other.catalogId}`);
  catalog.categories[0].list[0].cost = 0;
  await other.send('PATCH', `/sellers/catalogs/${other.catalogId}`, {
    name: 'Menu',
    categories: catalog.categories,
  });
  const free = { items: [{ itemId: catalog.categories[0].list[0].id, quantity: 1 }] };
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

describe('two people at once (D9, D10)', () => {
  it('fifty accept one order: one does, the rest are told so', async () => {
    const { id } = await shop.order();
    const replies = await Promise.all(Array.from({ length: 50 }, () => accept(id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
    expect((await shop.send('GET', `/sellers/orders/${id}`)).body.version).toBe(2);
  });

  it('a stale If-Match changes nothing and brings the order as it stands', async () => {
    const { id } = await shop.order();
    await accept(id, { 'if-match': '"1"' });
    const reply = await shop.send('POST', `/sellers/orders/cancel/${id}`, {}, { 'if-match': '"1"' });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'VERSION_CONFLICT' }, current: { version: 2, status: 'deliver_waiting' } },
    });
    expect((await accept(id, { 'if-match': 'one' })).status).toBe(400);
  });

  it('the same key gives the first reply again, for another command it is refused, and for another seller it is new', async () => {
    const { id } = await shop.order();
    const key = { 'idempotency-key': 'press-1' };
    const first = await accept(id, key);
    await shop.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'ready' });
    expect((await accept(id, key)).body).toEqual(first.body);
    const other = await shop.send('POST', `/sellers/orders/cancel/${id}`, {}, key);
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } } });
    const neighbour = await server.trading();
    const theirs = await neighbour.order();
    expect(
      (await neighbour.send('POST', `/sellers/orders/accept/${theirs.id}`, undefined, key)).body.id,
    ).toBe(theirs.id);
  });

  it('the same press ten times at once is answered ten times alike (P6)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await shop.order();
      const key = { 'idempotency-key': `ten-${id}`, 'if-match': '"1"' };
      const replies = await Promise.all(Array.from({ length: 10 }, () => accept(id, key)));
      expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
      for (const { body } of replies) expect(body).toEqual(replies[0]?.body);
    }
  });

  it('a press that changed nothing is answered alike later, and still changes nothing', async () => {
    const { id } = await shop.order();
    await accept(id);
    const move = (status: string, headers = {}) =>
      shop.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status }, headers);
    const key = { 'idempotency-key': `again-${id}` };
    const first = await move('waiting', key);
    expect(first).toMatchObject({ status: 200, body: { version: 2 } });
    await move('ready');
    expect((await move('waiting', key)).body).toEqual(first.body);
    expect((await shop.send('GET', `/sellers/orders/${id}`)).body).toMatchObject({
      version: 3,
      status: 'deliver_enroute',
    });
  });

  it('cancel against complete: exactly one wins, and the provider agrees (P13)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await finished();
      const [cancelled, completed] = await Promise.all([
        shop.send('POST', `/sellers/orders/cancel/${id}`),
        shop.send('POST', `/sellers/orders/complete/${id}`),
      ]);
      await server.app.doChores();
      expect([cancelled.status, completed.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(server.payments.captured.has(id)).toBe(completed.status === 200);
      expect(server.payments.released.has(id)).toBe(cancelled.status === 200);
    }
  });
});

describe('taking the money (D25)', () => {
  it('a failed capture leaves the order handed over and says why; it is tried again until it holds', async () => {
    const { id } = await finished();
    server.payments.scriptCapture((_step, attempt) =>
      attempt < 3 ? { kind: 'failed', message: 'Card network down' } : { kind: 'done' },
    );
    const reply = await shop.send('POST', `/sellers/orders/complete/${id}`, undefined, {
      'idempotency-key': `close-${id}`,
    });
    expect(reply.body).toMatchObject({
      status: 'deliver_success',
      payment: { captureError: 'Card network down' },
    });
    await server.app.doChores();
    const read = async () => (await shop.send('GET', `/sellers/orders/${id}`)).body;
    expect((await read()).status).toBe('deliver_success');
    server.clock.advance(6_000);
    await server.app.doChores();
    server.clock.advance(11_000);
    await server.app.doChores();
    expect(await read()).toMatchObject({ status: 'complete', payment: { captureError: null } });
    expect(server.payments.captured.get(id)).toBe(620);
    server.payments.scriptCapture(() => ({ kind: 'done' }));
  });

  it('a capture that was left running by a crash is taken up (P8)', async () => {
    const { id } = await finished();
    await server.database.kysely
      .updateTable('orders')
      .set({ status: 'payment_capture', payment_due_at: server.clock.now() })
      .where('id', '=', id)
      .execute();
    await server.app.doChores();
    expect((await shop.send('GET', `/sellers/orders/${id}`)).body.status).toBe('complete');
  });

  it('completing twice at once captures once (P12)', async () => {
    const { id } = await finished();
    let captures = 0;
    server.payments.scriptCapture(() => {
      captures += 1;
      return { kind: 'done' };
    });
    const replies = await Promise.all(
      [1, 2, 3].map(() => shop.send('POST', `/sellers/orders/complete/${id}`)),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(captures).toBe(1);
    server.payments.scriptCapture(() => ({ kind: 'done' }));
  });
});

describe('expiry (D27)', () => {
  it('expires once, releases the hold, and leaves the list', async () => {
    const other = await server.trading();
    const { id, expiresAt, createdAt } = await other.order();
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBe(600_000);
    server.clock.advance(600_001);
    const fresh = await server.app.server.inject({ url: '/health' });
    expect(fresh.statusCode).toBe(200);
    await Promise.all([server.app.doChores(), server.app.doChores()]);
    await server.app.doChores();
    const { body } = await server.send('GET', `/customers/orders/${id}?token=none`);
    expect(body.error.code).toBe('NOT_FOUND');
    const row = await server.database.kysely
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'deliver_expired', version: 2, payment_due_at: null });
    expect(server.payments.released.has(id)).toBe(true);
  });

  it('fires once however many servers look, also after a restart', async () => {
    const other = await server.trading();
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await other.order()).id));
    const accepted = ids[0] ?? '';
    await other.send('POST', `/sellers/orders/accept/${accepted}`);
    const seq = async () =>
      (
        await server.database.kysely
          .selectFrom('outlet_feeds')
          .select('seq')
          .where('outlet_id', '=', other.outletId)
          .executeTakeFirstOrThrow()
      ).seq;
    const before = await seq();
    const second = await testServer({ beside: server });
    server.clock.advance(600_001);
    await Promise.all([server.app.doChores(), second.app.doChores()]);
    await second.close();
    const restarted = await testServer({ beside: server });
    await restarted.app.doChores();
    await restarted.close();
    expect(await seq()).toBe(before + 11);
    const rows = await server.database.kysely
      .selectFrom('orders')
      .select(['id', 'status', 'version'])
      .where('outlet_id', '=', other.outletId)
      .execute();
    for (const { id, status, version } of rows)
      expect([status, version]).toEqual([id === accepted ? 'deliver_waiting' : 'deliver_expired', 2]);
  });

  it('an order that was moved back to new waits its whole time again', async () => {
    const other = await server.trading();
    const { id } = await other.order();
    await other.send('POST', `/sellers/orders/accept/${id}`);
    server.clock.advance(400_000);
    const { body } = await other.send('POST', `/sellers/outlets/${other.outletId}/regress-order/${id}`);
    expect(body).toMatchObject({ status: 'deliver_pending', acceptedAt: null });
    expect(Math.abs(Date.parse(body.expiresAt) - server.clock.now().getTime() - 600_000)).toBeLessThan(
      60_000,
    );
    server.clock.advance(400_000);
    await server.app.doChores();
    expect((await other.send('GET', `/sellers/orders/${id}`)).body.status).toBe('deliver_pending');
  });
});
