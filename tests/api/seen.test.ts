import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrderSeenReply, OrderTimeline } from '#shared/api/live.ts';
import { testServer, type Seller, type TestServer, type Trading } from '../../server/testing/server.ts';
import { eventsOf as heard, listen, liveScreens, speak } from '../support/shop/live-screen.ts';
import { redisProgram, testRedis } from '../support/servers/redis.ts';

let server: TestServer;
let shop: Trading;
const screens = liveScreens();

beforeAll(async () => {
  server = await testServer();
  server.clock.stop();
  await listen(server);
  shop = await server.trading();
});
afterEach(screens.close);
afterAll(() => server.close());

/** A signed-in screen; with an outlet it watches that outlet, as a till does. */
const screen = (token: string, outletId: string | null = null, at = server): Promise<Socket> =>
  outletId === null ? screens.connect(at, token) : screens.watch(at, token, outletId);
const report = (socket: Socket, payload: unknown) =>
  socket.timeout(10_000).emitWithAck('order-seen', payload) as Promise<OrderSeenReply>;
const reportAll = (socket: Socket, payload: unknown) =>
  socket.timeout(10_000).emitWithAck('orders-seen', payload) as Promise<OrderSeenReply>;
const unattended = async (seller: Pick<Seller, 'send'>) =>
  (await seller.send('GET', '/sellers/unattended')).body;
const nothing = { orders: [], outlets: [], screens: [] };
const times = async (owner: Trading, id: string) => {
  const { receivedAt, alertedAt, seenAt, version } = (await owner.send('GET', `/sellers/orders/${id}`)).body;
  return { receivedAt, alertedAt, seenAt, version };
};

