import { beforeAll, describe, expect, it, vi } from 'vitest';
import { redisProgram } from '../../../tests/support/servers/redis.ts';
import { eventsOf, setUpScreens } from '../../../tests/support/shop/live-screen.ts';
import { onTheMenu, ordersOf, place, proves } from '../../../tests/support/shop/ordering-steps.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { twoServers } from '../../../tests/support/shop/two-servers.ts';
import { testServer, type TestServer, type Trading } from '../../testing/server.ts';

setUpServer();
const screens = setUpScreens();
beforeAll(() => server.clock.stop());

const paused = { status: 409, body: { error: { code: 'OUTLET_PAUSED' } } };
const pause = (shop: Trading, minutes: number | null, reason = 'Kitchen is full', at: TestServer = server) =>
  at.sendFor(shop.id)(
    'POST',
    `/sellers/outlets/${shop.outletId}/pause`,
    {
      until: minutes === null ? null : new Date(at.clock.now().getTime() + minutes * 60_000).toISOString(),
      reason,
    },
    { 'x-screen-name': 'Bar%20till' },
  );
const resume = (shop: Trading, at: TestServer = server) =>
  at.sendFor(shop.id)('POST', `/sellers/outlets/${shop.outletId}/resume`);
const pausesOf = async (shop: Trading) => {
  const send = server.sendFor(shop.id);
  const { tradingSessions } = (await send('GET', `/sellers/outlets/${shop.outletId}/trading-sessions`)).body;
  return (await send('GET', `/sellers/outlets/trading-sessions/${tradingSessions[0].id}`)).body.pauses;
};

