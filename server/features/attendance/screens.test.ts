import { describe, expect, it, vi } from 'vitest';
import { testServer } from '../../testing/server.ts';
import {
  beat,
  eventsOf,
  listen,
  watchOutlet,
  closePage,
  screenOf,
  told,
} from '../../../tests/support/shop/live-screen.ts';
import { redisProgram } from '../../../tests/support/servers/redis.ts';
import { server } from '../../../tests/support/shop/set-up.ts';
import {
  storedScreens,
  look,
  noneLeft,
  setUpAttendance,
  signInAgain,
  signOut,
  unheard,
} from '../../../tests/support/shop/attendance-steps.ts';
import { twoServers } from '../../../tests/support/shop/two-servers.ts';

const screens = setUpAttendance();

describe('a screen that cannot sound', () => {
  it('is named with its reason and since when, at once, on every screen of its seller and on nobody else’s (D74)', async () => {
    const owner = await server.trading();
    const neighbour = await server.trading();
    const changes = eventsOf(await screens.connect(server, owner.accessToken), 'unattended-update');
    const others = eventsOf(await screens.connect(server, neighbour.accessToken), 'unattended-update');
    const bar = screenOf('Till on BAR-PC', 'needs-press');
    const since = server.clock.now().getTime();
    const socket = await screens.watch(server, owner.accessToken, owner.outletId, bar);
    await vi.waitFor(() => expect(changes).toHaveLength(1));
    const [first] = await unheard(owner);
    expect(first).toEqual(told(owner, bar, 'needs-press'));
    expect(Date.parse(first.since)).toBeGreaterThanOrEqual(since);

    // Repeating a reason changes nothing; a different one does.
    server.clock.advance(5_000);
    await beat(socket, bar);
    expect(await unheard(owner)).toEqual([first]);
    expect(changes).toHaveLength(1);
    await beat(socket, { ...bar, silent: 'muted' });
    await vi.waitFor(() => expect(changes).toHaveLength(2));
    const [second] = await unheard(owner);
    expect(second).toEqual(told(owner, bar, 'muted'));
    expect(Date.parse(second.since)).toBeGreaterThanOrEqual(since + 5_000);
    await beat(socket, { ...bar, silent: null });
    await vi.waitFor(() => expect(changes).toHaveLength(3));
    expect(await unheard(owner)).toEqual([]);
    expect(await unheard(neighbour)).toEqual([]);
    expect(others).toEqual([]);
  });

  it('is told of for as long as it is heard, and 45 s more', async () => {
    server.clock.stop();
    const owner = await server.trading();
    const bar = screenOf('Till', 'no-loudspeaker');
    const socket = await screens.watch(server, owner.accessToken, owner.outletId, bar);
    const [first] = await unheard(owner);
    for (let n = 0; n < 6; n += 1) {
      server.clock.advance(15_000);
      await beat(socket, bar);
      expect(await unheard(owner)).toEqual([first]);
    }
    server.clock.advance(46_000);
    expect(await unheard(owner)).toEqual([]);
    await beat(socket, bar);
    expect(await unheard(owner)).toEqual([first]);
  });

  it('is forgotten when it leaves: its page is closed, or watches another outlet', async () => {
    const owner = await server.trading();
    const { body: annexe } = await owner.send('POST', '/sellers/outlets', { name: 'The annexe' });
    const bar = screenOf('Bar', 'muted');
    const one = await screens.watch(server, owner.accessToken, owner.outletId, bar);
    expect(await unheard(owner)).toHaveLength(1);
    expect(await watchOutlet(one, annexe.id)).toMatchObject({ ok: true });
    expect(await unheard(owner)).toEqual([]);
    expect(await watchOutlet(one, owner.outletId)).toMatchObject({ ok: true });
    expect(await unheard(owner)).toHaveLength(1);
    closePage(one);
    await noneLeft();
    expect(await unheard(owner)).toEqual([]);
    const two = await screens.watch(server, owner.accessToken, owner.outletId, bar);
    expect(await unheard(owner)).toHaveLength(1);
    two.disconnect();
    await noneLeft();
    expect(await unheard(owner)).toEqual([]);
  });

  it('is told of as ever after the server’s clock was set back by an hour', async () => {
    server.clock.stop();
    const owner = await server.trading();
    const [bar, till] = [screenOf('Bar'), screenOf('Till', 'muted')];
    const one = await screens.watch(server, owner.accessToken, owner.outletId, bar);
    const two = await screens.watch(server, owner.accessToken, owner.outletId, till);
    await look();
    server.clock.advance(-3_600_000);
    await beat(one, { ...bar, silent: 'no-loudspeaker' });
    await beat(two, till);
    expect(await unheard(owner)).toEqual(
      expect.arrayContaining([told(owner, bar, 'no-loudspeaker'), told(owner, till, 'muted')]),
    );
    for (const { since } of await unheard(owner))
      expect(Date.parse(since)).toBeLessThanOrEqual(server.clock.now().getTime());
    closePage(one);
    closePage(two);
    await noneLeft();
    expect(await unheard(owner)).toEqual([]);
  });

  it('that left a server which ended before its clock was set back is not told of', async () => {
    const owner = await server.trading();
    const there = await testServer({ beside: server });
    await listen(there);
    await screens.watch(there, owner.accessToken, owner.outletId, screenOf('Bar', 'muted'));
    await there.app.doChores();
    await there.close();
    server.clock.advance(-3_600_000);
    expect(await unheard(owner)).toEqual([]);
  });

  it('tells nothing where its outlet does not trade, until it does', async () => {
    const owner = await server.trading();
    await owner.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/finish`);
    const bar = screenOf('Bar', 'muted');
    await screens.watch(server, owner.accessToken, owner.outletId, bar);
    expect(await unheard(owner)).toEqual([]);
    expect(await storedScreens(owner)).toEqual([]);
    await owner.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/start`);
    expect(await unheard(owner)).toEqual([told(owner, bar, 'muted')]);
    await owner.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/finish`);
    expect(await unheard(owner)).toEqual([]);
  });

  it('that lost its connection without a word is there once when it comes back, be it at another server', async () => {
    const owner = await server.trading();
    const there = await testServer({ beside: server });
    await listen(there);
    const bar = screenOf('Bar', 'muted');
    await screens.watch(server, owner.accessToken, owner.outletId, bar);
    const [first] = await unheard(owner);
    server.clock.advance(2_000);
    await screens.watch(there, owner.accessToken, owner.outletId, bar);
    expect(await unheard(owner, there)).toEqual([first]);
    // The first server's outdated state does not overwrite what the screen reports now.
    const now = await screens.watch(there, owner.accessToken, owner.outletId, { ...bar, silent: null });
    await look(there);
    expect(await unheard(owner)).toEqual([]);
    now.disconnect();
    screens.close();
    await there.close();
  });
});

describe.skipIf(redisProgram === null)('screens at two servers', () => {
  it('are known to both, and a sign-out at one is told of a screen at the other, with Redis and without', async () => {
    const { here, there, redis, close } = await twoServers();
    const owner = await here.trading();
    const changes = eventsOf(await screens.connect(here, owner.accessToken), 'unattended-update');
    const muted = screenOf('Office', 'muted');
    await screens.watch(there, owner.accessToken, owner.outletId, muted);
    await look(there);
    expect(await unheard(owner, here)).toEqual([told(owner, muted, 'muted')]);
    await vi.waitFor(() => expect(changes).toHaveLength(1));

    const session = await signInAgain(owner, here);
    const bar = screenOf('Bar');
    const socket = await screens.watch(there, session.accessToken, owner.outletId, bar);
    await look(there);
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    await signOut(session.refreshToken, here);
    expect(await ended).toBe('io server disconnect');
    await look(there);
    expect(await unheard(owner, here)).toContainEqual(told(owner, bar, 'signed-out'));
    await vi.waitFor(() => expect(changes.length).toBeGreaterThan(1));

    const other = await signInAgain(owner, here);
    const kitchen = screenOf('Kitchen');
    const cutOff = await screens.watch(there, other.accessToken, owner.outletId, kitchen);
    await look(there);
    await redis.kill();
    const over = new Promise((resolve) => cutOff.once('disconnect', resolve));
    await signOut(other.refreshToken, here);
    await look(there);
    expect(await over).toBe('io server disconnect');
    expect(await unheard(owner, here)).toContainEqual(told(owner, kitchen, 'signed-out'));
    screens.close();
    await close();
  });

  it('that come and go all at once at both do not block each other', async () => {
    const there = await testServer({ beside: server });
    await listen(there);
    const owner = await server.trading();
    const states = Array.from({ length: 20 }, (_, n) => screenOf(`Screen ${n % 3}`, n % 2 ? 'muted' : null));
    const sockets = await Promise.all(
      states.map((one, n) => screens.watch(n % 2 ? there : server, owner.accessToken, owner.outletId, one)),
    );
    for (let round = 0; round < 5; round += 1) {
      server.clock.advance(15_000);
      await Promise.all([
        ...sockets.map((socket, n) =>
          beat(socket, { ...states[n], silent: (n + round) % 2 ? 'muted' : null }),
        ),
        look(there),
        look(),
      ]);
    }
    await Promise.all(sockets.map((socket, n) => beat(socket, { ...states[n], silent: 'muted' })));
    await look(there);
    expect(await unheard(owner)).toHaveLength(20);
    screens.close();
    await there.close();
  });
});
