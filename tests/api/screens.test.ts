import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ScreenState } from '#shared/api/live.ts';
import { adminAccounts } from '../../server/features/accounts/admin-accounts.ts';
import { testServer, type Seller, type TestServer, type Trading } from '../../server/testing/server.ts';
import { beat, eventsOf, listen, liveScreens, speak, watchOutlet } from '../support/shop/live-screen.ts';
import { redisProgram, testRedis } from '../support/servers/redis.ts';

let server: TestServer;
const screens = liveScreens();

beforeAll(async () => {
  server = await testServer();
  await listen(server);
});
afterEach(() => {
  screens.close();
  server.clock.start();
});
afterAll(() => server.close());

const state = (screenName: string, silent: ScreenState['silent'] = null): ScreenState => ({
  screenId: randomUUID(),
  screenName,
  silent,
});
const look = (at = server) => at.app.doChores();
/** The unheard screens, once everything that just happened is stored. */
async function unheard(owner: Pick<Seller, 'send'>, at = server) {
  await look(at);
  return (await owner.send('GET', '/sellers/unattended')).body.screens;
}
const unlistened = async (owner: Pick<Seller, 'send'>, at = server) => {
  await look(at);
  return (await owner.send('GET', '/sellers/unattended')).body.outlets.length;
};
const told = (owner: Trading, { screenId, screenName }: ScreenState, why: string) => ({
  outletId: owner.outletId,
  outletName: 'The Old Ferry',
  screenId,
  screenName,
  why,
  since: expect.any(String),
});
/** Waits until this server has noticed that its screens have gone. */
const noneLeft = () => vi.waitFor(() => expect(server.app.live.screens()).toEqual([]));
/** Cuts the connection: nothing is said, and nothing arrives any more. */
function cut(socket: Socket): void {
  (socket.io.engine.transport as unknown as { ws: { terminate(): void } }).ws.terminate();
}
/** Closes or reloads the page. */
function closePage(socket: Socket): void {
  (socket.io.engine.transport as unknown as { ws: { close(code: number): void } }).ws.close(1000);
}
/** Another sign-in of the seller. */
async function signInAgain({ email }: Seller, at = server) {
  const { body } = await at.send('POST', '/sellers/sign-in', { email, password: 'a password for tests' });
  return body.account as { accessToken: string; refreshToken: string };
}
const signOut = (refreshToken: string, at = server) => at.send('POST', '/sellers/sign-out', { refreshToken });
const heardAt = async ({ outletId }: Trading) =>
  (
    await server.database.kysely
      .selectFrom('outlet_listening')
      .select('heard_at')
      .where('outlet_id', '=', outletId)
      .executeTakeFirst()
  )?.heard_at.getTime();

