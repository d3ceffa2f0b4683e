import { io, type Socket } from 'socket.io-client';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ConnectOutletReply, OrderUpdate } from '#shared/api/live.ts';
import { asOwner } from '../../server/testing/database.ts';
import { testServer } from '../../server/testing/server.ts';
import { floodUnread } from '../support/shop/live-screen.ts';
import { server, shop, setUpShop } from '../support/shop/set-up.ts';

let origin: string;
const sockets: Socket[] = [];

setUpShop();
beforeAll(async () => {
  await server.app.server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

function open(token: string | undefined, extra: object = {}): Socket {
  const socket = io(origin, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
    ...extra,
  });
  sockets.push(socket);
  return socket;
}
const outcome = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) => resolve(error.message));
  });
const watch = (socket: Socket, outletId: unknown) =>
  socket.timeout(5_000).emitWithAck('connect-outlet', outletId) as Promise<ConnectOutletReply>;
const next = (socket: Socket, event: string) =>
  new Promise<OrderUpdate>((resolve) => socket.once(event, resolve));

it('no token, a wrong one, or an account under review: no connection (D31, R9)', async () => {
  expect(await outcome(open(undefined))).toBe('UNAUTHORIZED');
  expect(await outcome(open('nonsense'))).toBe('UNAUTHORIZED');
  expect(await outcome(open((await server.seller('pending')).accessToken))).toBe('ACCOUNT_NOT_VERIFIED');
  expect(await outcome(open(shop.accessToken))).toBe('connected');
});

it('a page of another origin is refused (R12)', async () => {
  const socket = open(shop.accessToken, { extraHeaders: { origin: 'https://evil.example' } });
  expect(await outcome(socket)).toBe('websocket error');
  expect(await outcome(open(shop.accessToken, { extraHeaders: { origin: 'app://till' } }))).toBe('connected');
});

it('another seller’s outlet is refused, and nothing of it arrives (D31, R11)', async () => {
  const neighbour = await server.trading();
  const socket = open(neighbour.accessToken);
  await outcome(socket);
  expect(await watch(socket, shop.outletId)).toEqual({ ok: false, error: 'NOT_FOUND' });
  expect(await watch(socket, 'nothing')).toEqual({ ok: false, error: 'NOT_FOUND' });
  expect(await watch(socket, { $ne: '' })).toEqual({ ok: false, error: 'NOT_FOUND' });
  const heard: string[] = [];
  socket.on('order-update', ({ order }: OrderUpdate) => heard.push(order.outletId));
  await watch(socket, neighbour.outletId);
  await shop.order();
  const own = next(socket, 'order-update');
  await neighbour.order();
  await own;
  expect(heard).toEqual([neighbour.outletId]);
});

it('every change is told after its commit, with a version and a seq that rise by one (D32)', async () => {
  const socket = open(shop.accessToken);
  await outcome(socket);
  const acknowledged = await watch(socket, { outletId: shop.outletId });
  if (!acknowledged.ok) throw new Error(acknowledged.error);
  expect(Math.abs(Date.parse(acknowledged.serverTime) - server.clock.now().getTime())).toBeLessThan(5_000);
  const updates: OrderUpdate[] = [];
  socket.on('order-update', (update: OrderUpdate) => updates.push(update));
  const { id } = await shop.order();
  await shop.order({ paymentMethod: 'test_declined' });
  await shop.send('POST', `/sellers/orders/accept/${id}`);
  await shop.send('POST', `/sellers/orders/accept/${id}`);
  await shop.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'complete' });
  await shop.send('POST', `/sellers/orders/complete/${id}`);
  while (updates.length < 5) await next(socket, 'order-update');
  expect(updates.map(({ order, seq }) => [order.status, order.version, seq - acknowledged.seq])).toEqual([
    ['deliver_pending', 1, 1],
    ['deliver_waiting', 2, 2],
    ['deliver_enroute', 3, 3],
    ['payment_capture', 4, 4],
    ['complete', 5, 5],
  ]);
});

it('tells when trading ends and begins', async () => {
  const other = await server.trading();
  const socket = open(other.accessToken);
  await outcome(socket);
  await watch(socket, other.outletId);
  const ended = next(socket, 'trading-session-update');
  await other.send('POST', `/sellers/outlets/${other.outletId}/trading-session/finish`);
  await expect(ended).resolves.toBeUndefined();
  const begun = next(socket, 'trading-session-update');
  await other.send('POST', `/sellers/outlets/${other.outletId}/trading-session/start`);
  await expect(begun).resolves.toBeUndefined();
});

it('a flood and an oversized message end the socket (R13)', async () => {
  const flooding = open(shop.accessToken);
  await outcome(flooding);
  const ended = new Promise((resolve) => flooding.once('disconnect', resolve));
  for (let n = 0; n < 200; n += 1) flooding.emit('connect-outlet', shop.outletId);
  expect(await ended).toBe('io server disconnect');
  const large = open(shop.accessToken);
  await outcome(large);
  const closed = new Promise((resolve) => large.once('disconnect', resolve));
  large.emit('connect-outlet', 'x'.repeat(100_000));
  await closed;
});

