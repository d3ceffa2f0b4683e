import { beforeAll, describe, expect, it, vi } from 'vitest';
import { eventsOf, setUpScreens } from '../../../tests/support/shop/live-screen.ts';
import { later, server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { opensScreens, signInAgain } from '../../../tests/support/shop/attendance-steps.ts';
import type { Seller, Trading } from '../../testing/server.ts';

const HOUR_MS = 60 * 60_000;

setUpServer();
const screens = setUpScreens();
beforeAll(() => server.clock.stop());
const screen = opensScreens(screens);

/** Signs in for each call: hours go by in between. */
async function read(seller: Seller, path: string) {
  const { accessToken } = await signInAgain(seller);
  return (await server.send('GET', path, undefined, { authorization: `Bearer ${accessToken}` })).body;
}
const atRisk = (seller: Seller, query = '') => read(seller, `/sellers/at-risk${query}`);
const nothing = { count: 0, total: 0, orders: [] };

async function accepted(shop: Trading) {
  const { id } = await shop.order();
  await shop.send('POST', `/sellers/orders/accept/${id}`);
  return id;
}
const holdUntil = (id: string, time: Date) =>
  server.database.kysely.updateTable('orders').set({ capture_before: time }).where('id', '=', id).execute();
async function close(shop: Trading, id: string) {
  await shop.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'complete' });
  return (await shop.send('POST', `/sellers/orders/complete/${id}`)).body;
}

describe('what is accepted and not yet taken (D50)', () => {
  it('is every accepted order until its money is taken, oldest first, with the sum', async () => {
    const shop = await server.trading();
    await shop.order();
    const cancelled = await accepted(shop);
    await shop.send('POST', `/sellers/orders/cancel/${cancelled}`);
    expect(await atRisk(shop), 'neither a new nor a cancelled order').toEqual(nothing);
    const first = await accepted(shop);
    server.clock.advance(1_000);
    const second = await accepted(shop);
    const before = await atRisk(shop);
    expect(before).toMatchObject({ count: 2, total: 1240, orders: [{ id: first }, { id: second }] });
    expect(before.orders[0]).toEqual({
      id: first,
      outletId: shop.outletId,
      outletName: 'The Old Ferry',
      tradingSessionId: expect.any(String),
      orderNumber: 3,
      tableNumber: '7',
      status: 'deliver_waiting',
      amount: 620,
      since: (await shop.send('GET', `/sellers/orders/${first}`)).body.createdAt,
      holdEndsAt: null,
      captureError: null,
      warning: null,
    });
    expect((await close(shop, first)).status).toBe('complete');
    expect(await atRisk(shop)).toMatchObject({ count: 1, total: 620, orders: [{ id: second }] });
    const { body } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/trading-sessions`);
    expect(body.tradingSessions[0].totalEarnings, 'and is not part of the takings').toBe(620);
  });

  it('is a closed order, too, while its capture is under way or has failed, until one succeeds', async () => {
    const shop = await server.trading();
    const id = await accepted(shop);
    let answer: (outcome: { kind: 'done' } | { kind: 'failed'; message: string }) => void = () => undefined;
    server.payments.scriptCapture(() => new Promise((settle) => (answer = settle)));
    const closing = close(shop, id);
    await vi.waitFor(async () =>
      expect((await atRisk(shop)).orders).toMatchObject([{ id, status: 'payment_capture' }]),
    );
    answer({ kind: 'failed', message: 'Card expired' });
    await closing;
    expect(await atRisk(shop)).toMatchObject({
      count: 1,
      total: 620,
      orders: [{ id, status: 'deliver_success', captureError: 'Card expired' }],
    });
    // The session may be finished; the money is still not taken.
    await shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/finish`);
    const { tradingSessionId } = (await atRisk(shop)).orders[0];
    expect((await atRisk(shop, `?tradingSessionId=${tradingSessionId}`)).count).toBe(1);
    server.payments.scriptCapture(() => ({ kind: 'done' }));
    await later(HOUR_MS);
    expect(await atRisk(shop)).toEqual(nothing);
  });

  it('is no more what no attempt can take: that is lost', async () => {
    const shop = await server.trading();
    const id = await accepted(shop);
    server.payments.scriptCapture(() => ({ kind: 'failed', message: 'The hold has ended' }));
    await close(shop, id);
    expect((await atRisk(shop)).count).toBe(1);
    await holdUntil(id, new Date(server.clock.now().getTime() - 1));
    await later(HOUR_MS);
    server.payments.scriptCapture(() => ({ kind: 'done' }));
    expect(await atRisk(shop)).toEqual(nothing);
    expect((await read(shop, `/sellers/orders/${id}`)).status).toBe('deliver_success');
  });

  it('is of the caller alone, of one outlet or one session if that is asked for', async () => {
    const [shop, neighbour] = [await server.trading(), await server.trading()];
    const id = await accepted(shop);
    expect(await atRisk(neighbour)).toEqual(nothing);
    expect(await atRisk(neighbour, `?outletId=${shop.outletId}`)).toEqual(nothing);
    const { tradingSessionId } = (await atRisk(shop)).orders[0];
    expect(await atRisk(neighbour, `?tradingSessionId=${tradingSessionId}`)).toEqual(nothing);
    expect((await atRisk(shop, `?outletId=${shop.outletId}`)).orders).toMatchObject([{ id }]);
    expect(await atRisk(shop, `?outletId=${neighbour.outletId}`)).toEqual(nothing);
    expect((await atRisk(shop, `?tradingSessionId=${tradingSessionId}`)).orders).toMatchObject([{ id }]);
    expect(await atRisk(shop, '?tradingSessionId=another')).toEqual(nothing);
  });

  it('is warned of at 12 hours and at four days, by the server’s clock, on every screen of the seller', async () => {
    const [shop, neighbour] = [await server.trading(), await server.trading()];
    const [told, others] = [
      eventsOf(await screen(shop.accessToken), 'unattended-update'),
      eventsOf(await screen(neighbour.accessToken), 'unattended-update'),
    ];
    await accepted(shop);
    const warning = async () => (await atRisk(shop)).orders[0].warning;
    // An outlet without a screen is unattended for itself.
    await later(60_000);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    await vi.waitFor(() => expect(others).toHaveLength(1));
    await later(12 * HOUR_MS - 60_001);
    expect(await warning()).toBe(null);
    expect(told).toHaveLength(1);
    await later(1);
    expect(await warning()).toBe('late');
    // The screens hear of it within 10 s.
    await later(10_000);
    await vi.waitFor(() => expect(told).toHaveLength(2));
    await later(84 * HOUR_MS - 10_001);
    expect(await warning()).toBe('late');
    expect(told).toHaveLength(2);
    await later(1);
    expect(await warning()).toBe('ending');
    await later(10_000);
    await vi.waitFor(() => expect(told).toHaveLength(3));
    expect(others).toHaveLength(1);
  });

  it('is warned of in the last day of a hold that is shorter', async () => {
    const shop = await server.trading();
    const id = await accepted(shop);
    const ends = new Date(server.clock.now().getTime() + 25 * HOUR_MS);
    await holdUntil(id, ends);
    expect((await atRisk(shop)).orders).toMatchObject([{ holdEndsAt: ends.toISOString(), warning: null }]);
    server.clock.advance(HOUR_MS);
    expect((await atRisk(shop)).orders).toMatchObject([{ warning: 'ending' }]);
  });
});
