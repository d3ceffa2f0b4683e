import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { PickUp } from '#shared/api/pick-up.ts';
import { testServer, type TestServer, type Trading } from '../../testing/server.ts';
import { readEvents } from '../../../tests/support/servers/event-reader.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

let bar: Trading;
let origin: string;
const opened: { close(): void }[] = [];
const closeAll = () => {
  for (const stream of opened.splice(0)) stream.close();
};

beforeAll(async () => {
  origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  bar = await server.trading();
  await bar.send('PATCH', `/sellers/outlets/${bar.outletId}`, {
    name: 'The Old Ferry',
    serviceTypeSelected: 'order-number',
  });
});
afterEach(closeAll);

const surname = 'Featherstonehaugh';
const collect = (shop = bar): Promise<Order> =>
  shop.order({ customerName: `Priya ${surname}`, tableNumber: undefined });
const pathOf = ({ outletId }: Trading) => `/customers/outlets/${outletId}/pick-up`;

async function follow(shop = bar, at = origin) {
  const stream = await readEvents<PickUp>(`${at}/api${pathOf(shop)}/events`);
  opened.push(stream);
  return stream;
}

/** The next event after the server has looked for changes. */
async function told(screen: Awaited<ReturnType<typeof follow>>, by: TestServer = server): Promise<PickUp> {
  await by.app.doChores();
  const event = await screen.next();
  if (!event) throw new Error('The stream has ended.');
  return event.data;
}

const accept = ({ id }: Order, shop = bar) => shop.send('POST', `/sellers/orders/accept/${id}`);
const progress = ({ id, outletId }: Order, shop = bar) =>
  shop.send('POST', `/sellers/outlets/${outletId}/progress-order/${id}`);
const toReady = async (order: Order, shop = bar) => {
  await accept(order, shop);
  await progress(order, shop);
  await progress(order, shop);
};
const shown = (order: Order) => ({ number: order.orderNumber, name: 'Priya' });

it('a pick-up screen is told when an order is accepted, ready and handed over, of all outlets only its own (D69)', async () => {
  const order = await collect();
  const screen = await follow();
  expect((await screen.next())?.data).toEqual({
    outlet: { name: 'The Old Ferry', availability: 'open' },
    making: [],
    ready: [],
    more: { making: 0, ready: 0 },
  });
  await accept(order);
  expect(await told(screen)).toMatchObject({ making: [shown(order)], ready: [] });

  const other = await server.trading();
  await bar.send('PATCH', `/sellers/outlets/${bar.outletId}`, { name: 'The New Ferry' });
  await toReady(await other.order(), other);
  expect(await told(screen)).toMatchObject({ outlet: { name: 'The New Ferry' }, making: [shown(order)] });

  await progress(order);
  await progress(order);
  expect(await told(screen)).toMatchObject({ making: [], ready: [shown(order)] });
  await progress(order);
  expect(await told(screen)).toMatchObject({ making: [], ready: [] });
});

it('what became ready last is first, and one that is cancelled or closed leaves', async () => {
  const orders = [await collect(), await collect(), await collect()] as const;
  for (const order of orders) await accept(order);
  const [first, second, third] = orders;
  const read = async () => (await server.send('GET', pathOf(bar))).body as PickUp;
  expect((await read()).making).toEqual(orders.map(shown));
  await progress(second);
  await progress(second);
  server.clock.advance(1_000);
  await progress(first);
  await progress(first);
  expect(await read()).toMatchObject({ making: [shown(third)], ready: [shown(first), shown(second)] });
  await bar.send('POST', `/sellers/orders/cancel/${third.id}`, {});
  await progress(first);
  await bar.send('POST', `/sellers/orders/complete/${first.id}`);
  await bar.send('POST', `/sellers/orders/refund/${first.id}`, { amountToRefund: first.amount });
  expect(await read()).toMatchObject({ making: [], ready: [shown(second)] });
  await progress(second);
  await bar.send('POST', `/sellers/orders/complete/${second.id}`);
  await bar.send('POST', `/sellers/outlets/${bar.outletId}/trading-session/finish`);
  expect(await read()).toMatchObject({ outlet: { availability: 'closed' }, making: [], ready: [] });
});

it('orders for tables, tests and those that nobody accepted are not shown', async () => {
  const table = await bar.order({ tableNumber: '7' });
  await accept(table);
  const { body: test } = await bar.send('POST', `/sellers/outlets/${bar.outletId}/test-order`);
  expect(test).toMatchObject({ isTest: true, tableNumber: null });
  expect((await accept(test)).status).toBe(200);
  await collect();
  const { body } = await server.send('GET', pathOf(bar));
  expect(body).toMatchObject({ making: [], ready: [] });
});

