import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { redisProgram } from '../../../tests/support/servers/redis.ts';
import { beat, eventsOf, screenOf, setUpScreens } from '../../../tests/support/shop/live-screen.ts';
import { onTheMenu, ordersOf, place, proves } from '../../../tests/support/shop/ordering-steps.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { twoServers } from '../../../tests/support/shop/two-servers.ts';
import { testServer, type Trading } from '../../testing/server.ts';

setUpServer();
const screens = setUpScreens();
beforeAll(() => server.clock.stop());
afterEach(() => vi.restoreAllMocks());

const unattended = { status: 409, body: { error: { code: 'OUTLET_UNATTENDED' } } };
const taken = { status: 201 };
/** The server's look at its screens, which it makes every 15 s. */
const look = () => server.app.doChores();

describe('an order is taken only while somebody can answer (D45)', () => {
  it('for 60 s after the start of a session, and again within moments of a screen that can ring', async () => {
    const shop = await server.trading();
    server.clock.advance(59_900);
    expect(await place(shop)).toMatchObject(taken);
    server.clock.advance(1_100);
    const refused = await place(shop);
    expect(refused).toMatchObject(unattended);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body.current.ordering).toMatchObject({ state: 'unattended', message: expect.any(String) });
    expect(await onTheMenu(shop)).toEqual(refused.body.current.ordering);
    expect(await ordersOf(shop)).toHaveLength(1);

    const silent = screenOf('Bar', 'needs-press');
    const bar = await screens.watch(server, shop.accessToken, shop.outletId, silent);
    await look();
    expect(await place(shop)).toMatchObject(unattended);
    await beat(bar, { ...silent, silent: null });
    await vi.waitFor(async () => expect(await place(shop)).toMatchObject(taken), { timeout: 2_000 });
    expect(await onTheMenu(shop)).toEqual({ state: 'open' });
  });

  it('for 60 s after the last time that a screen was heard, however long its connection stays open', async () => {
    const shop = await server.trading();
    const bar = screenOf('Bar');
    const socket = await screens.watch(server, shop.accessToken, shop.outletId, bar);
    server.clock.advance(30_000);
    await beat(socket, bar);
    await look();
    server.clock.advance(59_900);
    await look();
    expect(await place(shop)).toMatchObject(taken);
    server.clock.advance(1_100);
    await look();
    expect(await place(shop)).toMatchObject(unattended);
    expect(socket.connected).toBe(true);
    // The line was only dead one way: what arrives after the silence is stored without waiting for the next look.
    await beat(socket, bar);
    await vi.waitFor(async () => expect(await place(shop)).toMatchObject(taken), { timeout: 2_000 });
  });

  it('and not because a screen that was muted is there, or one of another outlet', async () => {
    const [shop, other] = [await server.trading(), await server.trading()];
    await screens.watch(server, shop.accessToken, shop.outletId, screenOf('Bar', 'muted'));
    await screens.watch(server, other.accessToken, other.outletId, screenOf('Bar'));
    server.clock.advance(61_000);
    await screens.watch(server, other.accessToken, other.outletId, screenOf('Kitchen'));
    await look();
    expect(await place(shop)).toMatchObject(unattended);
    await vi.waitFor(async () => expect(await place(other)).toMatchObject(taken));
  });

  it('a screen without a socket proves itself by a call, if it can ring', async () => {
    const shop = await server.trading();
    server.clock.advance(61_000);
    const call = (body: object) =>
      server.sendFor(shop.id)('POST', `/sellers/outlets/${shop.outletId}/listening`, body);
    expect((await call(screenOf('Bar', 'muted'))).body.ordering.state).toBe('unattended');
    expect(await place(shop)).toMatchObject(unattended);
    const { body } = await call(screenOf('Bar'));
    expect(body).toEqual({ ordering: { state: 'open' }, serverTime: server.clock.now().toISOString() });
    expect(await place(shop)).toMatchObject(taken);
    expect(await call({ screenName: 'Bar' })).toMatchObject({ status: 400 });
  });

  it('a call that had to wait proves nothing of the time after it came', async () => {
    const shop = await server.trading();
    server.clock.advance(61_000);
    const { kysely } = server.database;
    const selectFrom = kysely.selectFrom.bind(kysely);
    let waits = true;
    vi.spyOn(kysely, 'selectFrom').mockImplementation(((table: 'outlets') => {
      // As if the database had kept the call waiting for so long.
      if (table === 'outlets' && waits) server.clock.advance(61_000);
      waits &&= table !== 'outlets';
      return selectFrom(table);
    }) as typeof kysely.selectFrom);
    const path = `/sellers/outlets/${shop.outletId}/listening`;
    const { body } = await server.sendFor(shop.id)('POST', path, screenOf('Bar'));
    expect(waits).toBe(false);
    expect(body.ordering.state).toBe('unattended');
    expect(await place(shop)).toMatchObject(unattended);
  });

  it('is judged when it is written, and not when it came: one that waited is refused', async () => {
    const [before, shop] = [await server.trading(), await server.trading()];
    server.clock.advance(59_000);
    await onTheMenu(shop);
    const run = server.database.run.bind(server.database);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const asked = vi.spyOn(server.database, 'run').mockImplementation(async (statement, parameters) => {
      if (statement.name === 'write_orders' && String(parameters[0]).includes(before.outletId)) await held;
      return run(statement, parameters);
    });
    const first = place(before);
    await vi.waitFor(() => expect(asked.mock.calls.map(([{ name }]) => name)).toContain('write_orders'));
    const second = place(shop);
    // It has passed every check and waits for the write before it.
    await vi.waitFor(async () => expect((await onTheMenu(shop)).state).toBe('open'));
    server.clock.advance(2_000);
    release();
    expect(await first).toMatchObject(taken);
    expect(await second).toMatchObject(unattended);
    expect(await ordersOf(shop)).toEqual([]);
  });

  it('the first reply to a key is given again although nobody could answer a new order', async () => {
    const shop = await server.trading();
    const first = await place(shop, server, {}, 'before');
    server.clock.advance(61_000);
    expect((await place(shop, server, {}, 'before')).body).toEqual(first.body);
    expect(await place(shop, server, {}, 'after')).toMatchObject(unattended);
  });
});

