import type { Socket } from 'socket.io-client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrderSeenReply, OrderTimeline } from '#shared/api/live.ts';
import { testServer, type Trading } from '../../testing/server.ts';
import { eventsOf as heard, listen, setUpScreens } from '../../../tests/support/shop/live-screen.ts';
import { server, shop, setUpShop } from '../../../tests/support/shop/set-up.ts';
import { opensScreens, report } from '../../../tests/support/shop/attendance-steps.ts';

setUpShop();
const screens = setUpScreens();
beforeAll(() => server.clock.stop());

const screen = opensScreens(screens);
const reportAll = (socket: Socket, payload: unknown) =>
  socket.timeout(10_000).emitWithAck('orders-seen', payload) as Promise<OrderSeenReply>;
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
