import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { menuWithHours } from '../../../tests/support/samples/menu-with-hours.ts';
import { redisProgram } from '../../../tests/support/servers/redis.ts';
import { eventsOf, liveScreens } from '../../../tests/support/shop/live-screen.ts';
import { twoServers } from '../../../tests/support/shop/two-servers.ts';
import type { TestServer, Trading } from '../../testing/server.ts';

const screens = liveScreens();
/** A Wednesday, on which the kitchen ends at a quarter past nine. */
const evening = (time: string) => `2027-11-17T${time}.000Z`;

describe.skipIf(redisProgram === null)('two servers of one database with Redis', () => {
  let servers: Awaited<ReturnType<typeof twoServers>>;
  beforeAll(async () => {
    servers = await twoServers();
    servers.here.clock.stop();
  });
  afterAll(async () => {
    screens.close();
    await servers?.close();
  });

  const both = () => [servers.here, servers.there];
  const menuOf = async (at: TestServer, { outletId }: Trading) =>
    (await at.send('GET', `/customers/outlets/${outletId}/menu`)).body;
  const order = (at: TestServer, { outletId }: Trading, itemId: string, quantity = 1) =>
    at.send(
      'POST',
      `/customers/outlets/${outletId}/orders`,
      {
        customerName: 'Ada',
        tableNumber: '7',
        paymentMethod: 'test_ok',
        items: [{ itemId, quantity }],
      },
      { 'idempotency-key': randomUUID() },
    );
  /** How often a screen at a server was told so. */
  async function told(at: TestServer, { accessToken, outletId }: Trading, event: string) {
    const socket = await screens.watch(at, accessToken, outletId);
    return eventsOf(socket, event);
  }

  it('last orders that were put off at one are put off at the other: menu, orders and screens (D58)', async () => {
    const { here, there } = servers;
    here.clock.advance(Date.parse(evening('21:14:00')) - here.clock.now().getTime());
    const bar = await here.trading();
    const { body } = await bar.send('GET', `/sellers/catalogs/${bar.catalogId}`);
    const changed = { name: body.name, categories: menuWithHours };
    const revision = { 'if-match': `"${body.revision}"` };
    expect((await bar.send('PATCH', `/sellers/catalogs/${bar.catalogId}`, changed, revision)).status).toBe(
      200,
    );
    const [sendHere, sendThere] = both().map((at) => at.sendFor(bar.id));
    if (!sendHere || !sendThere) throw new Error('There are two servers.');
    await here.hear(bar.outletId);
    // Both have the menu in memory, with its end at a quarter past.
    for (const at of both()) {
      expect((await menuOf(at, bar)).hours.changesAt).toBe(evening('21:15:00'));
      expect((await order(at, bar, 'Pie')).status).toBe(201);
    }
    const screensTold = [
      await told(here, bar, 'trading-session-update'),
      await told(there, bar, 'trading-session-update'),
    ];

    const path = `/sellers/outlets/${bar.outletId}/put-off`;
    const more = { at: evening('21:15:00'), until: evening('21:30:00') };
    expect((await sendHere('POST', path, more)).status).toBe(200);
    for (const events of screensTold) await vi.waitFor(() => expect(events).toHaveLength(1), 5_000);
    expect((await sendThere('GET', `/sellers/outlets/${bar.outletId}`)).body).toMatchObject({
      putOff: [more],
    });
    here.clock.advance(Date.parse(evening('21:20:00')) - here.clock.now().getTime());
    await here.hear(bar.outletId);
    for (const at of [there, here]) {
      const { status, body: said } = await order(at, bar, 'Pie');
      expect(status, `it said ${JSON.stringify(said)}`).toBe(201);
      expect((await menuOf(at, bar)).hours.changesAt).toBe(evening('21:30:00'));
    }

    // Once more, at the other server.
    expect((await sendThere('POST', path, { ...more, until: evening('21:45:00') })).status).toBe(200);
    here.clock.advance(Date.parse(evening('21:44:59')) - here.clock.now().getTime());
    await here.hear(bar.outletId);
    for (const at of both()) expect((await order(at, bar, 'Pie')).status).toBe(201);
    here.clock.advance(1_000);
    for (const at of both()) expect((await order(at, bar, 'Pie')).body.error.code).toBe('OUTSIDE_HOURS');
  });

  it('a menu that is assigned again is sold by the clocks and the VAT of then at both (D54, D59)', async () => {
    const { here } = servers;
    here.clock.advance(Date.parse('2027-11-24T20:14:40.000Z') - here.clock.now().getTime());
    const bar = await here.trading();
    const { body } = await bar.send('GET', `/sellers/catalogs/${bar.catalogId}`);
    const changed = { name: body.name, categories: menuWithHours };
    await bar.send('PATCH', `/sellers/catalogs/${bar.catalogId}`, changed, {
      'if-match': `"${body.revision}"`,
    });
    await here.hear(bar.outletId);
    for (const at of both()) expect((await order(at, bar, 'Pie')).status).toBe(201);
    const { body: other } = await bar.send('POST', '/sellers/catalogs', { name: 'Other' });
    const assign = (catalogId: string) =>
      bar.send('PATCH', `/sellers/outlets/${bar.outletId}/catalog/${catalogId}`);
    await assign(other.id);
    // In Berlin it is twenty seconds before the kitchen ends.
    await bar.send('PATCH', `/sellers/outlets/${bar.outletId}`, {
      name: 'Bar',
      timeZone: 'Europe/Berlin',
      vatRate: 5,
    });
    await assign(bar.catalogId);
    here.clock.advance(20_000);
    for (const at of both()) {
      expect((await order(at, bar, 'Pie')).body.error?.code).toBe('OUTSIDE_HOURS');
      expect((await menuOf(at, bar)).hours.timeZone).toBe('Europe/Berlin');
    }
  });

  it('what is left of an item is the same at both, whichever counted and whichever sold (D77)', async () => {
    const { here, there } = servers;
    const shop = await here.trading();
    await here.hear(shop.outletId);
    const path = `/sellers/outlets/${shop.outletId}/portions`;
    const left = () =>
      Promise.all(
        both().map(
          async (at) => (await at.sendFor(shop.id)('GET', path)).body.portions as { left: number }[],
        ),
      );
    const guestsLeft = () =>
      Promise.all(
        both().map(
          async (at) => (await menuOf(at, shop)).catalog.categories[0].list[0].left as number | undefined,
        ),
      );
    // Both have the menu in memory, on which nothing is counted.
    expect(await guestsLeft()).toEqual([undefined, undefined]);
    const screensTold = [
      await told(here, shop, 'portions-update'),
      await told(there, shop, 'portions-update'),
    ];

    expect((await here.sendFor(shop.id)('POST', path, { itemId: 'tea', left: 5 })).status).toBe(200);
    for (const events of screensTold) await vi.waitFor(() => expect(events).toHaveLength(1), 5_000);
    expect((await order(there, shop, 'tea', 2)).status).toBe(201);
    expect(await left()).toEqual([[{ itemId: 'tea', left: 3 }], [{ itemId: 'tea', left: 3 }]]);
    expect(await guestsLeft()).toEqual([3, 3]);
    expect((await order(here, shop, 'tea', 4)).body.error.message).toBe('Only 3 of Tea are left.');
    expect((await there.sendFor(shop.id)('POST', path, { itemId: 'tea', by: -1 })).status).toBe(200);
    expect((await order(here, shop, 'tea', 3)).body.error.message).toBe('Only 2 of Tea are left.');

    const rush = await Promise.all(
      Array.from({ length: 10 }, (_, n) => order(n % 2 ? here : there, shop, 'tea')),
    );
    expect(rush.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await guestsLeft()).toEqual([0, 0]);
    expect(await left()).toEqual([[{ itemId: 'tea', left: 0 }], [{ itemId: 'tea', left: 0 }]]);
    for (const events of screensTold) await vi.waitFor(() => expect(events).toHaveLength(2), 5_000);
  });
});