describe('a pause (D46)', () => {
  it('refuses orders with its words for guests until it ends by itself, to the second', async () => {
    const shop = await server.trading();
    const { body: outlet } = await pause(shop, 20);
    const until = new Date(server.clock.now().getTime() + 20 * 60_000).toISOString();
    expect(outlet.ordering).toMatchObject({
      state: 'paused',
      until,
      by: 'person',
      reason: 'Kitchen is full',
    });
    const refused = await place(shop);
    expect(refused).toMatchObject(paused);
    expect(refused.body.error.message).toBe('The kitchen is full just now. Please try again in a while.');
    expect(refused.headers['retry-after']).toBe('1200');
    const guests = { state: 'paused', until, message: refused.body.error.message };
    expect(refused.body.current).toEqual({ ordering: guests });
    expect(await onTheMenu(shop)).toEqual(guests);

    server.clock.advance(20 * 60_000 - 1_000);
    await proves(shop);
    expect(await place(shop)).toMatchObject(paused);
    // A server that starts anew knows it too.
    const anew = await testServer({ beside: server });
    expect(await place(shop, anew)).toMatchObject(paused);
    server.clock.advance(1_000);
    expect(await place(shop, anew)).toMatchObject({ status: 201 });
    await anew.close();
    expect(await place(shop)).toMatchObject({ status: 201 });
    expect(await onTheMenu(shop)).toEqual({ state: 'open' });
    expect(await pausesOf(shop)).toContainEqual(expect.objectContaining({ by: 'person', to: until, until }));
  });

  it('lasts until somebody resumes, and lets orders that were taken go on', async () => {
    const shop = await server.trading();
    const order = await shop.order();
    await pause(shop, null, 'The fryer is out');
    expect(await onTheMenu(shop)).toEqual({ state: 'paused', message: 'The fryer is out' });
    expect((await place(shop)).headers['retry-after']).toBe('60');
    expect(await shop.send('POST', `/sellers/orders/accept/${order.id}`)).toMatchObject({ status: 200 });
    server.clock.advance(3_600_000);
    await proves(shop);
    expect(await place(shop)).toMatchObject(paused);
    expect((await resume(shop)).body.ordering).toEqual({ state: 'open' });
    expect((await resume(shop)).status).toBe(200);
    expect(await place(shop)).toMatchObject({ status: 201 });
  });

  it('ends with its session, which keeps each with from, to, why and who', async () => {
    const shop = await server.trading();
    const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
    const start = server.clock.now().getTime();
    await pause(shop, 30);
    server.clock.advance(60_000);
    await pause(shop, null, 'Short of staff');
    server.clock.advance(60_000);
    await proves(shop);
    await server.sendFor(shop.id)('POST', `/sellers/outlets/${shop.outletId}/trading-session/finish`);
    const by = { by: 'person', screenName: 'Bar till' };
    expect((await pausesOf(shop)).filter((one: { by: string }) => one.by === 'person')).toEqual([
      { ...by, from: at(0), to: at(1), until: at(30), reason: 'Kitchen is full' },
      { ...by, from: at(1), to: at(2), until: null, reason: 'Short of staff' },
    ]);
    expect(await pause(shop, 10)).toMatchObject({ status: 409, body: { error: { code: 'NOT_TRADING' } } });
    await server.sendFor(shop.id)('POST', `/sellers/outlets/${shop.outletId}/trading-session/start`);
    expect(await place(shop)).toMatchObject({ status: 201 });
    expect(await pausesOf(shop)).toEqual([]);
  });

  it.each(['finish', 'a second pause'])('that ended by itself keeps its end at %s', async (next) => {
    const shop = await server.trading();
    const start = server.clock.now().getTime();
    await pause(shop, 20);
    server.clock.advance(60 * 60_000);
    await proves(shop);
    if (next === 'finish')
      await server.sendFor(shop.id)('POST', `/sellers/outlets/${shop.outletId}/trading-session/finish`);
    else await pause(shop, 10);
    const until = new Date(start + 20 * 60_000).toISOString();
    expect(await pausesOf(shop)).toContainEqual(expect.objectContaining({ by: 'person', to: until, until }));
  });

  it('ends in the future, within a day, and says why', async () => {
    const shop = await server.trading();
    expect(await pause(shop, -1)).toMatchObject({
      status: 422,
      body: { error: { code: 'PAUSE_NOT_POSSIBLE' } },
    });
    expect(await pause(shop, 25 * 60)).toMatchObject({ status: 422 });
    expect(await pause(shop, 10, ' ')).toMatchObject({ status: 400 });
    expect(await place(shop)).toMatchObject({ status: 201 });
  });

  it('no order is written after its reply, however many are being placed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shop = await server.trading();
      const placing = Array.from({ length: 40 }, () => place(shop));
      await placing[round * 8];
      expect((await pause(shop, 10)).status).toBe(200);
      const written = (await ordersOf(shop)).length;
      const late = await Promise.all(Array.from({ length: 10 }, () => place(shop)));
      for (const reply of late) expect(reply).toMatchObject(paused);
      const replies = await Promise.all(placing);
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(written);
      expect((await ordersOf(shop)).length).toBe(written);
    }
  });

  it('every screen of the seller is told at once, and when it ends by itself', async () => {
    const shop = await server.trading();
    const told = eventsOf(await screens.connect(server, shop.accessToken), 'ordering-update');
    const { body: outlet } = await pause(shop, 1);
    await vi.waitFor(() => expect(told).toEqual([{ outletId: shop.outletId, ordering: outlet.ordering }]));
    server.clock.advance(59_000);
    await proves(shop);
    await server.app.doChores();
    told.length = 0;
    server.clock.advance(1_000);
    await server.app.doChores();
    await vi.waitFor(() => expect(told).toEqual([{ outletId: shop.outletId, ordering: { state: 'open' } }]));
  });
});

describe.skipIf(redisProgram === null)('across two servers (D46)', () => {
  it('a pause at one server is a pause at the other, and told to the screens there', async () => {
    const { here, there, close } = await twoServers();
    const shop = await here.trading();
    const told = eventsOf(await screens.connect(there, shop.accessToken), 'ordering-update');
    const placing = Array.from({ length: 20 }, (_, n) => place(shop, n % 2 ? here : there));
    expect((await pause(shop, 10, 'Problem', here)).status).toBe(200);
    const written = (await ordersOf(shop, here)).length;
    expect(await place(shop, there)).toMatchObject(paused);
    await Promise.all(placing);
    expect((await ordersOf(shop, here)).length).toBe(written);
    await vi.waitFor(() => expect(told).toMatchObject([{ ordering: { state: 'paused' } }]));
    await resume(shop, there);
    expect(await place(shop, here)).toMatchObject({ status: 201 });
    screens.close();
    await close();
  });
});