describe('what a session and its screens are told of it (D45)', () => {
  it('the session has each time that nobody could be alerted, once, and the one that lasts', async () => {
    const shop = await server.trading();
    const send = server.sendFor(shop.id);
    const { body: outlet } = await send('GET', `/sellers/outlets/${shop.outletId}`);
    const started = Date.parse(outlet.tradingSession.startedAt);
    const at = (ms: number) => new Date(started + ms).toISOString();
    const pauses = async () =>
      (await send('GET', `/sellers/outlets/trading-sessions/${outlet.tradingSession.id}`)).body.pauses;
    server.clock.advance(100_000);
    expect(await pauses()).toMatchObject([{ by: 'unattended', from: at(60_000), to: null }]);
    await Promise.all([proves(shop), proves(shop)]);
    server.clock.advance(80_000);
    await send('POST', `/sellers/outlets/${shop.outletId}/trading-session/finish`);
    expect(await pauses()).toEqual([
      { by: 'unattended', from: at(60_000), to: at(100_000), until: null, reason: null, screenName: null },
      { by: 'unattended', from: at(160_000), to: at(180_000), until: null, reason: null, screenName: null },
    ]);
    expect(await onTheMenu(shop)).toEqual({ state: 'closed' });
  });

  it('every screen of the seller is told when the proof is lost and when it is back, and nobody else', async () => {
    const [shop, neighbour] = [await server.trading(), await server.seller()];
    const told = eventsOf(await screens.connect(server, shop.accessToken), 'ordering-update');
    const others = eventsOf(await screens.connect(server, neighbour.accessToken), 'ordering-update');
    server.clock.advance(61_000);
    await look();
    await look();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    const { body: outlet } = await server.sendFor(shop.id)('GET', `/sellers/outlets/${shop.outletId}`);
    expect(outlet.ordering).toMatchObject({
      state: 'unattended',
      by: 'unattended',
      since: expect.any(String),
    });
    expect(told).toEqual([{ outletId: shop.outletId, ordering: outlet.ordering }]);
    await screens.watch(server, shop.accessToken, shop.outletId, screenOf('Bar'));
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(told[1]).toEqual({ outletId: shop.outletId, ordering: { state: 'open' } });
    expect(others).toEqual([]);
  });

  it('what could not be stored while the database was away is stored within a second of its return', async () => {
    const shop = await server.trading();
    server.clock.advance(61_000);
    const run = server.database.run.bind(server.database);
    const away = vi.spyOn(server.database, 'run').mockImplementation(async (statement, parameters) => {
      if (statement.name === 'keep_listening') throw new Error('The database is away');
      return run(statement, parameters);
    });
    await screens.watch(server, shop.accessToken, shop.outletId, screenOf('Bar'));
    await vi.waitFor(() =>
      expect(away.mock.calls.some(([{ name }]) => name === 'keep_listening')).toBe(true),
    );
    expect(await place(shop)).toMatchObject(unattended);
    away.mockRestore();
    // A look at what is unattended is made every second; the store of who listens only every 15 s.
    await screens.connect(server, shop.accessToken);
    await server.app.doChores();
    expect(await place(shop)).toMatchObject(taken);
  });
});

describe.skipIf(redisProgram === null)('across two servers (D45)', () => {
  it('a screen at one server lets the other take orders, and a server that starts anew judges alike', async () => {
    const { here, there, close } = await twoServers();
    here.clock.stop();
    const shop: Trading = await here.trading();
    here.clock.advance(61_000);
    expect(await place(shop, here)).toMatchObject(unattended);
    expect(await place(shop, there)).toMatchObject(unattended);
    await screens.watch(there, shop.accessToken, shop.outletId, screenOf('Bar'));
    await vi.waitFor(async () => expect(await place(shop, here)).toMatchObject(taken), { timeout: 2_000 });
    here.clock.advance(61_000);
    const anew = await testServer({ beside: here });
    expect(await place(shop, anew)).toMatchObject(unattended);
    await anew.close();
    screens.close();
    await close();
  });
});