it('one outlet per socket, also when two are asked for at once (D31)', async () => {
  const { body: second } = await shop.send('POST', '/sellers/outlets', { name: 'The annexe' });
  const { body: third } = await shop.send('POST', '/sellers/outlets', { name: 'The garden' });
  const socket = open(shop.accessToken);
  await outcome(socket);
  const order = await shop.order();
  await watch(socket, shop.outletId);
  await Promise.all([watch(socket, second.id), watch(socket, third.id)]);
  const heard: string[] = [];
  socket.on('order-update', ({ order }: OrderUpdate) => heard.push(order.outletId));
  for (const outletId of [second.id, third.id, shop.outletId])
    server.app.live.orderChanged(outletId, { order: { ...order, outletId }, seq: 1 });
  await watch(socket, shop.outletId);
  expect(heard).toHaveLength(1);
});

it('a seller has fifty sockets at most (R13)', async () => {
  const owner = await server.seller();
  const many = Array.from({ length: 60 }, () => open(owner.accessToken));
  const ended = new Set<Socket>();
  for (const socket of many) socket.once('disconnect', () => ended.add(socket));
  const outcomes = await Promise.all(many.map(outcome));
  await vi.waitFor(() => expect(many.filter((socket) => socket.connected)).toHaveLength(50));
  expect(ended.size + outcomes.filter((text) => text === 'TOO_MANY_CONNECTIONS').length).toBe(10);
  expect(await outcome(open(owner.accessToken))).toBe('TOO_MANY_CONNECTIONS');
  many.find((socket) => socket.connected)?.disconnect();
  await vi.waitFor(async () => expect(await outcome(open(owner.accessToken))).toBe('connected'));
});

it('a client that stops reading is cut (R14)', async () => {
  const order = await shop.order();
  const socket = open(shop.accessToken);
  await outcome(socket);
  await watch(socket, shop.outletId);
  const ended = new Promise((resolve) => socket.once('disconnect', resolve));
  // 80 MB.
  const client = await floodUnread(socket, server, { order, first: 1, last: 4_000 });
  client.resume();
  expect(await ended).toMatch(/transport|server disconnect/);
});

it('a client that is gone without a word is noticed within 30 s (R15)', async () => {
  const owner = await server.trading();
  const socket = open(owner.accessToken);
  await outcome(socket);
  await watch(socket, owner.outletId);
  const since = performance.now();
  const { ws } = socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } };
  // The client reads nothing any more, so it answers no ping; the connection itself stays open.
  ws.pause();
  await vi.waitFor(() => expect(server.app.live.listening().has(owner.outletId)).toBe(false), 45_000);
  expect(performance.now() - since).toBeLessThan(35_000);
  ws.resume();
});

it('what was rolled back is told to nobody, and counts for nothing (R4)', async () => {
  const other = await server.trading();
  const { id } = await other.order();
  const socket = open(other.accessToken);
  await outcome(socket);
  const before = await watch(socket, other.outletId);
  const heard: OrderUpdate[] = [];
  socket.on('order-update', (update: OrderUpdate) => heard.push(update));
  // The last part of the statement fails, after the order and the feed were written.
  await asOwner(server.database, ({ kysely }) =>
    sql`alter table idempotency_keys add constraint nothing_fits check (key <> 'doomed')`.execute(kysely),
  );
  const doomed = await other.send('POST', `/sellers/orders/accept/${id}`, undefined, {
    'idempotency-key': 'doomed',
  });
  expect(doomed.status).toBe(500);
  expect((await other.send('GET', `/sellers/orders/${id}`)).body).toMatchObject({ version: 1 });
  const next = await other.order();
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  expect(heard[0]).toMatchObject({ order: { id: next.id }, seq: before.ok ? before.seq + 1 : null });
});

it('signing out closes the sockets of that sign-in, and its token opens no other (A17)', async () => {
  const { body } = await server.send('POST', '/sellers/sign-in', {
    email: shop.email,
    password: 'a password for tests',
  });
  const socket = open(body.account.accessToken);
  await outcome(socket);
  const ended = new Promise((resolve) => socket.once('disconnect', resolve));
  await server.send('POST', '/sellers/sign-out', { refreshToken: body.account.refreshToken });
  expect(await ended).toBe('io server disconnect');
  expect(await outcome(open(body.account.accessToken))).toBe('UNAUTHORIZED');
  expect(await outcome(open(shop.accessToken))).toBe('connected');
});

it('every socket of a seller can be ended at once, and nobody else’s (D14)', async () => {
  const owner = await server.seller();
  const own = [open(owner.accessToken), open(owner.accessToken)];
  const other = open(shop.accessToken);
  await Promise.all([...own, other].map(outcome));
  const ended = own.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve)));
  server.app.live.endSeller(owner.id);
  expect(await Promise.all(ended)).toEqual(['io server disconnect', 'io server disconnect']);
  expect(other.connected).toBe(true);
});

it('a token that is not renewed ends its socket, and opens no other (R10)', async () => {
  const late = await testServer();
  const owner = await late.seller();
  await late.app.server.listen({ port: 0, host: '127.0.0.1' });
  const address = late.app.server.server.address();
  const there = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  late.clock.advance(15 * 60_000 - 2_000);
  const socket = io(there, { transports: ['websocket'], auth: { token: owner.accessToken }, forceNew: true });
  sockets.push(socket);
  expect(await outcome(socket)).toBe('connected');
  const ended = new Promise((resolve) => socket.once('disconnect', resolve));
  expect(await ended).toBe('io server disconnect');
  const again = io(there, { transports: ['websocket'], auth: { token: owner.accessToken }, forceNew: true });
  sockets.push(again);
  expect(await outcome(again)).toBe('UNAUTHORIZED');
  await late.close();
});