describe('what a till reports of an order (D33)', () => {
  it('is kept, the first time each, is told to every screen of the outlet, and is no change of the order', async () => {
    const till = await screen(shop.accessToken, shop.outletId);
    const other = await screen(shop.accessToken, shop.outletId);
    const updates = heard(other, 'order-update');
    const { id } = await shop.order();
    await vi.waitFor(() => expect(updates).toHaveLength(1));
    const timelines = heard(other, 'order-timeline') as OrderTimeline[];
    expect(await times(shop, id)).toEqual({ version: 1 });
    expect(await report(till, { orderId: id, stage: 'received' })).toEqual({ ok: true });
    const first = await times(shop, id);
    expect(first).toEqual({ version: 1, receivedAt: expect.any(String) });
    expect(Math.abs(Date.parse(first.receivedAt) - server.clock.now().getTime())).toBeLessThan(10_000);

    server.clock.advance(1_000);
    expect(await report(other, { orderId: id, stage: 'received' })).toEqual({ ok: true });
    expect(await report(till, { orderId: id, stage: 'alerted' })).toEqual({ ok: true });
    const second = await times(shop, id);
    expect(second).toEqual({ ...first, alertedAt: expect.any(String) });
    server.clock.advance(1_000);
    await Promise.all([
      report(till, { orderId: id, stage: 'seen' }),
      report(other, { orderId: id, stage: 'seen' }),
      report(other, { orderId: id, stage: 'alerted' }),
    ]);
    const third = await times(shop, id);
    expect(third).toEqual({ ...second, seenAt: expect.any(String) });
    const later = (time: string, than: string) => Date.parse(time) - Date.parse(than);
    expect(later(third.alertedAt, third.receivedAt)).toBeGreaterThanOrEqual(1_000);
    expect(later(third.seenAt, third.alertedAt)).toBeGreaterThanOrEqual(1_000);

    await vi.waitFor(() => expect(timelines).toHaveLength(3));
    const { version: _version, ...all } = third;
    expect(timelines.at(-1)).toEqual({ orderId: id, ...all });
    expect(updates).toHaveLength(1);
    const { body: list } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    expect(list).toContainEqual(expect.objectContaining({ id, ...third }));
    const accepted = await shop.send('POST', `/sellers/orders/accept/${id}`, undefined, {
      'if-match': '"1"',
    });
    expect(accepted.body).toMatchObject({ ...all, version: 2, acceptedAt: expect.any(String) });
  });

  it('of an order that was alerted or seen, also tells that it was received', async () => {
    const till = await screen(shop.accessToken, shop.outletId);
    const { id } = await shop.order();
    expect(await report(till, { orderId: id, stage: 'seen' })).toEqual({ ok: true });
    const { receivedAt, alertedAt, seenAt } = await times(shop, id);
    expect(seenAt).toBeDefined();
    expect(receivedAt).toBe(seenAt);
    expect(alertedAt).toBeUndefined();
  });

  it('counts only for an order of the outlet that is watched', async () => {
    const neighbour = await server.trading();
    const theirs = await neighbour.order();
    const refused = { ok: false, error: 'NOT_FOUND' };
    const till = await screen(shop.accessToken, shop.outletId);
    expect(await report(till, { orderId: theirs.id, stage: 'received' })).toEqual(refused);
    expect(await report(till, { orderId: 'nobody-has-this-id', stage: 'received' })).toEqual(refused);
    const own = await shop.order();
    expect(await report(await screen(shop.accessToken), { orderId: own.id, stage: 'received' })).toEqual(
      refused,
    );
    expect(await times(neighbour, theirs.id)).toEqual({ version: 1 });
    expect(await times(shop, own.id)).toEqual({ version: 1 });
  });

  it('is refused where it makes no sense, beside reports that do', async () => {
    const till = await screen(shop.accessToken, shop.outletId);
    const { id } = await shop.order();
    const wrong = [
      undefined,
      null,
      id,
      [],
      { orderId: id },
      { stage: 'received' },
      { orderId: id, stage: 'cooked' },
      { orderId: { $ne: '' }, stage: 'received' },
      { orderId: 'x'.repeat(65), stage: 'received' },
      { orderId: `${id}\u0000`, stage: 'received' },
      { orderId: '\ud800', stage: 'received' },
    ];
    const replies = await Promise.all([
      ...wrong.map((payload) => report(till, payload)),
      report(till, { orderId: id, stage: 'received' }),
    ]);
    expect(replies).toEqual([...wrong.map(() => ({ ok: false, error: 'INVALID' })), { ok: true }]);
    // A report without a callback is stored as well.
    till.emit('order-seen', { orderId: id, stage: 'seen' });
    await vi.waitFor(async () => expect((await times(shop, id)).seenAt).toBeDefined());
  });

  it('a busy evening of honest reports passes, and a flood ends the socket (R13)', async () => {
    const till = await screen(shop.accessToken, shop.outletId);
    const orders = await Promise.all(Array.from({ length: 100 }, () => shop.order()));
    const reports = orders.flatMap(({ id }) =>
      ['received', 'alerted', 'seen'].map((stage) => ({ orderId: id, stage })),
    );
    const replies = await Promise.all(reports.map((payload) => report(till, payload)));
    expect(new Set(replies.map(({ ok }) => ok))).toEqual(new Set([true]));
    const { body: list } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    const kept = new Map((list as { id: string; seenAt?: string }[]).map((order) => [order.id, order]));
    for (const { id } of orders) expect(kept.get(id)).toHaveProperty('alertedAt');
    const ended = new Promise((resolve) => till.once('disconnect', resolve));
    for (let n = 0; n < 1_000; n += 1) till.emit('order-seen', reports[0]);
    expect(await ended).toBe('io server disconnect');
  });

  it('is kept in one go for a board of 200 orders after a cut, and what makes no sense is passed over (D33)', async () => {
    const busy = await server.trading();
    const till = await screen(busy.accessToken, busy.outletId);
    const orders = await Promise.all(Array.from({ length: 200 }, () => busy.order()));
    const theirs = await shop.order();
    const list = orders.flatMap(({ id }) => [
      { orderId: id, stage: 'received' },
      { orderId: id, stage: 'alerted' },
    ]);
    const odd = [
      null,
      'x',
      { orderId: list[0]?.orderId, stage: 'cooked' },
      { orderId: theirs.id, stage: 'seen' },
    ];
    expect(await reportAll(till, [...odd, ...list])).toEqual({ ok: true });
    const { body } = await busy.send('GET', `/sellers/outlets/${busy.outletId}/orders`);
    expect(body).toHaveLength(200);
    for (const order of body) expect(order).toMatchObject({ alertedAt: expect.any(String) });
    expect(await times(shop, theirs.id)).toEqual({ version: 1 });

    // The same reports again, as from a till that got no answer; it is not disconnected for that.
    for (let n = 0; n < 3; n += 1) expect(await reportAll(till, list)).toEqual({ ok: true });
    const invalid = { ok: false, error: 'INVALID' };
    for (const payload of [undefined, null, 'x', list[0], Array.from({ length: 501 }, () => list[0])])
      expect(await reportAll(till, payload)).toEqual(invalid);
    expect(await reportAll(await screen(busy.accessToken), list)).toEqual({ ok: false, error: 'NOT_FOUND' });
    const ended = new Promise((resolve) => till.once('disconnect', resolve));
    for (let n = 0; n < 50; n += 1) till.emit('orders-seen', list);
    expect(await ended).toBe('io server disconnect');
  });

  it('is each the first time, however many servers and tills report it at once', async () => {
    const there = await testServer({ beside: server });
    await listen(there);
    const tills = await Promise.all(
      [server, there].flatMap((at) =>
        Array.from({ length: 3 }, () => screen(shop.accessToken, shop.outletId, at)),
      ),
    );
    const orders = await Promise.all(Array.from({ length: 20 }, () => shop.order()));
    const replies = await Promise.all(
      tills.flatMap((till, n) =>
        (n % 2 ? orders.toReversed() : orders).flatMap(({ id }) => [
          report(till, { orderId: id, stage: 'received' }),
          report(till, { orderId: id, stage: 'seen' }),
        ]),
      ),
    );
    expect(replies.every(({ ok }) => ok)).toBe(true);
    screens.close();
    await there.close();
  });
});

