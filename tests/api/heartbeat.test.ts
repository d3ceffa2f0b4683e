import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { silentReasons } from '#shared/base/hearing.ts';
import type { HeartbeatReply, ScreenState } from '#shared/api/live.ts';
import { heartbeats } from '../../server/live/heartbeats.ts';
import { beat, eventsOf, watchOutlet, setUpScreens } from '../support/shop/live-screen.ts';
import { redisProgram } from '../support/servers/redis.ts';
import { server, shop, setUpShop } from '../support/shop/set-up.ts';
import { twoServers } from '../support/shop/two-servers.ts';

const bar: ScreenState = { screenId: 'bar', screenName: 'Till on BAR-PC', silent: null };

setUpShop();
const screens = setUpScreens();

const seqOf = (reply: HeartbeatReply) => {
  if (!reply.ok) throw new Error(reply.error);
  return reply.seq;
};

describe('a heartbeat', () => {
  it('is answered with the count of changes that the database has, and the server’s time (D71)', async () => {
    const socket = await screens.connect(server, shop.accessToken);
    expect(await beat(socket, bar)).toEqual({ ok: true, seq: null, serverTime: expect.any(String) });
    const acknowledged = await watchOutlet(socket, shop.outletId);
    if (!acknowledged.ok) throw new Error(acknowledged.error);
    expect(acknowledged.heartbeat).toBe(true);
    expect(seqOf(await beat(socket, bar))).toBe(acknowledged.seq);
    const { id } = await shop.order();
    await shop.send('POST', `/sellers/orders/accept/${id}`);
    expect(seqOf(await beat(socket, bar))).toBe(acknowledged.seq + 2);

    server.clock.advance(480_000);
    const later = await beat(socket, bar);
    expect(later).toMatchObject({ ok: true });
    if (later.ok)
      expect(Math.abs(Date.parse(later.serverTime) - server.clock.now().getTime())).toBeLessThan(5_000);
  });

  it('of an outlet that is another seller’s says nothing', async () => {
    const neighbour = await server.trading();
    const socket = await screens.connect(server, neighbour.accessToken, bar);
    expect(await watchOutlet(socket, shop.outletId)).toEqual({ ok: false, error: 'NOT_FOUND' });
    expect(await beat(socket, bar)).toMatchObject({ ok: true, seq: null });
  });

  it('that makes no sense is refused, and a screen keeps the id it has', async () => {
    const socket = await screens.watch(server, shop.accessToken, shop.outletId);
    const wrong = [
      undefined,
      null,
      'bar',
      [],
      {},
      { ...bar, screenId: '' },
      { ...bar, screenId: 'x'.repeat(65) },
      { ...bar, screenId: 'bar\u0000' },
      { ...bar, screenId: { $ne: '' } },
      { ...bar, screenName: '' },
      { ...bar, screenName: '   ' },
      { ...bar, screenName: 'x'.repeat(201) },
      { ...bar, screenName: 'a\u0000b' },
      { ...bar, screenName: '\ud800' },
      { ...bar, silent: undefined },
      { ...bar, silent: true },
      { ...bar, silent: 'x'.repeat(41) },
      { ...bar, silent: 'a\u0000' },
    ];
    const replies = await Promise.all(wrong.map((state) => beat(socket, state)));
    expect(replies).toEqual(wrong.map(() => ({ ok: false, error: 'INVALID' })));
    expect(await beat(socket, bar)).toMatchObject({ ok: true });
    expect(await beat(socket, { ...bar, screenId: 'another' })).toEqual({ ok: false, error: 'INVALID' });
    expect(await beat(socket, { ...bar, screenName: 'Bar' })).toMatchObject({ ok: true });
    for (const silent of [...silentReasons, 'a-reason-of-a-newer-page'])
      expect(await beat(socket, { ...bar, silent })).toMatchObject({ ok: true });
    // A heartbeat without a callback does no harm.
    socket.emit('heartbeat', bar);
    expect(await beat(socket, bar)).toMatchObject({ ok: true });
  });

  it('may come as often as a page has reason to, and a flood ends the socket (R13)', async () => {
    const socket = await screens.watch(server, shop.accessToken, shop.outletId, bar);
    for (let n = 0; n < 20; n += 1) expect((await beat(socket, bar)).ok).toBe(true);
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    for (let n = 0; n < 200; n += 1) socket.emit('heartbeat', bar);
    expect(await ended).toBe('io server disconnect');
  });

  it('is answered UNAVAILABLE within 3 s while the database is silent, and again as soon as it is not', async () => {
    const socket = await screens.watch(server, shop.accessToken, shop.outletId, bar);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { run } = server.database;
    const silence = vi.spyOn(server.database, 'run').mockImplementation(async (statement, parameters) => {
      if (statement.name === 'feed_seqs') await held;
      return run.call(server.database, statement, parameters);
    });
    try {
      const since = performance.now();
      // The second one arrives while the first is waiting.
      const first = beat(socket, bar);
      await vi.waitFor(() => expect(silence).toHaveBeenCalled());
      const replies = await Promise.all([first, beat(socket, bar)]);
      expect(replies).toEqual(replies.map(() => ({ ok: false, error: 'UNAVAILABLE' })));
      expect(performance.now() - since).toBeLessThan(3_000);
      // The connection works all the while.
      expect(socket.connected).toBe(true);
      silence.mockRestore();
      await vi.waitFor(async () => expect((await beat(socket, bar)).ok).toBe(true), 5_000);
    } finally {
      silence.mockRestore();
      release();
    }
  });

  it('finds what Redis lost: an order whose event never came', async ({ skip }) => {
    if (redisProgram === null) return skip();
    const { here, there, redis, close } = await twoServers();
    const owner = await here.trading();
    const socket = await screens.watch(there, owner.accessToken, owner.outletId, bar);
    const before = seqOf(await beat(socket, bar)) ?? 0;
    const updates = eventsOf(socket, 'order-update');
    await owner.order();
    await vi.waitFor(() => expect(updates).toHaveLength(1));
    await redis.kill();
    await owner.order();
    expect(seqOf(await beat(socket, bar))).toBe(before + 2);
    expect(updates).toHaveLength(1);
    screens.close();
    await close();
  });
});

