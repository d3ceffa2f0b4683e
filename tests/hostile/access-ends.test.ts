import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LOOK_EVERY_MS } from '../../server/features/accounts/access-watch.ts';
import { adminAccounts } from '../../server/features/accounts/admin-accounts.ts';
import type { Schema } from '../../server/database/schema.ts';
import { onPostgres } from '../../server/testing/database.ts';
import { hashPassword } from '../../server/features/accounts/passwords.ts';
import { password, testServer, type Seller, type TestServer } from '../../server/testing/server.ts';
import { listen, liveScreens } from '../support/shop/live-screen.ts';

const screens = liveScreens();
/** Servers of one database without Redis; the last polls for ended sign-ins as often as in production. */
let here: TestServer;
let there: TestServer;
let polling: TestServer;
beforeAll(async () => {
  here = await testServer();
  there = await testServer({ beside: here });
  polling = await testServer({ beside: here, accessLookEveryMs: LOOK_EVERY_MS });
  await Promise.all([there, polling].map(listen));
});
afterEach(screens.close);
afterAll(() => here.close());

type Tokens = { accessToken: string; refreshToken: string };

async function signIn(at: TestServer, email: string): Promise<Tokens> {
  return (await at.send('POST', '/sellers/sign-in', { email, password })).body.account;
}

const read = async (at: TestServer, { accessToken }: Tokens) =>
  (await at.send('GET', '/sellers/profile', undefined, { authorization: `Bearer ${accessToken}` })).status;

const exchange = (at: TestServer, refreshToken: string) =>
  at.send('POST', '/sellers/refresh-token', { refreshToken });
const refresh = async (at: TestServer, refreshToken: string): Promise<Tokens> =>
  (await exchange(at, refreshToken)).body;

const ways: [string, (here: TestServer, owner: Seller, tokens: Tokens) => Promise<unknown>][] = [
  [
    'signed out',
    (here, _owner, { refreshToken }) => here.send('POST', '/sellers/sign-out', { refreshToken }),
  ],
  [
    'found stolen',
    async (here, _owner, { refreshToken }) => {
      const next = await refresh(here, refreshToken);
      await refresh(here, next.refreshToken);
      return refresh(here, refreshToken);
    },
  ],
  [
    'ended by a new password, set by a command whose clock is behind',
    async (here, owner) => {
      const accounts = adminAccounts(here.database);
      const account = await accounts.find(owner.email);
      if (account) await accounts.changePassword(account, password, new Date(Date.now() - 600_000));
    },
  ],
  [
    'ended by a new password that its owner set elsewhere',
    async (_here, owner) => {
      const passwords = { oldPassword: password, newPassword: 'another password for tests' };
      const { status } = await owner.send('POST', '/sellers/password', passwords);
      expect(status).toBeLessThan(300);
    },
  ],
  [
    'ended from the owner’s list of sign-ins',
    async (_here, owner) => {
      expect((await owner.send('DELETE', '/sellers/sign-ins')).status).toBeLessThan(300);
    },
  ],
  [
    'of an account that was suspended, and verified again',
    async (here, { id }) => {
      const admin = await here.admin();
      for (const accountStatus of ['suspended', 'pending', 'verified'])
        expect((await admin.send('PATCH', '/admin/sellers', { id, accountStatus })).status).toBe(200);
    },
  ],
  ['ended with everybody’s', (here) => adminAccounts(here.database).signOutAll(new Date())],
];

describe('a sign-in', () => {
  it.each(ways)(
    'that is %s is over at once for its access token, and for its socket at every server’s next look',
    async (_, end) => {
      const owner = await here.seller();
      const tokens = await signIn(here, owner.email);
      const socket = await screens.connect(there, tokens.accessToken);
      expect(await read(there, tokens)).toBe(200);
      const closed = new Promise<string>((resolve) => socket.once('disconnect', resolve));
      await end(here, owner, tokens);
      expect(await read(here, tokens)).toBe(401);
      expect(await read(there, tokens)).toBe(401);
      await there.app.doChores();
      expect(there.app.live.signIns(), 'closed at the next look').toEqual([]);
      expect(await closed).toBe('io server disconnect');
      await expect(screens.connect(there, tokens.accessToken)).rejects.toThrow('UNAUTHORIZED');
      expect((await exchange(there, tokens.refreshToken)).status).toBe(401);
    },
  );

  it('of a suspended account loses its sockets at a server that nobody tells, which looks twice within 1 s', async () => {
    expect(2 * LOOK_EVERY_MS).toBeLessThan(1_000);
    const owner = await here.seller();
    const admin = await here.admin();
    const socket = await screens.connect(polling, owner.accessToken);
    const closed = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    await admin.send('PATCH', '/admin/sellers', { id: owner.id, accountStatus: 'suspended' });
    expect(await closed).toBe('io server disconnect');
  });

  it('of an account that is verified for the first time goes on; of one that lost its access, until it is verified again', async () => {
    const admin = await here.admin();
    const owner = await here.seller('pending');
    const set = (accountStatus: string) =>
      admin.send('PATCH', '/admin/sellers', { id: owner.id, accountStatus });
    for (const status of ['rejected', 'verified', 'suspended']) {
      await set(status);
      expect(await read(there, owner)).toBe(200);
    }
    await set('verified');
    expect(await read(there, owner)).toBe(401);
    const tokens = await signIn(here, owner.email);
    expect(await read(there, tokens)).toBe(200);
    await set('verified');
    expect(await read(there, tokens)).toBe(200);
    const { body } = await admin.send('GET', `/admin/audit-log?sellerId=${owner.id}`);
    const told = body.items.filter((entry: { action: string }) => entry.action === 'sign-in-ended');
    expect(told).toMatchObject([{ actor: { id: admin.id } }]);
  });

  it('keeps its socket and its token while another’s ends', async () => {
    const owner = await here.seller();
    const [one, other] = [await signIn(here, owner.email), await signIn(here, owner.email)];
    const socket = await screens.connect(there, other.accessToken);
    await here.send('POST', '/sellers/sign-out', { refreshToken: one.refreshToken });
    await there.app.doChores();
    expect(socket.connected).toBe(true);
    expect(await read(there, other)).toBe(200);
  });

  it('made right after a password was set by a clock that is ahead is good', async () => {
    const owner = await here.seller();
    const accounts = adminAccounts(here.database);
    const account = await accounts.find(owner.email);
    if (!account) throw new Error('There is no such account');
    await accounts.changePassword(account, password, new Date(Date.now() + 600_000));
    expect(await read(here, await signIn(here, owner.email))).toBe(200);
  });
});