describe('an order that nobody was alerted of (D33, D74)', () => {
  it('is told after 20 s to every signed-in screen of its seller and to nobody else, until one has rung for it', async () => {
    const owner = await server.trading();
    const elsewhere = await screen(owner.accessToken);
    const neighbour = await server.seller();
    const next = await screen(neighbour.accessToken);
    const [told, others] = [heard(elsewhere, 'unattended-update'), heard(next, 'unattended-update')];
    const late = await owner.order();
    server.clock.advance(19_000);
    await server.app.doChores();
    expect(await unattended(owner)).toEqual(nothing);
    server.clock.advance(1_000);
    await server.app.doChores();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(await unattended(owner)).toEqual({
      orders: [
        {
          id: late.id,
          outletId: owner.outletId,
          outletName: 'The Old Ferry',
          orderNumber: 1,
          tableNumber: '7',
          since: late.createdAt,
        },
      ],
      outlets: [],
      screens: [],
    });
    expect(await unattended(neighbour)).toEqual(nothing);
    await server.app.doChores();
    expect(told).toHaveLength(1);

    // A screen that has the order but may not sound does not help.
    const till = await screen(owner.accessToken, owner.outletId);
    await report(till, { orderId: late.id, stage: 'received' });
    await server.app.doChores();
    expect((await unattended(owner)).orders).toHaveLength(1);
    expect(told).toHaveLength(1);
    // An order that was unattended is attended to at once, without waiting for a poll.
    await report(till, { orderId: late.id, stage: 'alerted' });
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(await unattended(owner)).toEqual(nothing);
    expect(others).toEqual([]);
  });

  it('is no longer told of once it is opened, accepted, cancelled or expired', async () => {
    const owner = await server.trading();
    const [accepted, cancelled] = [await owner.order(), await owner.order()];
    const [opened, expired] = [await owner.order(), await owner.order()];
    server.clock.advance(20_000);
    const ids = async () => (await unattended(owner)).orders.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([accepted?.id, cancelled?.id, opened?.id, expired?.id]);
    await report(await screen(owner.accessToken, owner.outletId), { orderId: opened?.id, stage: 'seen' });
    await owner.send('POST', `/sellers/orders/accept/${accepted?.id}`);
    await owner.send('POST', `/sellers/orders/cancel/${cancelled?.id}`);
    expect(await ids()).toEqual([expired?.id]);
    server.clock.advance(600_000);
    await server.app.doChores();
    expect((await server.sendFor(owner.id)('GET', '/sellers/unattended')).body.orders).toEqual([]);
  });
});

