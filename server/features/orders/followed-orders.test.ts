import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { OrderRow } from './order-row.ts';
import { followedOrders } from './followed-orders.ts';
import { basketOfTea, testServer, type TestServer, type Trading } from '../../testing/server.ts';
import { readEvents } from '../../../tests/support/servers/event-reader.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

/** A second server on the same database, which hears nothing of the first but through it. */
let other: TestServer;
let bar: Trading;
const origins = new Map<TestServer, string>();
const opened: { close(): void }[] = [];

beforeAll(async () => {
  other = await testServer({ beside: server });
  for (const one of [server, other]) await listen(one);
  bar = await server.trading();
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
afterAll(() => other.close());

async function listen(one: TestServer): Promise<void> {
  origins.set(one, await one.app.server.listen({ port: 0, host: '127.0.0.1' }));
}

async function follow(path: string, at: TestServer = server) {
  const stream = await readEvents<{ status: string; message: string | null }>(
    `${origins.get(at)}/api${path}`,
  );
  opened.push(stream);
  return stream;
}

async function placed(): Promise<{ id: string; address: string; asked: string }> {
  await server.hear(bar.outletId);
  const { body } = await server.send('POST', `/customers/outlets/${bar.outletId}/orders`, basketOfTea, {
    'idempotency-key': crypto.randomUUID(),
  });
  const { id } = body.order;
  const token = `?token=${body.trackingToken}`;
  return { id, address: `/customers/orders/${id}/events${token}`, asked: `/customers/orders/${id}${token}` };
}

it('a guest’s app learns with the menu that a server for demonstration takes test cards', async () => {
  const { body: menu } = await server.send('GET', `/customers/outlets/${bar.outletId}/menu`);
  expect(menu.payments).toEqual({ provider: 'test' });
});

it('a guest’s page is told of each change of its order as it happens (D70)', async () => {
  const { id, address, asked } = await placed();
  const page = await follow(address);
  expect(page.reply.status).toBe(200);
  expect(page.reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const first = await page.next();
  expect(first?.data.status).toBe('deliver_pending');
  await bar.send('POST', `/sellers/orders/accept/${id}`);
  const second = await page.next();
  expect(second?.data.status).toBe('deliver_waiting');
  expect(Number(second?.id)).toBeGreaterThan(Number(first?.id));
  await bar.send('POST', `/sellers/orders/cancel/${id}`, { forCustomer: 'Sorry, the oven broke.' });
  const third = await page.next();
  expect(third?.data).toMatchObject({
    status: 'deliver_aborted',
    message: expect.stringContaining('the oven broke'),
  });
  expect(third?.data).toEqual((await server.send('GET', asked)).body);
});

it('what another server changed is told at the next look', async () => {
  const { id, address } = await placed();
  const page = await follow(address, other);
  await page.next();
  await bar.send('POST', `/sellers/orders/accept/${id}`);
  await other.app.doChores();
  expect((await page.next())?.data.status).toBe('deliver_waiting');
});

it('a page that joins is told what it missed, and the others nothing twice', async () => {
  const { id, address } = await placed();
  const early = await follow(address);
  await early.next();
  await bar.send('POST', `/sellers/orders/accept/${id}`);
  await early.next();
  const late = await follow(address);
  expect((await late.next())?.data.status).toBe('deliver_waiting');
  await server.app.doChores();
  await bar.send('POST', `/sellers/outlets/${bar.outletId}/progress-order/${id}`);
  for (const page of [early, late]) expect((await page.next())?.data.status).toBe('deliver_working');
});

const rowOf = (id: string): Promise<OrderRow> =>
  server.database.kysely.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('a page that comes once its server has stopped to tell changes is told how the order is, and that this is the end', async () => {
  const row = await rowOf((await placed()).id);
  const followed = followedOrders({
    database: server.database,
    takePlace: () => null,
    findOrder: async () => row,
    everyMs: 3_600_000,
    log: server.app.server.log,
    onRun: () => {},
  });
  await followed.chore.stop();
  const told: string[] = [];
  followed.follow(row, { onChange: ({ id }) => told.push(id), onEnd: () => told.push('the end') });
  expect(told).toEqual([row.id, 'the end']);
});

it('of two changes whose reads end in the wrong order the older is not told after the newer', async () => {
  const { id } = await placed();
  const older = await rowOf(id);
  const reads: ((row: OrderRow) => void)[] = [];
  const followed = followedOrders({
    database: server.database,
    takePlace: () => null,
    findOrder: () => new Promise((resolve) => reads.push(resolve)),
    everyMs: 3_600_000,
    log: server.app.server.log,
    onRun: () => {},
  });
  const told: number[] = [];
  followed.follow(older, { onChange: ({ version }) => told.push(version), onEnd: () => {} });
  for (let change = 0; change < 3; change += 1) followed.changed(id);
  for (const [read, version] of [3, 2, 4].entries()) reads[read]?.({ ...older, version });
  await vi.waitFor(() => expect(told).toContain(4));
  expect(told).toEqual([1, 3, 4]);
  await followed.chore.stop();
});

it('an order is followed with its own token alone', async () => {
  const [mine, theirs] = [await placed(), await placed()];
  const wrong = `/customers/orders/${theirs.id}/events?${mine.address.split('?')[1]}`;
  expect((await follow(wrong)).reply.status).toBe(404);
});

it('too many pages are refused, and there is room again once one has gone', async () => {
  const strict = await testServer({ beside: server, limits: ['following-order=2', 'following-network=3'] });
  await listen(strict);
  const { address } = await placed();
  const [first, second] = [await follow(address, strict), await follow(address, strict)];
  await Promise.all([first.next(), second.next()]);
  const refused = await follow(address, strict);
  expect(refused.reply.status).toBe(429);
  expect(refused.reply.headers.get('retry-after')).toBe('30');
  const elsewhere = await follow((await placed()).address, strict);
  expect(elsewhere.reply.status).toBe(200);
  expect((await follow((await placed()).address, strict)).reply.status).toBe(429);
  first.close();
  await expect.poll(async () => (await follow(address, strict)).reply.status).toBe(200);
  await strict.close();
});

it('a server that stops ends its streams, so that pages go to another', async () => {
  const leaving = await testServer({ beside: server });
  await listen(leaving);
  const page = await follow((await placed()).address, leaving);
  await page.next();
  const closed = leaving.app.close();
  expect(await page.next()).toBeNull();
  await closed;
});
