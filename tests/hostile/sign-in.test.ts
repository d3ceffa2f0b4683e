import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { password, registration, testServer, type TestServer } from '../../server/testing/server.ts';

let at: TestServer;
/** Lets one e-mail in twenty times, so that the limit is reached soon. */
let strict: TestServer;
/** A control server without those limits that need one, or that would take too long to reach. */
let lax: TestServer;
const lifted = ['sign-ins-email=1000', 'hashes-waiting-network=100', 'sign-in-failures-email=20'];

beforeAll(async () => {
  at = await testServer({ trustProxy: ['127.0.0.1'] });
  strict = await testServer({ trustProxy: ['127.0.0.1'], limits: ['sign-ins-email=20'] });
  lax = await testServer({ trustProxy: ['127.0.0.1'], limits: lifted });
});
afterAll(async () => {
  await lax.close();
  await strict.close();
  await at.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = (at: TestServer, address: string, email: string, secret = password) =>
  at.send('POST', '/sellers/sign-in', { email, password: secret }, from(address));

/** Signs in to an account that waits for review, with its right password, from one network, concurrently. */
async function flood(server: TestServer, count: number): Promise<Promise<number>[]> {
  const { email } = await server.seller('pending');
  return Array.from({ length: count }, async () => (await signIn(server, '198.51.100.9', email)).status);
}

describe('a stranger who signs in without end to a pending account of their own', () => {
  it('keeps nobody else from signing in, and gets in as often as the limit says', async () => {
    const { email } = await strict.seller();
    const attack = await flood(strict, 150);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await signIn(strict, `192.0.2.${n}`, email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const first = await Promise.all(attack);
    expect(first.filter((status) => status === 200)).toHaveLength(20);
    expect(first.every((status) => [200, 429, 503].includes(status))).toBe(true);
  });

  it('has no more looked up for them than wait for their password to be checked', async () => {
    const { email } = await at.seller('pending');
    const lookUps = vi.spyOn(at.database.kysely, 'selectFrom');
    const replies = await Promise.all(Array.from({ length: 150 }, () => signIn(at, '198.51.100.66', email)));
    const accounts = lookUps.mock.calls.filter(([table]) => table === 'accounts');
    lookUps.mockRestore();
    expect(replies.filter(({ status }) => status === 503).length).toBeGreaterThan(100);
    expect(accounts.length).toBeLessThan(50);
  });

  it('would get in more often where that limit is lifted', async () => {
    const replies = await Promise.all(await flood(lax, 40));
    expect(replies.filter((status) => status === 200)).toHaveLength(40);
  });
});

describe('a seller whose fifty screens were signed out', () => {
  it('signs in on all of them within minutes, and guesses between are stopped all the same', async () => {
    const { email } = await at.seller();
    const statuses: number[] = [];
    const guesses: number[] = [];
    for (let screen = 0; screen < 50; screen += 1) {
      statuses.push((await signIn(at, '192.0.2.50', email)).status);
      if (screen % 4 === 0)
        guesses.push((await signIn(at, '203.0.113.50', email, `guess number ${screen}`)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429]);
  });
});

describe('one network whose passwords come all at once', () => {
  /** How many of ten are hashed where three may wait, and of six other networks, which come after them. */
  async function hashed(limits: string[]) {
    const open = ['hashes=40', 'hashes-waiting-network=3', 'asked-network=1000'];
    const attempts = ['sign-ins-email=1000', 'sign-in-failures=1000'];
    const flooded = await testServer({
      trustProxy: ['127.0.0.1'],
      limits: [...open, ...attempts, ...limits],
    });
    const { email } = await flooded.seller();
    /** Who got in, in this order. */
    const inOrder: string[] = [];
    const signInFrom = async (who: string, address: string) =>
      (await signIn(flooded, address, email)).status === 200 && inOrder.push(who);
    const flood = Array.from({ length: 10 }, () => signInFrom('network', '198.51.100.9'));
    const neighbours = Array.from({ length: 6 }, (_, n) => signInFrom('other', `192.0.2.${n}`));
    await Promise.all([...flood, ...neighbours]);
    await flooded.close();
    const countOf = (who: string) => inOrder.filter((one) => one === who).length;
    const beside = inOrder.indexOf('other') < inOrder.lastIndexOf('network');
    return { ofNetwork: countOf('network'), others: countOf('other'), beside };
  }

  it('has one hashed at a time, and the others are hashed beside it', async () => {
    const { ofNetwork, others, beside } = await hashed([]);
    // Four, and another one for each that is hashed while they arrive.
    expect(ofNetwork).toBeLessThan(8);
    expect({ others, beside }).toEqual({ others: 6, beside: true });
  });

  it('would have all hashed at once without that limit', async () => {
    expect((await hashed(['hashes-network=40'])).ofNetwork).toBe(10);
  });
});

describe('strangers who guess the owner’s password', () => {
  const guess = async (server: TestServer, email: string, networks: number, each: number) => {
    const statuses: number[] = [];
    for (let network = 0; network < networks; network += 1)
      for (let n = 0; n < each; n += 1)
        statuses.push((await signIn(server, `203.0.113.${network}`, email, `guess number ${n}`)).status);
    return statuses;
  };

  it('from one network are stopped after ten, and the owner gets in from theirs', async () => {
    const { email } = await at.seller();
    const statuses = await guess(at, email, 1, 12);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect((await signIn(at, '192.0.2.1', email)).status).toBe(200);
  });

  it('from many networks are stopped as well, and the owner gets in where they have signed in before', async () => {
    const { email } = await lax.seller();
    expect((await signIn(lax, '192.0.2.1', email)).status).toBe(200);
    await guess(lax, email, 3, 8);
    expect((await signIn(lax, '203.0.113.200', email)).status).toBe(429);
    expect((await signIn(lax, '192.0.2.1', email)).status).toBe(200);
    // Attempts from there are limited too.
    for (let n = 0; n < 10; n += 1) await signIn(lax, '192.0.2.1', email, `guess number ${n}`);
    expect((await signIn(lax, '192.0.2.1', email)).status).toBe(429);
  });

  it('in the owner’s own network, for e-mails of nobody, keep out neither the owner nor their new password', async () => {
    const pub = await testServer({
      trustProxy: ['127.0.0.1'],
      limits: [...lifted, 'sign-in-failures-network=12'],
    });
    const here = '192.0.2.1';
    const [{ email }, elsewhere, third] = [await pub.seller(), await pub.seller(), await pub.seller()];
    const { accessToken } = (await signIn(pub, here, email)).body.account;
    expect((await signIn(pub, here, third.email)).status).toBe(200);
    for (let n = 0; n < 11; n += 1) await signIn(pub, here, `nobody${n}@servery.test`);
    // A wrong one for an account that is known there counts for the others.
    expect((await signIn(pub, here, third.email, 'a guess')).status).toBe(401);
    expect((await signIn(pub, here, elsewhere.email)).status, 'where the limit holds').toBe(429);
    expect((await signIn(pub, here, email)).status).toBe(200);
    const passwords = { oldPassword: password, newPassword: 'another password for tests' };
    const changed = await pub.send('POST', '/sellers/password', passwords, {
      ...from(here),
      authorization: `Bearer ${accessToken}`,
    });
    expect(changed.status).toBe(200);
    // Guessing at this one account is stopped there too.
    const guesses: number[] = [];
    for (let n = 0; n < 11; n += 1)
      guesses.push((await signIn(pub, here, email, `guess number ${n}`)).status);
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    await pub.close();
  });

  it('count as one network wherever in their /64 they are, and however their address is written', async () => {
    const { email } = await at.seller();
    for (let n = 0; n < 10; n += 1)
      expect((await signIn(at, `2001:db8::${n}`, email, `guess number ${n}`)).status).toBe(401);
    expect((await signIn(at, '2001:db8:0:0:ffff::1', email)).status).toBe(429);
    expect((await signIn(at, '2001:db8:0:1::1', email)).status).toBe(200);
    for (let n = 0; n < 5; n += 1) {
      await signIn(at, '198.51.100.4', email, `guess number ${n}`);
      await signIn(at, '::ffff:198.51.100.4', email, `guess number ${n}`);
    }
    expect((await signIn(at, '198.51.100.4', email)).status).toBe(429);
  });
});

it('a network that registers without end keeps no other waiting, and opens thirty accounts an hour', async () => {
  let opened = 0;
  const register = (address: string, n: number) =>
    at.send(
      'POST',
      '/sellers/register',
      { ...registration, email: `${address.replaceAll(':', '-')}.${n}@servery.test` },
      from(address),
    );
  const flooding = Promise.all(
    Array.from({ length: 150 }, async (_, n) => {
      const { status } = await register(`2001:db8:0:0:1::${n.toString(16)}`, n);
      if (status === 201) opened += 1;
    }),
  );
  expect((await register('192.0.2.1', 1)).status).toBe(201);
  await flooding;
  expect(opened).toBeGreaterThan(0);
  expect(opened).toBeLessThanOrEqual(30);
});
