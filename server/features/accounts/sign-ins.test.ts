import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refreshTokens } from './refresh-tokens.ts';
import { password, type Seller } from '../../testing/server.ts';
import { later, server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer({ trustProxy: ['127.0.0.1'] });

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const till =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) servery/0.1.0 Chrome/130.0.0.0 Electron/33.4.11 Safari/537.36';

/** Signs in on a device; returns calls in its name. */
async function signIn({ email }: Pick<Seller, 'email'>, userAgent: string, secret = password) {
  const { status, body } = await server.send(
    'POST',
    '/sellers/sign-in',
    { email, password: secret },
    { 'user-agent': userAgent },
  );
  const send = (method: string, path: string, sent?: unknown, headers = {}) =>
    server.send(method, path, sent, {
      authorization: `Bearer ${body.account?.accessToken}`,
      ...headers,
    });
  return { status, send, refreshToken: body.account?.refreshToken as string };
}
const trail = (id: string) =>
  server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

describe('an account’s sign-ins', () => {
  it('are listed with what they were made on, and the one that asks is told apart', async () => {
    const owner = await server.seller();
    await signIn(owner, till);
    server.clock.advance(60_000);
    const here = await signIn(owner, chrome);
    const { body } = await here.send('GET', '/sellers/sign-ins');
    expect(body).toMatchObject([
      { device: 'Chrome on Windows', current: true },
      { device: 'Till on Linux', current: false },
      { device: null, current: false },
    ]);
    expect(Date.parse(body[0].startedAt)).toBe(Date.parse(body[0].lastUsedAt));
    server.clock.advance(600_000);
    await server.send('POST', '/sellers/refresh-token', { refreshToken: here.refreshToken });
    const [used] = (await here.send('GET', '/sellers/sign-ins')).body;
    expect(Date.parse(used.lastUsedAt) - Date.parse(used.startedAt)).toBeGreaterThanOrEqual(600_000);
  });

  it('are ended one by one, or all others at once, and each end is in the audit log', async () => {
    const owner = await server.seller();
    const [one, two, here] = [
      await signIn(owner, till),
      await signIn(owner, till),
      await signIn(owner, chrome),
    ];
    const listed = async () => (await here.send('GET', '/sellers/sign-ins')).body;
    const other = (await listed()).find((found: { current: boolean }) => !found.current);
    expect((await here.send('DELETE', `/sellers/sign-ins/${other.id}`)).status).toBe(200);
    expect((await here.send('DELETE', `/sellers/sign-ins/${other.id}`)).status).toBe(404);
    expect(await listed()).toHaveLength(3);
    expect((await here.send('DELETE', '/sellers/sign-ins')).status).toBe(200);
    expect(await listed()).toMatchObject([{ current: true }]);
    for (const { send } of [one, two]) expect((await send('GET', '/sellers/profile')).status).toBe(401);
    expect(await trail(owner.id)).toEqual([
      { action: 'sign-in-ended', actor_id: owner.id },
      { action: 'sign-in-ended', actor_id: owner.id },
    ]);
  });

  it('of another account are neither seen nor ended', async () => {
    const [owner, stranger] = [await server.seller(), await server.seller()];
    const [{ id }] = (await owner.send('GET', '/sellers/sign-ins')).body;
    expect((await stranger.send('DELETE', `/sellers/sign-ins/${id}`)).status).toBe(404);
    await stranger.send('DELETE', '/sellers/sign-ins');
    expect((await owner.send('GET', '/sellers/sign-ins')).body).toMatchObject([{ id }]);
  });
});

