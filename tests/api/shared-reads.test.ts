import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { testServer, type TestServer, type Trading } from '../../server/testing/server.ts';

/** Replies that are read or serialised once for many callers; each must be as current as a reply of its own. */
let here: TestServer;
let there: TestServer;
beforeAll(async () => {
  here = await testServer();
  there = await testServer({ beside: here });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const listOf = async ({ send, outletId }: Pick<Trading, 'send' | 'outletId'>): Promise<Order[]> =>
  (await send('GET', `/sellers/outlets/${outletId}/orders`)).body;

it('a suspension at one server holds at the very next request at each, in the midst of many others (D14)', async () => {
  const seller = await here.trading();
  const admin = await here.admin();
  const { id } = await seller.order();
  const sendThere = there.sendFor(seller.id);
  const reading: Promise<unknown>[] = [];
  const readOn = () => {
    for (let nth = 0; nth < 20; nth += 1)
      reading.push(seller.send('GET', `/sellers/orders/${id}`), sendThere('GET', `/sellers/orders/${id}`));
  };
  readOn();
  const { status } = await admin.send('PATCH', '/admin/sellers', {
    id: seller.id,
    accountStatus: 'suspended',
  });
  expect(status).toBe(200);
  readOn();
  const next = await Promise.all([
    seller.send('GET', `/sellers/orders/${id}`),
    sendThere('GET', `/sellers/orders/${id}`),
  ]);
  expect(next.map((reply) => reply.body.error?.code)).toEqual([
    'ACCOUNT_NOT_VERIFIED',
    'ACCOUNT_NOT_VERIFIED',
  ]);
  await Promise.all(reading);
});

it('the list at one server follows what is done at another, order by order (D21)', async () => {
  const seller = await here.trading();
  const elsewhere = { send: there.sendFor(seller.id), outletId: seller.outletId };
  expect(await listOf(elsewhere)).toEqual([]);
  const first = await seller.order();
  const second = await seller.order();
  expect((await listOf(elsewhere)).map(({ id }) => id)).toEqual([first.id, second.id]);
  await seller.send('POST', `/sellers/orders/accept/${first.id}`);
  const statuses = async () => new Map((await listOf(elsewhere)).map(({ id, status }) => [id, status]));
  expect((await statuses()).get(first.id)).toBe('deliver_waiting');
  await seller.send('POST', `/sellers/orders/cancel/${second.id}`);
  expect((await statuses()).get(second.id)).toBe('deliver_aborted');
  expect(await listOf(elsewhere)).toEqual(await listOf(seller));
});

it('the list has every change of an order, also one that no event tells of (D21)', async () => {
  const seller = await here.trading();
  const { id } = await seller.order();
  expect((await listOf(seller))[0]?.customerName).toBe('Priya');
  await sql`update orders set customer_name = 'Tom' where id = ${id}`.execute(here.database.kysely);
  expect((await listOf(seller))[0]?.customerName).toBe('Tom');
  await sql`update orders set customer_name = 'Priya' where id = ${id}`.execute(here.database.kysely);
  expect((await listOf(seller))[0]?.customerName).toBe('Priya');
});

it('of a list that has changed only the orders that changed are read, once for all who ask, and the rest is as it was (D21)', async () => {
  const seller = await here.trading();
  const ids: string[] = [];
  for (let nth = 0; nth < 12; nth += 1) ids.push((await seller.order()).id);
  const [accepted = '', finished = '', cancelled = ''] = ids;
  expect(await listOf(seller)).toHaveLength(12);
  const run = vi.spyOn(here.database, 'run');
  const readOf = () =>
    run.mock.calls.flatMap(([{ name }, [asked]]) =>
      name === 'orders_of_ids' ? [(JSON.parse(String(asked)) as string[]).toSorted()] : [],
    );
  for (const id of [accepted, finished]) await seller.send('POST', `/sellers/orders/accept/${id}`);
  const lists = await Promise.all(Array.from({ length: 20 }, () => listOf(seller)));
  expect(readOf()).toEqual([[accepted, finished].toSorted()]);
  expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(1);
  expect(lists[0]?.find(({ id }) => id === accepted)?.status).toBe('deliver_waiting');

  await seller.send('POST', `/sellers/orders/progress/${finished}`, { items: ['1'], status: 'complete' });
  const latest = (await seller.order()).id;
  await listOf(seller);
  expect(readOf().slice(1)).toEqual([[finished, latest].toSorted()]);
  run.mockRestore();
  await seller.send('POST', `/sellers/orders/complete/${finished}`);
  await seller.send('POST', `/sellers/orders/cancel/${cancelled}`);
  // To another server all of it is new.
  expect(await listOf(seller)).toEqual(
    await listOf({ send: there.sendFor(seller.id), outletId: seller.outletId }),
  );
});

it('a test order leaves the list once it has ended (D21)', async () => {
  const seller = await here.trading();
  await seller.order();
  const { body: test } = await seller.send('POST', `/sellers/outlets/${seller.outletId}/test-order`);
  expect((await listOf(seller)).map(({ isTest }) => isTest)).toEqual([undefined, true]);
  expect((await seller.send('POST', `/sellers/orders/cancel/${test.id}`)).status).toBe(200);
  expect((await listOf(seller)).map(({ isTest }) => isTest)).toEqual([undefined]);
});

it('the list of a session is no part of the next (D21)', async () => {
  const seller = await here.trading();
  const { id } = await seller.order();
  await seller.send('POST', `/sellers/orders/cancel/${id}`);
  expect(await listOf(seller)).toHaveLength(1);
  await seller.send('POST', `/sellers/outlets/${seller.outletId}/trading-session/finish`);
  expect(await listOf(seller)).toEqual([]);
  await seller.send('POST', `/sellers/outlets/${seller.outletId}/trading-session/start`);
  expect(await listOf(seller)).toEqual([]);
});

it('who asks for another seller’s list or order together with its owner gets nothing (D6)', async () => {
  const owner = await here.trading();
  const other = await here.seller();
  const { id } = await owner.order();
  const [list, order, notList, notOrder] = await Promise.all([
    owner.send('GET', `/sellers/outlets/${owner.outletId}/orders`),
    owner.send('GET', `/sellers/orders/${id}`),
    other.send('GET', `/sellers/outlets/${owner.outletId}/orders`),
    other.send('GET', `/sellers/orders/${id}`),
  ]);
  expect([list.status, order.status, notList.status, notOrder.status]).toEqual([200, 200, 404, 404]);
});

it('a menu that was written out is offered anew once what was sold out is back, and once it is closed (D37)', async () => {
  const seller = await here.trading();
  const menu = async () => (await here.send('GET', `/customers/outlets/${seller.outletId}/menu`)).body;
  const until = new Date(here.clock.now().getTime() + 60_000).toISOString();
  const { status } = await seller.send('POST', `/sellers/catalogs/${seller.catalogId}/sold-out`, {
    itemId: 'tea',
    until,
  });
  expect(status).toBe(200);
  const tea = async () => (await menu()).catalog.categories[0].list[0].soldOutUntil;
  expect(await tea()).toBe(until);
  expect(await tea()).toBe(until);
  here.clock.advance(61_000);
  expect(await tea()).toBeNull();
  expect((await menu()).outlet.availability).toBe('open');
  await there.sendFor(seller.id)('POST', `/sellers/outlets/${seller.outletId}/trading-session/finish`);
  expect((await menu()).outlet.availability).toBe('closed');
});

it('a menu that has changed is read once, however many ask for it at the same moment', async () => {
  const { outletId, catalogId, send } = await here.trading();
  const run = vi.spyOn(here.database, 'run');
  const readings = () => run.mock.calls.filter(([{ name }]) => name === 'menu_categories').length;
  const askMany = () =>
    Promise.all(
      Array.from({ length: 50 }, async () => {
        const { body } = await here.send('GET', `/customers/outlets/${outletId}/menu`);
        return body.catalog.name as string;
      }),
    );
  const before = readings();
  expect(new Set(await askMany())).toEqual(new Set(['Menu']));
  expect(readings() - before).toBe(1);
  await send('PATCH', `/sellers/catalogs/${catalogId}`, { name: 'Winter menu', categories: [] });
  expect(new Set(await askMany())).toEqual(new Set(['Winter menu']));
  expect(readings() - before).toBe(2);
  run.mockRestore();
});