it('of a guest the screen has a first name, and nothing else (D69)', async () => {
  const order = await collect();
  const screen = await follow();
  await screen.next();
  await accept(order);
  const event = JSON.stringify(await told(screen));
  const reply = JSON.stringify((await server.send('GET', pathOf(bar))).body);
  expect(event).toBe(reply);
  expect(reply).toContain('Priya');
  for (const secret of [surname, order.id, bar.outletId]) expect(reply).not.toContain(secret);
});

it('a screen is told again after ten seconds in which nothing changed, so that it knows of a line that was cut', async () => {
  const screen = await follow();
  const first = await screen.next();
  server.clock.advance(9_000);
  await server.app.doChores();
  server.clock.advance(1_000);
  await server.app.doChores();
  expect(await screen.next()).toEqual(first);
  await bar.send('PATCH', `/sellers/outlets/${bar.outletId}`, { name: 'The New Ferry' });
  expect(await told(screen)).toMatchObject({ outlet: { name: 'The New Ferry' } });
});

it('a screen at a second server is told alike', async () => {
  const second = await testServer({ beside: server });
  try {
    const here = await follow();
    const there = await follow(bar, await second.app.server.listen({ port: 0, host: '127.0.0.1' }));
    await here.next();
    await there.next();
    const order = await collect();
    await accept(order);
    const seen = await told(there, second);
    expect(seen.making).toEqual([shown(order)]);
    expect(await told(here)).toEqual(seen);
  } finally {
    closeAll();
    await second.close();
  }
});

it('however many screens are open, a look is one statement; with none it is none', async () => {
  const run = vi.spyOn(server.database, 'run');
  const looks = () => run.mock.calls.filter(([{ name }]) => name === 'pick_ups').length;
  try {
    // Those of the test before may be closing still.
    await vi.waitFor(async () => {
      run.mockClear();
      await server.app.doChores();
      expect(looks()).toBe(0);
    });
    const others = [await server.trading(), await server.trading()];
    for (const shop of [bar, ...others]) await (await follow(shop)).next();
    run.mockClear();
    await server.app.doChores();
    expect(looks()).toBe(1);
  } finally {
    run.mockRestore();
  }
});

it('more screens than a network may follow are told to ask later, and they may ask', async () => {
  const strict = await testServer({ beside: server, limits: ['following-network=3'] });
  const at = await strict.app.server.listen({ port: 0, host: '127.0.0.1' });
  for (let screen = 0; screen < 3; screen += 1) expect((await follow(bar, at)).reply.status).toBe(200);
  expect((await follow(bar, at)).reply.status).toBe(429);
  closeAll();
  await strict.close();
  expect((await server.send('GET', pathOf(bar))).status).toBe(200);
});

it('an outlet that is unknown, suspended or without a guest page has no pick-up screen, and an open one ends', async () => {
  const screen = await follow();
  await screen.next();
  await bar.send('PATCH', `/sellers/outlets/${bar.outletId}`, { name: 'The Old Ferry', guestPage: false });
  await server.app.doChores();
  expect(await screen.next()).toBeNull();
  const statuses = async (shop: Trading) => [
    (await server.send('GET', pathOf(shop))).status,
    (await follow(shop)).reply.status,
  ];
  expect(await statuses(bar)).toEqual([404, 404]);
  await bar.send('PATCH', `/sellers/outlets/${bar.outletId}`, { name: 'The Old Ferry', guestPage: true });
  expect(await statuses(bar)).toEqual([200, 200]);
  const suspended = await server.trading();
  await server.database.kysely
    .updateTable('outlets')
    .set({ status: 'suspended' })
    .where('id', '=', suspended.outletId)
    .execute();
  expect(await statuses(suspended)).toEqual([404, 404]);
  expect(await statuses({ ...bar, outletId: crypto.randomUUID() })).toEqual([404, 404]);
});

it('a reply lists a hundred orders of each kind, and counts the others', async () => {
  await accept(await collect());
  await sql`
    insert into orders
    select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()::text,
      'order_number', o.order_number + extra, 'idempotency_key', gen_random_uuid()::text))).*
    from orders o, generate_series(1, 104) extra
    where o.outlet_id = ${bar.outletId}`.execute(server.database.kysely);
  const { body } = await server.send('GET', pathOf(bar));
  expect([body.making.length, body.more]).toEqual([100, { making: 5, ready: 0 }]);
});