describe('an outlet that trades with nobody listening (D33)', () => {
  it('is told after 60 s, not while a till is connected, and no more once one comes', async () => {
    const owner = await server.trading();
    const elsewhere = await screen(owner.accessToken);
    const told = heard(elsewhere, 'unattended-update');
    server.clock.advance(59_000);
    await server.app.doChores();
    expect(await unattended(owner)).toEqual(nothing);
    server.clock.advance(1_000);
    await server.app.doChores();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(await unattended(owner)).toEqual({
      orders: [],
      outlets: [{ id: owner.outletId, name: 'The Old Ferry', since: expect.any(String) }],
      screens: [],
    });

    const till = await screen(owner.accessToken, owner.outletId);
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect((await unattended(owner)).outlets).toEqual([]);
    for (let minutes = 0; minutes < 3; minutes += 1) {
      server.clock.advance(60_000);
      await speak(till);
      await server.app.doChores();
      expect((await unattended(owner)).outlets, `after ${minutes + 1} minutes with a till`).toEqual([]);
    }

    till.disconnect();
    await vi.waitFor(async () => {
      await server.app.doChores();
      expect([...server.app.live.listening().keys()]).not.toContain(owner.outletId);
    });
    server.clock.advance(60_000);
    await server.app.doChores();
    await vi.waitFor(() => expect(told).toHaveLength(3));
    expect((await unattended(owner)).outlets).toHaveLength(1);
    await owner.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/finish`);
    expect((await unattended(owner)).outlets).toEqual([]);
    await server.app.doChores();
    await vi.waitFor(() => expect(told).toHaveLength(4));
    // A new session starts its own minute, whenever a screen last listened.
    await owner.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/start`);
    expect((await unattended(owner)).outlets).toEqual([]);
  });

  it('is also told by a server that was started only just now', async () => {
    const owner = await server.trading();
    const late = await owner.order();
    const before = await testServer({ beside: server });
    await listen(before);
    await screen(owner.accessToken, owner.outletId, before);
    await before.close();
    server.clock.advance(61_000);
    const after = await testServer({ beside: server });
    await listen(after);
    const told = heard(await screen(owner.accessToken, null, after), 'unattended-update');
    await after.app.doChores();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(await unattended(owner)).toMatchObject({
      orders: [{ id: late.id }],
      outlets: [{ id: owner.outletId }],
    });
    screens.close();
    await after.close();
  });
});

describe.skipIf(redisProgram === null)('across two servers (D33)', () => {
  it('a till at one server is listening for the other, and its reports reach the screens there', async () => {
    const redis = await testRedis();
    await redis.start();
    const here = await testServer({ redisUrl: redis.url });
    const there = await testServer({ redisUrl: redis.url, beside: here });
    await Promise.all([listen(here), listen(there)]);
    await vi.waitFor(async () => expect((await there.app.server.inject('/ready')).statusCode).toBe(200));
    const owner = await here.trading();
    const looking = async () => {
      await there.app.doChores();
      await here.app.doChores();
    };
    const told = heard(await screen(owner.accessToken, null, here), 'unattended-update');
    const till = await screen(owner.accessToken, owner.outletId, there);
    here.clock.advance(61_000);
    await speak(till);
    await looking();
    expect((await unattended(owner)).outlets).toEqual([]);

    const board = await screen(owner.accessToken, owner.outletId, here);
    const timelines = heard(board, 'order-timeline') as OrderTimeline[];
    const { id } = await owner.order();
    await report(till, { orderId: id, stage: 'received' });
    await vi.waitFor(() =>
      expect(timelines).toMatchObject([{ orderId: id, receivedAt: expect.any(String) }]),
    );

    board.disconnect();
    till.disconnect();
    await vi.waitFor(async () => {
      await looking();
      const watched = [here, there].flatMap(({ app }) => [...app.live.listening().keys()]);
      expect(watched).toEqual([]);
    });
    here.clock.advance(60_000);
    await redis.kill();
    await here.app.doChores();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect((await unattended(owner)).outlets).toHaveLength(1);
    // A screen comes to the other server while Redis is away: this server finds it by polling.
    await screen(owner.accessToken, owner.outletId, there);
    await vi.waitFor(async () => {
      await here.app.doChores();
      expect(told).toHaveLength(2);
    });
    expect((await unattended(owner)).outlets).toEqual([]);
    screens.close();
    await there.close();
    await here.close();
    await redis.stop();
  });
});
