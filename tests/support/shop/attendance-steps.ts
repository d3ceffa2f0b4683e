import type { Socket } from 'socket.io-client';
import { afterEach, expect, vi } from 'vitest';
import type { OrderSeenReply } from '#shared/api/live.ts';
import type { Seller, Trading } from '../../../server/testing/server.ts';
import { setUpScreens, type LiveScreens } from './live-screen.ts';
import { server, setUpServer } from './set-up.ts';

/** A server with screens for the tests of the file; each test may stop the clock, which runs again after it. */
export function setUpAttendance(): LiveScreens {
  setUpServer();
  const screens = setUpScreens();
  afterEach(() => server.clock.start());
  return screens;
}

export const look = (at = server) => at.app.doChores();

/** The unheard screens, once everything that just happened is stored. */
export async function unheard(owner: Pick<Seller, 'send'>, at = server) {
  await look(at);
  return (await owner.send('GET', '/sellers/unattended')).body.screens;
}

/** Waits until this server has noticed that its screens have gone. */
export const noneLeft = () => vi.waitFor(() => expect(server.app.live.screens()).toEqual([]));

/** Another sign-in of the seller. */
export async function signInAgain({ email }: Seller, at = server) {
  const { body } = await at.send('POST', '/sellers/sign-in', { email, password: 'a password for tests' });
  return body.account as { accessToken: string; refreshToken: string };
}

export const signOut = (refreshToken: string, at = server) =>
  at.send('POST', '/sellers/sign-out', { refreshToken });

/** The names of the stored screens. */
export async function storedScreens({ outletId }: Trading): Promise<string[]> {
  const rows = await server.database.kysely
    .selectFrom('outlet_screens')
    .select('name')
    .where('outlet_id', '=', outletId)
    .execute();
  return rows.map(({ name }) => name);
}

/** Opens a signed-in screen; with an outlet it watches that outlet, as a till does. */
export const opensScreens =
  (screens: LiveScreens) =>
  (token: string, outletId: string | null = null, at = server): Promise<Socket> =>
    outletId === null ? screens.connect(at, token) : screens.watch(at, token, outletId);

export const report = (socket: Socket, payload: unknown) =>
  socket.timeout(10_000).emitWithAck('order-seen', payload) as Promise<OrderSeenReply>;
