import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrderTimeline } from '#shared/api/live.ts';
import type { StationTime } from '#shared/api/order-times.ts';
import { report } from '../../../tests/support/shop/attendance-steps.ts';
import { eventsOf, listen, screenOf, setUpScreens } from '../../../tests/support/shop/live-screen.ts';
import { server, shop, setUpShop } from '../../../tests/support/shop/set-up.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

setUpShop();
const screens = setUpScreens();
const stations = ['kitchen', 'bar'].map((id) => ({ id, name: id, categories: [], fallback: null }));
beforeAll(async () => {
  server.clock.stop();
  await shop.send('PUT', `/sellers/outlets/${shop.outletId}/stations`, { stations });
});

const screen = (name: string, at: TestServer = server) =>
  screens.watch(at, shop.accessToken, shop.outletId, screenOf(name));
const timesOf = async (id: string) =>
  ((await shop.send('GET', `/sellers/orders/${id}`)).body.stationTimes ?? []) as StationTime[];
const inWords = (times: readonly StationTime[]) =>
  times.map(({ stationId, stage, on }) => `${stage} at ${stationId} on ${on}`).toSorted();

describe('what is reported of an order at a station', () => {
  it('is kept, the first time each, with the screen or the printer, and told to every screen (D60)', async () => {
    const [kitchen, bar] = [await screen('Kitchen tablet'), await screen('Bar till')];
    const heard = eventsOf(bar, 'order-timeline') as OrderTimeline[];
    const { id } = await shop.order();
    await report(kitchen, { orderId: id, stage: 'received', stations: ['kitchen'] });
    const [first] = await timesOf(id);
    expect(first).toEqual({
      stationId: 'kitchen',
      stage: 'received',
      on: 'Kitchen tablet',
      at: server.clock.now().toISOString(),
    });
    server.clock.advance(1_000);
    await report(bar, { orderId: id, stage: 'received', stations: ['kitchen', 'bar'] });
    await report(bar, { orderId: id, stage: 'printed', stations: ['bar'], by: 'Bar printer' });
    expect(inWords(await timesOf(id))).toEqual([
      'printed at bar on Bar printer',
      'received at bar on Bar till',
      'received at kitchen on Kitchen tablet',
    ]);
    expect((await timesOf(id))[0], 'the first one stays').toEqual(first);
    await vi.waitFor(() =>
      expect(inWords(heard.flatMap(({ stationTimes = [] }) => stationTimes))).toContain(
        'printed at bar on Bar printer',
      ),
    );
    const { body: list } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    expect(list).toContainEqual(expect.objectContaining({ id, version: 1, stationTimes: await timesOf(id) }));
  });

  it('is of the outlet’s own stations alone, and of none where there are none (D60)', async () => {
    const till = await screen('Bar till');
    const { id } = await shop.order();
    expect(await report(till, { orderId: id, stage: 'seen', stations: ['cellar'] })).toEqual({ ok: true });
    expect(await timesOf(id)).toEqual([]);
    await report(till, { orderId: id, stage: 'received' });
    expect((await shop.send('GET', `/sellers/orders/${id}`)).body).not.toHaveProperty('stationTimes');
    for (const wrong of [{ stations: 'bar' }, { stations: ['x'.repeat(65)] }, { stations: ['\u0000'] }])
      expect(await report(till, { orderId: id, stage: 'seen', ...wrong })).toEqual({
        ok: false,
        error: 'INVALID',
      });

    const neighbour = await server.trading();
    const theirs = await neighbour.order();
    expect(await report(till, { orderId: theirs.id, stage: 'seen', stations: ['bar'] })).toMatchObject({
      ok: false,
    });
    expect((await neighbour.send('GET', `/sellers/orders/${theirs.id}`)).body).not.toHaveProperty(
      'stationTimes',
    );
  });

  it('is each the first time, however many servers and screens report it at once (D60)', async () => {
    const there = await testServer({ beside: server });
    await listen(there);
    const tills = await Promise.all(
      [server, there].flatMap((at) => ['One', 'Two', 'Three'].map((name) => screen(name, at))),
    );
    const orders = await Promise.all(Array.from({ length: 20 }, () => shop.order()));
    await Promise.all(
      tills.flatMap((till, n) =>
        (n % 2 ? orders.toReversed() : orders).flatMap(({ id }) =>
          ['received', 'alerted'].map((stage) =>
            report(till, { orderId: id, stage, stations: [n % 2 ? 'kitchen' : 'bar'] }),
          ),
        ),
      ),
    );
    for (const { id } of orders) {
      const times = await timesOf(id);
      expect(times.map(({ stationId, stage }) => `${stage} ${stationId}`).toSorted()).toEqual([
        'alerted bar',
        'alerted kitchen',
        'received bar',
        'received kitchen',
      ]);
    }
    screens.close();
    await there.close();
  });
});
