import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import type { AtStationsReply, OutletAtStations } from '#shared/api/live.ts';
import { redisProgram } from '../../../tests/support/servers/redis.ts';
import { setUpScreens } from '../../../tests/support/shop/live-screen.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { twoServers } from '../../../tests/support/shop/two-servers.ts';
import { testServer, type TestServer, type Trading } from '../../testing/server.ts';

setUpServer();
const screens = setUpScreens();
beforeAll(() => server.clock.stop());
afterEach(() => vi.restoreAllMocks());

const stations = [
  { id: 'kitchen', name: 'Kitchen', categories: ['mains'], fallback: 'bar' },
  { id: 'bar', name: 'Bar', categories: ['drinks'], fallback: null },
];

async function shopWithStations(at: TestServer = server): Promise<Trading> {
  const shop = await at.trading();
  const path = `/sellers/outlets/${shop.outletId}/stations`;
  expect((await shop.send('PUT', path, { stations })).status).toBe(200);
  return shop;
}

type Said = Partial<Omit<OutletAtStations, 'outletId'>>;

/** A screen of the outlet; each call says what it shows and prints, and is answered with the lapses there. */
async function screenAt({ accessToken, outletId }: Trading, at: TestServer = server) {
  const socket = await screens.watch(at, accessToken, outletId);
  const screenId = randomUUID();
  return async (said: Said) => {
    const of = { outletId, shows: null, prints: [], cannotPrint: [], ...said };
    const reply = await say(socket, { screenId, outlets: [of] });
    if (!reply.ok) throw new Error(reply.error);
    return (reply.lapses[outletId] ?? []).map(({ stationId, why, prints, since }) => {
      expect(Date.parse(since)).toBeLessThanOrEqual(at.clock.now().getTime());
      return [stationId, why, prints];
    });
  };
}
const say = (socket: Socket, report: unknown) =>
  socket.timeout(10_000).emitWithAck('at-stations', report) as Promise<AtStationsReply>;

/** A second, after which the server looks which screens are silent. */
async function seconds(count: number, ...heard: (() => Promise<unknown>)[]): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    server.clock.advance(1_000);
    for (const screen of heard) await screen();
    await server.app.doChores();
  }
}

describe('which stations have lapsed (D60)', () => {
  it('a station whose only screen is not heard for 3 s hands over, and has its lines again with the next word (D60)', async () => {
    const shop = await shopWithStations();
    const [bar, kitchen] = [await screenAt(shop), await screenAt(shop)];
    expect(await bar({ shows: 'bar' })).toEqual([['kitchen', 'unwatched', false]]);
    expect(await kitchen({ shows: 'kitchen' })).toEqual([]);
    await seconds(3, () => bar({ shows: 'bar' }));
    expect(await bar({ shows: 'bar' })).toEqual([]);
    await seconds(1, () => bar({ shows: 'bar' }));
    expect(await bar({ shows: 'bar' })).toEqual([['kitchen', 'silent', false]]);
    expect(await kitchen({ shows: 'kitchen' })).toEqual([]);
    expect(await bar({ shows: 'bar' })).toEqual([]);
  });

  it('a station whose printer cannot print hands over, until it can (D60)', async () => {
    const shop = await shopWithStations();
    const till = await screenAt(shop);
    expect(await till({ prints: ['kitchen', 'bar'] })).toEqual([]);
    expect(await till({ prints: ['bar'], cannotPrint: ['kitchen'] })).toEqual([
      ['kitchen', 'printer', false],
    ]);
    expect(await till({ prints: ['kitchen', 'bar'] })).toEqual([]);
  });

  it('what is said once a second is written only when it changes, and every 15 s (D60)', async () => {
    const shop = await shopWithStations();
    const bar = await screenAt(shop);
    await bar({ shows: 'bar' });
    const { outletId } = shop;
    const written = async () => {
      const { kysely } = server.database;
      const row = await kysely
        .selectFrom('station_screens')
        .select('heard_at')
        .where('outlet_id', '=', outletId)
        .executeTakeFirstOrThrow();
      return row.heard_at.getTime();
    };
    const times = new Set([await written()]);
    for (let n = 0; n < 30; n += 1) {
      await seconds(1, () => bar({ shows: 'bar' }));
      times.add(await written());
    }
    expect(times.size).toBe(3);
  });

  it('screens of the session before claim nothing in the next (D60)', async () => {
    const shop = await shopWithStations();
    const [till, kitchen] = [await screenAt(shop), await screenAt(shop)];
    await kitchen({ shows: 'kitchen' });
    await seconds(5, () => till({}));
    expect(await till({})).toEqual([['kitchen', 'silent', false]]);
    const session = `/sellers/outlets/${shop.outletId}/trading-session`;
    expect((await shop.send('POST', `${session}/finish`)).status).toBe(200);
    server.clock.advance(1_000);
    expect((await shop.send('POST', `${session}/start`)).status).toBe(200);
    expect(await till({})).toEqual([]);
  });

  it('nothing is taken from a screen that does not watch the outlet, nor from one that makes no sense (D60)', async () => {
    const [shop, other] = [await shopWithStations(), await shopWithStations()];
    const socket = await screens.watch(server, shop.accessToken, shop.outletId);
    const outlet = { outletId: other.outletId, shows: 'kitchen', prints: [], cannotPrint: [] };
    expect(await say(socket, { screenId: 'one', outlets: [outlet] })).toEqual({ ok: true, lapses: {} });
    const till = await screenAt(other);
    expect(await till({})).toEqual([]);
    for (const report of [null, {}, { screenId: 'one', outlets: [{ ...outlet, shows: 'a\0' }] }])
      expect(await say(socket, report)).toEqual({ ok: false, error: 'INVALID' });
  });
});