describe('a screen that cannot sound', () => {
  it('is named with its reason and since when, at once, on every screen of its seller and on nobody else’s (D74)', async () => {
    const owner = await server.trading();
    const neighbour = await server.trading();
    const changes = eventsOf(await screens.connect(server, owner.accessToken), 'unattended-update');
    const others = eventsOf(await screens.connect(server, neighbour.accessToken), 'unattended-update');
    const bar = state('Till on BAR-PC', 'needs-press');
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
    const bar = state('Till', 'no-loudspeaker');
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
    const bar = state('Bar', 'muted');
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

  it('tells nothing where its outlet does not trade, until it does', async () => {
    const owner = await server.trading();
    await owner.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/finish`);
    const bar = state('Bar', 'muted');
    await screens.watch(server, owner.accessToken, owner.outletId, bar);
    expect(await unheard(owner)).toEqual([]);
    expect(await keptOf(owner)).toEqual([]);
    await owner.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/start`);
    expect(await unheard(owner)).toEqual([told(owner, bar, 'muted')]);
    await owner.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/finish`);
    expect(await unheard(owner)).toEqual([]);
  });

  it('that lost its connection without a word is there once when it comes back, be it at another server', async () => {
    const owner = await server.trading();
    const there = await testServer({ beside: server });
    await listen(there);
    const bar = state('Bar', 'muted');
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

describe('an outlet that trades', () => {
  it('has nobody listening while its only screen cannot sound, and somebody as soon as it can (D74)', async () => {
    server.clock.stop();
    const owner = await server.trading();
    const changes = eventsOf(await screens.connect(server, owner.accessToken), 'unattended-update');
    const bar = state('Bar', 'needs-press');
    const socket = await screens.watch(server, owner.accessToken, owner.outletId, bar);
    for (let n = 0; n < 4; n += 1) {
      server.clock.advance(14_000);
      await beat(socket, bar);
      expect(await unlistened(owner)).toBe(0);
    }
    expect(await heardAt(owner)).toBeUndefined();
    server.clock.advance(4_000);
    await beat(socket, bar);
    expect(await unlistened(owner)).toBe(1);

    const before = changes.length;
    await beat(socket, { ...bar, silent: null });
    await vi.waitFor(() => expect(changes.length).toBeGreaterThan(before));
    expect(await unlistened(owner)).toBe(0);
    // Silent again: it has listened until now.
    server.clock.advance(30_000);
    await beat(socket, { ...bar, silent: 'audio-failed' });
    server.clock.advance(59_000);
    expect(await unlistened(owner)).toBe(0);
    server.clock.advance(1_500);
    expect(await unlistened(owner)).toBe(1);
    // One other screen that can sound is enough.
    await screens.watch(server, owner.accessToken, owner.outletId, state('Kitchen'));
    expect(await unlistened(owner)).toBe(0);
  });

  it('is listened at by an older page, which says nothing of itself', async () => {
    const owner = await server.trading();
    const socket = await screens.watch(server, owner.accessToken, owner.outletId);
    for (let n = 0; n < 3; n += 1) {
      server.clock.advance(40_000);
      await speak(socket);
      expect(await unlistened(owner)).toBe(0);
    }
  });

  it('is listened at until a screen was last heard, however long its dead connection stays open', async () => {
    server.clock.stop();
    const owner = await server.trading();
    const bar = state('Bar');
    const socket = await screens.watch(server, owner.accessToken, owner.outletId, bar);
    server.clock.advance(7_000);
    await beat(socket, bar);
    const last = server.clock.now().getTime();
    await look();
    server.clock.advance(15_000);
    await look();
    expect(Math.abs(((await heardAt(owner)) ?? 0) - last)).toBeLessThan(1_000);
    server.clock.advance(44_000);
    expect(await unlistened(owner)).toBe(0);
    server.clock.advance(2_000);
    expect(await unlistened(owner)).toBe(1);
    expect(socket.connected).toBe(true);
    await beat(socket, bar);
    expect(await unlistened(owner)).toBe(0);
  });

  it('was listened at until the moment in which the last screen left', async () => {
    server.clock.stop();
    const owner = await server.trading();
    const bar = state('Bar');
    const socket = await screens.watch(server, owner.accessToken, owner.outletId, bar);
    await look();
    server.clock.advance(9_000);
    await beat(socket, bar);
    const last = server.clock.now().getTime();
    cut(socket);
    await noneLeft();
    await look();
    expect(Math.abs(((await heardAt(owner)) ?? 0) - last)).toBeLessThan(1_000);
  });
});

describe('a screen that is signed out while it watches', () => {
  it('is named on the others, for as long as it does not come back (D72)', async () => {
    const owner = await server.trading();
    const changes = eventsOf(await screens.connect(server, owner.accessToken), 'unattended-update');
    const session = await signInAgain(owner);
    const bar = state('Till on BAR-PC');
    const socket = await screens.watch(server, session.accessToken, owner.outletId, bar);
    await look();
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    await signOut(session.refreshToken);
    expect(await ended).toBe('io server disconnect');
    await vi.waitFor(() => expect(changes).toHaveLength(1));
    expect(await unheard(owner)).toEqual([told(owner, bar, 'signed-out')]);
    server.clock.advance(3 * 60 * 60_000);
    const [still] = await unheard(await signedInAs(owner));
    expect(still).toEqual(told(owner, bar, 'signed-out'));

    // Somebody signs in again there.
    const again = await signInAgain(owner);
    await screens.watch(server, again.accessToken, owner.outletId, bar);
    expect(await unheard(await signedInAs(owner))).toEqual([]);
  });

  it('is forgotten once somebody of its name comes, the session is finished, or 12 h have passed', async () => {
    const owner = await server.trading();
    const endOne = async () => {
      const session = await signInAgain(owner);
      const bar = state('Till on BAR-PC');
      await screens.watch(server, session.accessToken, owner.outletId, bar);
      await look();
      await signOut(session.refreshToken);
      expect(await unheard(await signedInAs(owner))).toEqual([told(owner, bar, 'signed-out')]);
      server.clock.advance(1_000);
    };
    await endOne();
    const other = await signInAgain(owner);
    await screens.watch(server, other.accessToken, owner.outletId, state('Till in the kitchen'));
    expect(await unheard(owner)).toHaveLength(1);
    const page = await screens.watch(server, other.accessToken, owner.outletId, state('Till on BAR-PC'));
    expect(await unheard(owner)).toEqual([]);
    page.disconnect();

    await endOne();
    server.clock.advance(12 * 60 * 60_000);
    expect(await unheard(await signedInAs(owner))).toEqual([]);
    expect(await keptOf(owner)).toEqual([]);
    await endOne();
    const now = await signedInAs(owner);
    await now.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/finish`);
    expect(await unheard(now)).toEqual([]);
    await now.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/start`);
    expect(await unheard(now)).toEqual([]);
  });

  it('is not one whose person signed out there, nor one that was closed before', async () => {
    const owner = await server.trading();
    const session = await signInAgain(owner);
    const first = await screens.watch(server, session.accessToken, owner.outletId, state('Bar'));
    const closed = await screens.watch(server, session.accessToken, owner.outletId, state('Office'));
    await look();
    closePage(closed);
    // Our own page stops watching first, and then its sign-in ends.
    first.disconnect();
    await noneLeft();
    await signOut(session.refreshToken);
    expect(await unheard(owner)).toEqual([]);
  });

  it('is one that leaves because its token was refused, also if it is quicker than the server', async () => {
    const owner = await server.trading();
    const session = await signInAgain(owner);
    const bar = state('Bar');
    const socket = await screens.watch(server, session.accessToken, owner.outletId, bar);
    await look();
    // As if this server could not reach the one that has the socket.
    const there = await testServer({ beside: server });
    await signOut(session.refreshToken, there);
    server.clock.advance(10);
    socket.disconnect();
    await noneLeft();
    await there.close();
    expect(await unheard(owner)).toEqual([told(owner, bar, 'signed-out')]);
  });

  it('is one whose line was cut shortly before, and none that went long ago', async () => {
    const owner = await server.trading();
    const [soon, late] = [await signInAgain(owner), await signInAgain(owner)];
    const bar = state('Bar');
    const kitchen = await screens.watch(server, late.accessToken, owner.outletId, state('Kitchen'));
    await look();
    cut(kitchen);
    await noneLeft();
    server.clock.advance(9 * 60_000);
    const socket = await screens.watch(server, soon.accessToken, owner.outletId, bar);
    await look();
    cut(socket);
    await noneLeft();
    server.clock.advance(2 * 60_000);
    await Promise.all([signOut(soon.refreshToken), signOut(late.refreshToken)]);
    expect(await unheard(owner)).toEqual([told(owner, bar, 'signed-out')]);
    expect(await keptOf(owner)).toEqual(['Bar']);
  });

  it('is one whose sign-in came to its end, as any does that was not used for a month', async () => {
    const owner = await server.trading();
    const session = await signInAgain(owner);
    const bar = state('Bar');
    const socket = await screens.watch(server, session.accessToken, owner.outletId, bar);
    await look();
    await server.database.kysely
      .updateTable('refresh_tokens')
      .set({ expires_at: server.clock.now() })
      .where('account_id', '=', owner.id)
      .execute();
    cut(socket);
    await noneLeft();
    server.clock.advance(46_000);
    expect(await unheard(await signedInAs(owner))).toEqual([told(owner, bar, 'signed-out')]);
  });

  it('is cut off and found where all sign-ins of the account were ended by another program', async () => {
    const owner = await server.trading();
    const bar = state('Bar');
    const socket = await screens.watch(server, owner.accessToken, owner.outletId, bar);
    await look();
    const accounts = adminAccounts(server.database);
    const account = await accounts.find(owner.email);
    if (!account) throw new Error('There is no such account');
    await accounts.changePassword(account, 'a password for tests', server.clock.now());
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    await look();
    expect(await ended).toBe('io server disconnect');
    expect(await unheard(await signedInAs(owner))).toEqual([told(owner, bar, 'signed-out')]);
  });

  it('is one of an account that was suspended, until it is back', async () => {
    const owner = await server.trading();
    const admin = await server.admin();
    const bar = state('Bar');
    await screens.watch(server, owner.accessToken, owner.outletId, bar);
    await look();
    const setStatus = (accountStatus: string) =>
      admin.send('PATCH', '/admin/sellers', { id: owner.id, accountStatus });
    await setStatus('suspended');
    await look();
    await setStatus('verified');
    expect(await unheard(owner)).toEqual([told(owner, bar, 'signed-out')]);
    server.clock.advance(1_000);
    await screens.watch(server, owner.accessToken, owner.outletId, bar);
    expect(await unheard(owner)).toEqual([]);
  });

  it('is not what a page left that crashed and was loaded anew', async () => {
    const owner = await server.trading();
    const session = await signInAgain(owner);
    const crashed = await screens.watch(server, session.accessToken, owner.outletId, state('Till', 'muted'));
    await look();
    cut(crashed);
    await noneLeft();
    const bar = state('Till');
    const socket = await screens.watch(server, session.accessToken, owner.outletId, bar);
    for (let n = 0; n < 4; n += 1) {
      server.clock.advance(15_000);
      await beat(socket, bar);
      await look();
    }
    socket.disconnect();
    await noneLeft();
    await signOut(session.refreshToken);
    expect(await unheard(owner)).toEqual([]);
  });

  it('is known to a server that was started only just now', async () => {
    const owner = await server.trading();
    const first = await testServer({ beside: server });
    await listen(first);
    const session = await signInAgain(owner);
    const bar = state('Bar');
    await screens.watch(first, session.accessToken, owner.outletId, bar);
    await signOut(session.refreshToken, first);
    await look(first);
    await first.close();
    const second = await testServer({ beside: server });
    await listen(second);
    const changes = eventsOf(await screens.connect(second, owner.accessToken), 'unattended-update');
    expect(await unheard(owner, second)).toEqual([told(owner, bar, 'signed-out')]);
    await vi.waitFor(() => expect(changes).toHaveLength(1));
    screens.close();
    await second.close();
  });
});

describe.skipIf(redisProgram === null)('screens at two servers', () => {
  it('are known to both, and a sign-out at one is told of a screen at the other, with Redis and without', async () => {
    const redis = await testRedis();
    await redis.start();
    const here = await testServer({ redisUrl: redis.url });
    const there = await testServer({ redisUrl: redis.url, beside: here });
    await Promise.all([listen(here), listen(there)]);
    await vi.waitFor(async () => expect((await there.app.server.inject('/ready')).statusCode).toBe(200));
    const owner = await here.trading();
    const changes = eventsOf(await screens.connect(here, owner.accessToken), 'unattended-update');
    const muted = state('Office', 'muted');
    await screens.watch(there, owner.accessToken, owner.outletId, muted);
    await look(there);
    expect(await unheard(owner, here)).toEqual([told(owner, muted, 'muted')]);
    await vi.waitFor(() => expect(changes).toHaveLength(1));

    const session = await signInAgain(owner, here);
    const bar = state('Bar');
    const socket = await screens.watch(there, session.accessToken, owner.outletId, bar);
    await look(there);
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    await signOut(session.refreshToken, here);
    expect(await ended).toBe('io server disconnect');
    await look(there);
    expect(await unheard(owner, here)).toContainEqual(told(owner, bar, 'signed-out'));
    await vi.waitFor(() => expect(changes.length).toBeGreaterThan(1));

    const other = await signInAgain(owner, here);
    const kitchen = state('Kitchen');
    const cutOff = await screens.watch(there, other.accessToken, owner.outletId, kitchen);
    await look(there);
    await redis.kill();
    const over = new Promise((resolve) => cutOff.once('disconnect', resolve));
    await signOut(other.refreshToken, here);
    await look(there);
    expect(await over).toBe('io server disconnect');
    expect(await unheard(owner, here)).toContainEqual(told(owner, kitchen, 'signed-out'));
    screens.close();
    await there.close();
    await here.close();
    await redis.stop();
  });

  it('that come and go all at once at both do not block each other', async () => {
    const there = await testServer({ beside: server });
    await listen(there);
    const owner = await server.trading();
    const states = Array.from({ length: 20 }, (_, n) => state(`Screen ${n % 3}`, n % 2 ? 'muted' : null));
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

/** The names of the stored screens. */
async function keptOf({ outletId }: Trading): Promise<string[]> {
  const rows = await server.database.kysely
    .selectFrom('outlet_screens')
    .select('name')
    .where('outlet_id', '=', outletId)
    .execute();
  return rows.map(({ name }) => name);
}

/** The seller with a fresh token. */
async function signedInAs(owner: Seller): Promise<Pick<Seller, 'send'>> {
  return { send: server.sendFor(owner.id) };
}