describe('many heartbeats', () => {
  it('of one moment share a query, which begins after all of them have asked', async () => {
    const asked: string[][] = [];
    const ask = heartbeats({
      log: server.app.server.log,
      async readSeqs(ids) {
        asked.push(ids);
        return new Map(ids.map((id, index) => [id, index]));
      },
    });
    const all = Array.from({ length: 5_000 }, (_, n) => ask(`outlet-${n % 100}`));
    expect(new Set(await Promise.all(all)).size).toBe(100);
    expect(asked.map((ids) => ids.length)).toEqual([100]);
  });

  it('are answered although a query before them hangs for ever, and the log has one line of it', async () => {
    vi.useFakeTimers();
    try {
      const error = vi.fn<() => void>();
      let hangs = true;
      const ask = heartbeats({
        log: { ...server.app.server.log, error },
        readSeqs: (ids) =>
          hangs ? new Promise(() => undefined) : Promise.resolve(new Map(ids.map((id) => [id, 7]))),
      });
      const failed = (error: Error) => error.message;
      const first = ask('a').catch(failed);
      await vi.advanceTimersByTimeAsync(1_000);
      const second = ask('a').catch(failed);
      await vi.advanceTimersByTimeAsync(2_600);
      expect(await Promise.all([first, second])).toEqual(Array(2).fill('The database does not answer'));
      hangs = false;
      await vi.advanceTimersByTimeAsync(2_500);
      const third = ask('a');
      await vi.advanceTimersByTimeAsync(100);
      expect(await third).toBe(7);
      expect(error).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('the database’s own word is what counts, whoever wrote it', async () => {
  const socket = await screens.watch(server, shop.accessToken, shop.outletId, bar);
  const before = seqOf(await beat(socket, bar)) ?? 0;
  await sql`update outlet_feeds set seq = seq + 1 where outlet_id = ${shop.outletId}`.execute(
    server.database.kysely,
  );
  expect(seqOf(await beat(socket, bar))).toBe(before + 1);
});