describe('one’s own password', () => {
  const change = (send: Seller['send'], oldPassword: string, newPassword: string, headers = {}) =>
    send('POST', '/sellers/password', { oldPassword, newPassword }, headers);

  it('is changed with the old one, and every other sign-in is over', async () => {
    const owner = await server.seller();
    const [other, here] = [await signIn(owner, till), await signIn(owner, chrome)];
    expect((await change(here.send, password, 'another pass wörd')).status).toBe(200);
    expect((await here.send('GET', '/sellers/profile')).status).toBe(200);
    expect((await other.send('GET', '/sellers/profile')).status).toBe(401);
    const { refreshToken } = other;
    expect((await server.send('POST', '/sellers/refresh-token', { refreshToken })).status).toBe(401);
    expect((await signIn(owner, till)).status).toBe(401);
    expect((await signIn(owner, till, 'another pass wörd')).status).toBe(200);
    expect((await trail(owner.id)).map(({ action }) => action)).toContain('password-changed');
  });

  it('stays where the old one is wrong or the new one is weak, and says which field', async () => {
    const owner = await server.seller();
    const refusals = [
      await change(owner.send, 'not the password', 'another pass wörd'),
      await change(owner.send, password, 'password1234'),
      await change(owner.send, password, 'short'),
    ];
    expect(refusals.map(({ status, body }) => [status, Object.keys(body.error.fields)])).toEqual([
      [422, ['oldPassword']],
      [422, ['newPassword']],
      [400, ['newPassword']],
    ]);
    expect((await signIn(owner, till)).status).toBe(200);
  });

  it('is guessed at no more often than at the door', async () => {
    const owner = await server.seller();
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await change(owner.send, `guess number ${n}`, 'another pass wörd', from)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
    expect((await change(owner.send, password, 'another pass wörd')).status).toBe(200);
  });
});

it('what is over is deleted: counts past their time, and tokens past their end', async () => {
  const owner = await server.seller();
  await signIn(owner, till, 'not the password');
  const left = async () => {
    const counts = await server.database.kysely.selectFrom('rate_limits').select('key').execute();
    const tokens = await server.database.kysely
      .selectFrom('refresh_tokens')
      .select('token_hash')
      .where('account_id', '=', owner.id)
      .execute();
    return [counts.length > 0, tokens.length > 0];
  };
  await later(14 * 60_000);
  expect(await left()).toEqual([true, true]);
  await later(60 * 60_000);
  expect(await left()).toEqual([false, true]);
  await later(30 * 24 * 60 * 60_000);
  expect(await left()).toEqual([false, false]);
});

describe('what the database holds of refresh tokens', () => {
  const sha256 = (token: string) => createHash('sha256').update(token).digest('base64url');
  const exchange = (refreshToken: string) => server.send('POST', '/sellers/refresh-token', { refreshToken });

  it('cannot be made without the server’s secret: with another one every sign-in is over', async () => {
    const { refreshToken } = await server.seller();
    const { kysely } = server.database;
    const plain = kysely.selectFrom('refresh_tokens').where('token_hash', '=', sha256(refreshToken));
    expect(await plain.selectAll().execute()).toEqual([]);
    const withAnother = refreshTokens(kysely, 'another secret, thirty-two characters and more', server.clock);
    expect(await withAnother.exchange(refreshToken)).toEqual({ kind: 'refused' });
    expect((await exchange(refreshToken)).status).toBe(200);
  });

  it('of before it was keyed is good still: its token is exchanged once, and a thief who has it is found', async () => {
    const { refreshToken: keyed } = await server.seller();
    const { kysely } = server.database;
    const { family, ...taken } = await refreshTokens(
      kysely,
      'any secret at all, of thirty-two characters',
      server.clock,
    ).issue((await server.seller()).id);
    const token = randomBytes(32).toString('base64url');
    await kysely
      .updateTable('refresh_tokens')
      .set({ token_hash: sha256(token) })
      .where('family_id', '=', family)
      .execute();
    expect((await exchange(taken.refreshToken)).status).toBe(401);
    const { status, body } = await exchange(token);
    expect(status).toBe(200);
    const next = await exchange(body.refreshToken);
    expect(next.status).toBe(200);
    expect((await exchange(token)).status, 'it has been used').toBe(401);
    expect((await exchange(next.body.refreshToken)).status, 'so all of that sign-in are over').toBe(401);
    expect((await exchange(keyed)).status).toBe(200);
  });
});