describe('after the server’s clock was set back (D60)', () => {
  const MINUTE_MS = 60_000;
  const lapsed = [['kitchen', 'silent', false]];

  it('a station is handed over as soon after its screen’s silence as ever, and is back with the next word', async () => {
    const shop = await shopWithStations();
    server.clock.advance(10 * MINUTE_MS);
    const [bar, kitchen] = [await screenAt(shop), await screenAt(shop)];
    await kitchen({ shows: 'kitchen' });
    await seconds(3, () => bar({ shows: 'bar' }));
    server.clock.advance(-10 * MINUTE_MS);
    await seconds(
      3,
      () => bar({ shows: 'bar' }),
      () => kitchen({ shows: 'kitchen' }),
    );
    expect(await bar({ shows: 'bar' })).toEqual([]);
    await seconds(4, () => bar({ shows: 'bar' }));
    expect(await bar({ shows: 'bar' })).toEqual(lapsed);
    expect(await kitchen({ shows: 'kitchen' })).toEqual([]);
    expect(await bar({ shows: 'bar' })).toEqual([]);
  });

  it('a screen that has said nothing since is silent, in a session that began before as well', async () => {
    const shop = await shopWithStations();
    const [bar, kitchen] = [await screenAt(shop), await screenAt(shop)];
    await bar({ shows: 'bar' });
    await kitchen({ shows: 'kitchen' });
    server.clock.advance(-60 * MINUTE_MS);
    await seconds(2, () => bar({ shows: 'bar' }));
    expect(await bar({ shows: 'bar' })).toEqual([]);
    await seconds(3, () => bar({ shows: 'bar' }));
    expect(await bar({ shows: 'bar' })).toEqual(lapsed);
    server.clock.advance(120 * MINUTE_MS);
    await seconds(1, () => bar({ shows: 'bar' }));
    expect(await bar({ shows: 'bar' })).toEqual(lapsed);
  });

  it('no lapse began at a time that is still to come', async () => {
    const till = await screenAt(await shopWithStations());
    const said = { prints: ['bar'], cannotPrint: ['kitchen'] };
    await till(said);
    server.clock.advance(-60 * MINUTE_MS);
    expect(await till(said)).toEqual([['kitchen', 'printer', false]]);
  });

  it('a server that had started before does not take for heard what a server left that is gone', async () => {
    const shop = await shopWithStations();
    const kitchen = await screenAt(shop);
    await kitchen({ shows: 'kitchen' });
    const anew = await testServer({ beside: server });
    await anew.app.server.listen({ port: 0, host: '127.0.0.1' });
    server.clock.advance(-60 * MINUTE_MS);
    const bar = await screenAt(shop, anew);
    expect(await bar({ shows: 'bar' })).toEqual(lapsed);
    screens.close();
    await anew.close();
  });
});

describe.skipIf(redisProgram === null)('across two servers (D60)', () => {
  it('both say the same lapses, and a server that starts anew waits for screens to come back (D60)', async () => {
    const { here, there, close } = await twoServers();
    here.clock.stop();
    const shop = await shopWithStations(here);
    const [bar, office, kitchen] = [
      await screenAt(shop, here),
      await screenAt(shop, there),
      await screenAt(shop, there),
    ];
    await kitchen({ shows: 'kitchen' });
    expect(await bar({ shows: 'bar' })).toEqual([]);
    expect(await office({})).toEqual([]);
    for (let n = 0; n < 4; n += 1) {
      here.clock.advance(1_000);
      await Promise.all([bar({ shows: 'bar' }), office({})]);
    }
    await there.app.doChores();
    expect(await bar({ shows: 'bar' })).toEqual([['kitchen', 'silent', false]]);
    expect(await office({})).toEqual([['kitchen', 'silent', false]]);
    // It comes back at the other server, and the one where it was silent takes nothing from it.
    const again = await screenAt(shop, here);
    expect(await again({ shows: 'kitchen' })).toEqual([]);
    await there.app.doChores();
    expect(await office({})).toEqual([]);

    here.clock.advance(60_000);
    const anew = await testServer({ beside: here });
    await anew.app.server.listen({ port: 0, host: '127.0.0.1' });
    const back = await screenAt(shop, anew);
    expect(await back({ shows: 'bar' })).toEqual([]);
    await anew.close();
    screens.close();
    await close();
  });
});
