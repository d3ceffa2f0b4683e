import type { Socket } from 'socket.io-client';
import { describe, expect, it, vi } from 'vitest';
import { adminAccounts } from '../accounts/admin-accounts.ts';
import { testServer, type Seller } from '../../testing/server.ts';
import {
  beat,
  eventsOf,
  listen,
  cut,
  closePage,
  screenOf,
  told,
} from '../../../tests/support/shop/live-screen.ts';
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

const screens = setUpAttendance();

/** The seller with a fresh token. */
async function signedInAs(owner: Seller): Promise<Pick<Seller, 'send'>> {
  return { send: server.sendFor(owner.id) };
}

/** A screen that watches, in a sign-in of its own. */
async function watchedBar() {
  const owner = await server.trading();
  const session = await signInAgain(owner);
  const bar = screenOf('Bar');
  const socket = await screens.watch(server, session.accessToken, owner.outletId, bar);
  await look();
  return { owner, session, bar, socket };
}

/** The unheard screens after a page stopped watching, and then its sign-in ended. */
async function unheardAfterLeaving(page: Socket, { refreshToken }: { refreshToken: string }, owner: Seller) {
  page.disconnect();
  await noneLeft();
  await signOut(refreshToken);
  return unheard(owner);
}

describe('a screen that is signed out while it watches', () => {
  it('is named on the others, for as long as it does not come back (D72)', async () => {
    const owner = await server.trading();
    const changes = eventsOf(await screens.connect(server, owner.accessToken), 'unattended-update');
    const session = await signInAgain(owner);
    const bar = screenOf('Till on BAR-PC');
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
      const bar = screenOf('Till on BAR-PC');
      await screens.watch(server, session.accessToken, owner.outletId, bar);
      await look();
      await signOut(session.refreshToken);
      expect(await unheard(await signedInAs(owner))).toEqual([told(owner, bar, 'signed-out')]);
      server.clock.advance(1_000);
    };
    await endOne();
    const other = await signInAgain(owner);
    await screens.watch(server, other.accessToken, owner.outletId, screenOf('Till in the kitchen'));
    expect(await unheard(owner)).toHaveLength(1);
    const page = await screens.watch(server, other.accessToken, owner.outletId, screenOf('Till on BAR-PC'));
    expect(await unheard(owner)).toEqual([]);
    page.disconnect();

    await endOne();
    server.clock.advance(12 * 60 * 60_000);
    expect(await unheard(await signedInAs(owner))).toEqual([]);
    expect(await storedScreens(owner)).toEqual([]);
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
    const first = await screens.watch(server, session.accessToken, owner.outletId, screenOf('Bar'));
    const closed = await screens.watch(server, session.accessToken, owner.outletId, screenOf('Office'));
    await look();
    closePage(closed);
    // Our own page stops watching first, and then its sign-in ends.
    expect(await unheardAfterLeaving(first, session, owner)).toEqual([]);
  });

  it('is one that leaves because its token was refused, also if it is quicker than the server', async () => {
    const { owner, session, bar, socket } = await watchedBar();
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
    const bar = screenOf('Bar');
    const kitchen = await screens.watch(server, late.accessToken, owner.outletId, screenOf('Kitchen'));
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
    expect(await storedScreens(owner)).toEqual(['Bar']);
  });

  it('is one whose sign-in came to its end, as any does that was not used for a month', async () => {
    const { owner, bar, socket } = await watchedBar();
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
    const bar = screenOf('Bar');
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
    const bar = screenOf('Bar');
    await screens.watch(server, owner.accessToken, owner.outletId, bar);
    await look();
    const setStatus = (accountStatus: string) =>
      admin.send('PATCH', '/admin/sellers', { id: owner.id, accountStatus });
    await setStatus('suspended');
    await look();
    await setStatus('verified');
    expect(await unheard(await signedInAs(owner))).toEqual([told(owner, bar, 'signed-out')]);
    server.clock.advance(1_000);
    const again = await signInAgain(owner);
    await screens.watch(server, again.accessToken, owner.outletId, bar);
    expect(await unheard(await signedInAs(owner))).toEqual([]);
  });

  it('is not what a page left that crashed and was loaded anew', async () => {
    const owner = await server.trading();
    const session = await signInAgain(owner);
    const crashed = await screens.watch(
      server,
      session.accessToken,
      owner.outletId,
      screenOf('Till', 'muted'),
    );
    await look();
    cut(crashed);
    await noneLeft();
    const bar = screenOf('Till');
    const socket = await screens.watch(server, session.accessToken, owner.outletId, bar);
    for (let n = 0; n < 4; n += 1) {
      server.clock.advance(15_000);
      await beat(socket, bar);
      await look();
    }
    expect(await unheardAfterLeaving(socket, session, owner)).toEqual([]);
  });

  it('is known to a server that was started only just now', async () => {
    const owner = await server.trading();
    const first = await testServer({ beside: server });
    await listen(first);
    const session = await signInAgain(owner);
    const bar = screenOf('Bar');
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
