import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ConnectOutletReply, OrderUpdate } from '#shared/live.ts';
import { testServer, type TestServer, type Trading } from '../../server/testing/server.ts';

let server: TestServer;
let shop: Trading;
let origin: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await testServer();
  shop = await server.trading();
  await server.app.server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => server.close());

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

it('D31 R9 no token, a wrong one, or an account under review: no connection', async () => {
  expect(await outcome(open(undefined))).toBe('UNAUTHORIZED');
  expect(await outcome(open('nonsense'))).toBe('UNAUTHORIZED');
  expect(await outcome(open((await server.seller('pending')).accessToken))).toBe('ACCOUNT_NOT_VERIFIED');
  expect(await outcome(open(shop.accessToken))).toBe('connected');
});

it('R12 a page of another origin is refused', async () => {
  const socket = open(shop.accessToken, { extraHeaders: { origin: 'https://evil.example' } });
  expect(await outcome(socket)).toBe('websocket error');
  expect(await outcome(open(shop.accessToken, { extraHeaders: { origin: 'app://till' } }))).toBe('connected');
});

it('D31 R11 another seller’s outlet is refused, and nothing of it arrives', async () => {
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

it('D32 every change is told after its commit, with a version and a seq that rise by one', async () => {
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

it('tells when trading begins and ends', async () => {
  const other = await server.trading();
  const socket = open(other.accessToken);
  await outcome(socket);
  await watch(socket, other.outletId);
  const ended = next(socket, 'trading-session-update');
  await other.send('POST', `/sellers/outlets/${other.outletId}/trading-session/finish`);
  await ended;
});

it('R13 a flood and an oversized message end the socket', async () => {
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

it('A17 signing out closes the sockets of that sign-in', async () => {
  const { body } = await server.send('POST', '/sellers/sign-in', {
    email: shop.email,
    password: 'a password for tests',
  });
  const socket = open(body.account.accessToken);
  await outcome(socket);
  const ended = new Promise((resolve) => socket.once('disconnect', resolve));
  await server.send('POST', '/sellers/sign-out', { refreshToken: body.account.refreshToken });
  expect(await ended).toBe('io server disconnect');
});