/** Begins these one after the other while a transaction holds what each waits for, then lets them go in that order. */
async function inLine<Results extends unknown[]>(
  hold: (tx: Kysely<Schema>) => Promise<unknown>,
  ...begin: { [Each in keyof Results]: () => Promise<Results[Each]> }
): Promise<Results> {
  const { kysely } = here.database;
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      kysely,
    );
    return rows.length;
  };
  const begun = await kysely.transaction().execute(async (tx) => {
    await hold(tx);
    const results: Promise<unknown>[] = [];
    for (const each of begin) {
      results.push(each());
      await vi.waitFor(async () => expect(await waiting()).toBe(results.length), { timeout: 10_000 });
    }
    return { results };
  });
  return Promise.all(begun.results) as Promise<Results>;
}

// The embedded database runs one transaction at a time, so there none begins while another is under way.
describe.runIf(onPostgres)('what ends access while something else is under way', () => {
  const endings: typeof ways = [
    ...ways.filter(([how]) => how !== 'found stolen'),
    ['found stolen', (here, _owner, { refreshToken }) => exchange(here, refreshToken)],
    [
      'ended with its account',
      async (here, owner) => {
        const accounts = adminAccounts(here.database);
        const account = await accounts.find(owner.email);
        if (account) expect(await accounts.remove(account, new Date())).toBe('deleted');
      },
    ],
  ];

  it.each(endings)(
    'a sign-in that is %s while its token is exchanged is over, its new token too',
    async (_, end) => {
      const owner = await here.seller();
      const first = await signIn(here, owner.email);
      const second = await refresh(here, first.refreshToken);
      const third = await refresh(here, second.refreshToken);
      const { fam } = JSON.parse(Buffer.from(third.accessToken.split('.')[1] ?? '', 'base64url').toString());
      const unused = (tx: Kysely<Schema>) =>
        tx
          .selectFrom('refresh_tokens')
          .select('token_hash')
          .where('family_id', '=', fam)
          .where('used_at', 'is', null);
      const [{ status, body: newest }] = await inLine(
        (tx) => unused(tx).forUpdate().execute(),
        () => exchange(here, third.refreshToken),
        () => end(here, owner, first),
      );
      expect(status).toBe(200);
      expect(await read(here, newest)).toBe(401);
      expect((await exchange(here, newest.refreshToken)).status).toBe(401);
    },
  );

  it('a sign-in with the old password while a new one is being stored is refused', async () => {
    const { id, email } = await here.seller();
    const password_hash = await hashPassword('another password for tests');
    const [{ status }] = await inLine(
      (tx) => tx.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute(),
      () => here.send('POST', '/sellers/sign-in', { email, password }),
    );
    expect(status).toBe(401);
  });

  it('a seller is suspended at the moment in which another ends their sign-ins, and neither fails', async () => {
    const [one, other] = [await here.seller(), await here.seller()];
    const admin = await here.admin();
    // The first that ever ends makes the row that the others wait for.
    await other.send('POST', '/sellers/sign-out', {
      refreshToken: (await signIn(here, other.email)).refreshToken,
    });
    await signIn(here, one.email);
    const replies = await inLine(
      (tx) => tx.selectFrom('access_changes').select('number').forUpdate().execute(),
      () => one.send('DELETE', '/sellers/sign-ins'),
      () => admin.send('PATCH', '/admin/sellers', { id: other.id, accountStatus: 'suspended' }),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  });
});
