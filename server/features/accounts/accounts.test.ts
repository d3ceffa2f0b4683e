import { setImmediate as nextTurn } from 'node:timers/promises';
import { argon2Sync, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { password, registration, testServer } from '../../testing/server.ts';
import { accessTokens } from './access-tokens.ts';
import { adminAccounts } from './admin-accounts.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

const signIn = (email: string, secret = password) =>
  server.send('POST', '/sellers/sign-in', { email, password: secret });
const refresh = (refreshToken: string) => server.send('POST', '/sellers/refresh-token', { refreshToken });
const profile = (token: string) =>
  server.send('GET', '/sellers/profile', undefined, { authorization: `Bearer ${token}` });

describe('passwords (A1)', () => {
  it('are argon2id at OWASP’s parameters, salted each time', async () => {
    const [one, two] = await Promise.all([hashPassword(password), hashPassword(password)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('argon2id is the one of RFC 9106 (A1)', () => {
    const tag = argon2Sync('argon2id', {
      message: Buffer.alloc(32, 1),
      nonce: Buffer.alloc(16, 2),
      secret: Buffer.alloc(8, 3),
      associatedData: Buffer.alloc(12, 4),
      memory: 32,
      passes: 3,
      parallelism: 4,
      tagLength: 32,
    });
    expect(tag.toString('hex')).toBe('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
  });

  it('keeps every character: Unicode, length and a space at the end (A4)', async () => {
    const odd = `${'pässwörd🔑'.repeat(7)} `;
    const hash = await hashPassword(odd);
    expect(await checkPassword(odd, hash)).toEqual({ matches: true, outdated: false });
    expect((await checkPassword(odd.trim(), hash)).matches).toBe(false);
  });

  it('is hashed again at sign-in where the parameters were weaker (A2)', async () => {
    const { email, id } = await server.seller();
    const read = () =>
      server.database.kysely
        .selectFrom('accounts')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const nonce = randomBytes(16);
    const tag = argon2Sync('argon2id', {
      message: password,
      nonce,
      memory: 8192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    });
    const bare = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
    const weak = `$argon2id$v=19$m=8192,t=1,p=1$${bare(nonce)}$${bare(tag)}`;
    await server.database.kysely
      .updateTable('accounts')
      .set({ password_hash: weak })
      .where('id', '=', id)
      .execute();
    expect((await signIn(email)).status).toBe(200);
    expect((await read()).password_hash).toContain('m=19456,t=2');
  });
});

describe('registering and signing in (D12, D13)', () => {
  it('a new account waits for review and reaches its profile alone (D15)', async () => {
    const created = await server.send('POST', '/sellers/register', registration);
    expect(created).toMatchObject({
      status: 201,
      body: { account: { accountStatus: { value: 'pending', label: 'Pending review' }, isAdmin: false } },
    });
    const { body } = await signIn(registration.email.toUpperCase());
    expect(body.account).toMatchObject({
      email: registration.email,
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
    });
    expect((await profile(body.account.accessToken)).status).toBe(200);
    const outlets = await server.send('GET', '/sellers/outlets', undefined, {
      authorization: `Bearer ${body.account.accessToken}`,
    });
    expect(outlets).toMatchObject({ status: 403, body: { error: { code: 'ACCOUNT_NOT_VERIFIED' } } });
    expect((await server.send('POST', '/sellers/register', registration)).status).toBe(409);
  });

  it.each([
    ['a short password', { password: 'short' }, 400, 'password'],
    ['a password of every list', { password: 'Password1234' }, 422, 'password'],
    ['a wrong e-mail', { email: 'nobody' }, 400, 'email'],
    ['a company without a website', { companyWebsite: ' ' }, 400, 'companyWebsite'],
    ['an address without its second line', { addressLine2: '' }, 400, 'addressLine2'],
    ['an address without a county', { county: '' }, 400, 'county'],
    ['A21 an isAdmin of its own', { isAdmin: true }, 400, 'body'],
  ])('refuses %s', async (_what, change, status, field) => {
    const reply = await server.send('POST', '/sellers/register', {
      ...registration,
      email: 'other@servery.test',
      ...change,
    });
    expect(reply).toMatchObject({ status, body: { error: { fields: { [field]: expect.any(String) } } } });
  });

  it('says the same of an unknown e-mail and a wrong password (A5)', async () => {
    const { email } = await server.seller();
    const [unknown, wrong] = [await signIn('nobody@servery.test'), await signIn(email, 'not the password')];
    expect(unknown.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body.error.message).toBe('Your credentials are not valid');
  });

  it('stops guessing after ten failures, whatever X-Forwarded-For says, and lets the owner in later (A6)', async () => {
    const { email } = await server.seller();
    for (let guess = 0; guess < 10; guess += 1)
      expect((await signIn(email, `guess number ${guess}`)).status).toBe(401);
    const blocked = await server.send(
      'POST',
      '/sellers/sign-in',
      { email, password },
      { 'x-forwarded-for': '203.0.113.9' },
    );
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    server.clock.advance(15 * 60_000 + 1);
    expect((await signIn(email)).status).toBe(200);
  });
});

describe('limits (A6, D14)', () => {
  const guess = (email: string, n: number) => signIn(email, `guess number ${n}`);
  const countOf = (replies: { status: number }[], status: number) =>
    replies.filter((reply) => reply.status === status).length;

  it('hold for guesses sent all at once, the right one among them', async () => {
    const { email } = await server.seller();
    const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(email, n)));
    expect(countOf(replies, 401) + countOf(replies, 429) + countOf(replies, 503)).toBe(60);
    expect(countOf(replies, 401)).toBe(10);
    expect((await signIn(email)).status).toBe(429);
  });

  it('are remembered by the next server, and leave a sign-in that stands alone', async () => {
    const { email } = await server.seller();
    const { body } = await signIn(email);
    for (let n = 0; n < 10; n += 1) await guess(email, n);
    const next = await testServer({ beside: server });
    expect((await next.send('POST', '/sellers/sign-in', { email, password })).status).toBe(429);
    await next.close();
    expect((await profile(body.account.accessToken)).status).toBe(200);
    expect((await refresh(body.account.refreshToken)).status).toBe(200);
  });

  it('hold for registering, per address, also all at once', async () => {
    const other = await testServer();
    const register = (n: number) =>
      other.send('POST', '/sellers/register', {
        ...registration,
        email: `n${n}@servery.test`,
        password: 'password1234',
      });
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => register(n)));
    expect([countOf(replies, 422), countOf(replies, 429)]).toEqual([30, 20]);
    expect((await register(51)).status).toBe(429);
    await other.close();
  });
});

describe('sign-ins that fail (A3, A5)', () => {
  const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

  it('take as long for an unknown e-mail as for a wrong password (A5)', async () => {
    const own = await testServer();
    const known = await Promise.all([own.seller(), own.seller(), own.seller()]);
    /** The processor time of this process in ms; a clock would also measure the machine's other work. */
    const workOf = async (email: string) => {
      const before = process.cpuUsage();
      expect(
        (await own.send('POST', '/sellers/sign-in', { email, password: 'not the password' })).status,
      ).toBe(401);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const [unknownMs, wrongMs]: [number[], number[]] = [[], []];
    for (let n = 0; n < 24; n += 1) {
      unknownMs.push(await workOf(`nobody${n}@servery.test`));
      wrongMs.push(await workOf(known[n % 3]?.email ?? ''));
    }
    const ratio = medianOf(unknownMs) / medianOf(wrongMs);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
    await own.close();
  });

  it('in a flood are answered or told to come back, and everything else goes on (A3)', async () => {
    const own = await testServer();
    const flooded = new AbortController();
    const flood = Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        own.send('POST', '/sellers/sign-in', {
          email: `flood${n}@servery.test`,
          password: 'not the password',
        }),
      ),
    ).finally(() => flooded.abort());
    let others = 0;
    for (; !flooded.signal.aborted; others += 1) {
      expect((await own.app.server.inject('/health')).statusCode).toBe(200);
      await nextTurn();
    }
    const replies = await flood;
    const hashed = replies.filter(({ status }) => status === 401);
    // Some 250 for each password; 9 where they wait for it.
    expect(others / hashed.length).toBeGreaterThan(40);
    const sentAway = replies.filter(({ status }) => status === 503);
    expect(sentAway.length).toBeGreaterThan(0);
    expect(sentAway.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect(replies.every(({ status }) => [401, 429, 503].includes(status))).toBe(true);
    await own.close();
  });
});

describe('access tokens (A7)', () => {
  const claims = {
    sub: 'x',
    fam: 'y',
    iss: 'servery',
    aud: 'servery-api',
    exp: 4_000_000_000,
    iat: 1,
    at: 1,
  };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forge = (header: object, body: object, secret: string) => {
    const unsigned = `${encode(header)}.${encode(body)}`;
    return `${unsigned}.${secret && createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
  };
  const secret = 'a secret for tests alone, thirty-two characters';
  const good = { alg: 'HS256', typ: 'at+jwt' };

  it.each([
    ['no algorithm', forge({ alg: 'none', typ: 'at+jwt' }, claims, '')],
    ['another key', forge(good, claims, 'another key altogether, of thirty-two')],
    ['another audience', forge(good, { ...claims, aud: 'elsewhere' }, secret)],
    ['another issuer', forge(good, { ...claims, iss: 'elsewhere' }, secret)],
    ['an expired one', forge(good, { ...claims, exp: 1 }, secret)],
    ['another type', forge({ alg: 'HS256', typ: 'JWT' }, claims, secret)],
    ['nonsense', 'a.b.c'],
  ])('refuses %s', async (_what, token) => {
    expect(accessTokens(secret, () => new Date()).verify(token)).toBeNull();
    expect((await profile(token)).status).toBe(401);
  });

  it('takes what has none of these faults', () => {
    expect(accessTokens(secret, () => new Date()).verify(forge(good, claims, secret))).toMatchObject({
      accountId: 'x',
      family: 'y',
    });
  });

  it('refuses a refresh token in its place', async () => {
    const { email } = await server.seller();
    const { account } = (await signIn(email)).body;
    expect((await profile(account.refreshToken)).status).toBe(401);
    expect((await refresh(account.accessToken)).status).toBe(401);
  });

  it('is good for fifteen minutes', async () => {
    const { email } = await server.seller();
    const { accessToken } = (await signIn(email)).body.account;
    server.clock.advance(15 * 60_000 - 2_000);
    expect((await profile(accessToken)).status).toBe(200);
    server.clock.advance(3_000);
    expect((await profile(accessToken)).status).toBe(401);
  });

  it('a suspended account is refused at its next request (A18)', async () => {
    const seller = await server.seller();
    expect((await seller.send('GET', '/sellers/outlets')).status).toBe(200);
    await server.database.kysely
      .updateTable('accounts')
      .set({ status: 'suspended' })
      .where('id', '=', seller.id)
      .execute();
    expect((await seller.send('GET', '/sellers/outlets')).status).toBe(403);
  });
});

it('a changed password ends every sign-in of before at its next request, and none of after (D14)', async () => {
  const { email } = await server.seller();
  const admins = adminAccounts(server.database);
  const before = (await signIn(email)).body.account;
  server.clock.advance(1);
  const account = await admins.find(email);
  if (!account) throw new Error('There is no such account');
  await admins.changePassword(account, 'another pass wörd', server.clock.now());
  expect((await profile(before.accessToken)).status).toBe(401);
  expect((await refresh(before.refreshToken)).status).toBe(401);
  expect((await signIn(email)).status).toBe(401);
  const after = (await signIn(email, 'another pass wörd')).body.account;
  expect((await profile(after.accessToken)).status).toBe(200);
  expect((await refresh(after.refreshToken)).status).toBe(200);
});

describe('refresh tokens (D14)', () => {
  const session = async () =>
    (await signIn((await server.seller()).email)).body.account as {
      refreshToken: string;
      accessToken: string;
    };

  it('are stored as hashes and used once (A8)', async () => {
    const { refreshToken } = await session();
    const rows = await server.database.kysely.selectFrom('refresh_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
    const { body } = await refresh(refreshToken);
    expect(body.refreshToken).not.toBe(refreshToken);
    expect((await profile(body.accessToken)).status).toBe(200);
  });

  it('gives the same pair again for five minutes to whoever lost the reply, and revokes the family after (A10, D72)', async () => {
    const { refreshToken: first } = await session();
    const once = await refresh(first);
    server.clock.advance(4 * 60_000);
    expect((await refresh(first)).body).toEqual(once.body);
    // The time counts from the last use, not from the last look-up.
    server.clock.advance(61_000);
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(once.body.refreshToken)).status).toBe(401);
  });

  it('calls made with the successor’s access token are no use of it: a tab that is behind stays signed in (A10, D72)', async () => {
    const { refreshToken: first } = await session();
    const once = await refresh(first);
    expect((await profile(once.body.accessToken)).status).toBe(200);
    expect((await refresh(first)).body).toEqual(once.body);
  });

  it('two who hold the same successor are found out when both have refreshed with it (A9, D72)', async () => {
    const { refreshToken: stolen } = await session();
    const owner = (await refresh(stolen)).body.refreshToken;
    const thief = (await refresh(stolen)).body.refreshToken;
    const next = (await refresh(owner)).body.refreshToken;
    server.clock.advance(5 * 60_000 + 1);
    expect((await refresh(thief)).status).toBe(401);
    expect((await refresh(next)).status).toBe(401);
  });

  it('an older generation revokes the whole family, even at once, and is written down (A9, A10)', async () => {
    const { refreshToken: first } = await session();
    const second = (await refresh(first)).body.refreshToken;
    const third = (await refresh(second)).body.refreshToken;
    const reuses = server.database.kysely
      .selectFrom('audit_log')
      .select('subject_id')
      .where('action', '=', 'refresh-token-reused');
    const before = await reuses.execute();
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(third)).status).toBe(401);
    expect(await reuses.execute()).toHaveLength(before.length + 1);
  });

  it('twenty at once are one rotation (A11)', async () => {
    const { refreshToken } = await session();
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('end after thirty days without use, and after a year whatever their use (A8)', async () => {
    const day = 24 * 60 * 60_000;
    server.clock.stop();
    onTestFinished(() => server.clock.start());
    const [{ refreshToken: idle }, { refreshToken: nearlyIdle }] = [await session(), await session()];
    let { refreshToken: used } = await session();
    const use = async () => {
      const { status, body } = await refresh(used);
      if (status === 200) used = body.refreshToken;
      return status;
    };
    server.clock.advance(30 * day - 1_000);
    expect([await use(), (await refresh(nearlyIdle)).status]).toEqual([200, 200]);
    server.clock.advance(1_000);
    expect((await refresh(idle)).status).toBe(401);
    for (let month = 1; month < 12; month += 1) {
      server.clock.advance(29 * day);
      expect(await use()).toBe(200);
    }
    server.clock.advance(16 * day - 1_000);
    expect(await use()).toBe(200);
    server.clock.advance(1_000);
    expect(await use()).toBe(401);
  });

  it('signing out revokes them (A17)', async () => {
    const { refreshToken } = await session();
    expect((await server.send('POST', '/sellers/sign-out', { refreshToken })).status).toBe(200);
    expect((await refresh(refreshToken)).status).toBe(401);
  });
});
