import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract, type Route, type RouteKey } from '#shared/api/contract.ts';
import { errorBody } from '#shared/api/errors.ts';
import type { Seller } from '../../server/testing/server.ts';
import { server, shop, setUpShop } from '../support/shop/set-up.ts';

let admin: Seller;
let ids: Record<string, string>;

setUpShop();
beforeAll(async () => {
  admin = await server.admin();
  const { id } = await shop.order();
  ids = { outletId: shop.outletId, catalogId: shop.catalogId, orderId: id, periodId: 'none' };
});

const keys = Object.keys(contract) as RouteKey[];
const routes = keys.map((key): [RouteKey, Route] => [key, contract[key]]);
const pathOf = (key: string) =>
  key.slice(key.indexOf(' ') + 1).replace(/:(\w+)/g, (_whole, name: string) => ids[name] ?? 'none');
const methodOf = (key: string) => key.slice(0, key.indexOf(' '));
const headers = { 'idempotency-key': 'hostile', 'content-type': 'application/json' };

async function refusedOrDone(key: RouteKey, body: string, extra: Record<string, string> = {}) {
  const { send } = (contract[key] as Route).access === 'admin' ? admin : shop;
  const reply = await send(methodOf(key), pathOf(key), body, { ...headers, ...extra });
  expect(reply.status, `${key} ${body.slice(0, 200)}`).toBeLessThan(500);
  if (reply.status >= 400)
    expect(errorBody.safeParse(reply.body).success, JSON.stringify(reply.body)).toBe(true);
  return reply;
}

describe('bad input gets the envelope and never a 500 (D6)', () => {
  const withBody = routes.filter(([, route]) => route.body).map(([key]) => key);

  it.each(withBody)('%s', async (key) => {
    for (const body of [
      '{',
      'null',
      '[]',
      '"x"',
      '1e999',
      'NaN',
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{}}}',
    ])
      await refusedOrDone(key, body);
    expect((await refusedOrDone(key, JSON.stringify('x'.repeat(2_000_000)))).status).toBe(413);
    expect((await refusedOrDone(key, '['.repeat(50_000) + ']'.repeat(50_000))).status).toBe(400);
    expect(
      (await refusedOrDone(key, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        await refusedOrDone(key, JSON.stringify(value));
      }),
      { numRuns: 25 },
    );
  });

  it('also for ids, queries and headers', async () => {
    for (const key of keys) {
      const path = key.slice(key.indexOf(' ') + 1);
      for (const id of ['%00', '..%2f..', 'x'.repeat(300), '%E0%A4%A', "'; drop table orders; --", '{}']) {
        const reply = await shop.send(
          methodOf(key),
          path.replace(/:\w+/g, encodeURI(id).replace('%25', '%')),
          undefined,
          headers,
        );
        expect(reply.status, `${key} ${id}`).toBeLessThan(500);
      }
    }
    const odd = await server.send('GET', `/customers/orders/x?token=${'y'.repeat(500)}`);
    expect(odd.status).toBe(400);
    expect((await server.send('GET', '/nothing/here')).body.error.code).toBe('NOT_FOUND');
  });

  it('text that no database can hold is a 400 that says where it is', async () => {
    for (const name of ['a\u0000b', '\ud83d'])
      expect(await shop.send('POST', '/sellers/catalogs', { name })).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_REQUEST', fields: { name: expect.any(String) } } },
      });
    expect(await shop.send('GET', '/sellers/sign-s3-file?file-name=a%00&file-type=image/png')).toMatchObject({
      status: 400,
      body: { error: { fields: { 'file-name': expect.any(String) } } },
    });
    expect((await shop.send('GET', '/sellers/orders/%00')).status).toBe(404);
  });
});

/** What an account can do whose review is pending, or which is suspended. */
const forEveryAccount = new Set<string>([
  'GET /sellers/profile',
  'POST /sellers/password',
  'GET /sellers/sign-ins',
  'DELETE /sellers/sign-ins',
  'DELETE /sellers/sign-ins/:signInId',
]);

it('without a token every seller’s route is 401, unverified 403 (A23, D15)', async () => {
  const unverified = await server.seller('pending');
  for (const [key, route] of routes) {
    if (route.access === 'anyone') continue;
    expect((await server.send(methodOf(key), pathOf(key), undefined, headers)).status, key).toBe(401);
    const { status } = await unverified.send(methodOf(key), pathOf(key), undefined, headers);
    if (forEveryAccount.has(key)) expect([401, 403], key).not.toContain(status);
    else expect(status, key).toBe(403);
  }
});

it('CORS answers the till’s pages and nobody else (E27)', async () => {
  const preflight = (origin: string) =>
    server.app.server.inject({
      method: 'OPTIONS',
      url: '/api/sellers/outlets',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,x-screen-name',
      },
    });
  const till = await preflight('app://till');
  expect(till.statusCode).toBe(204);
  expect(till.headers['access-control-allow-origin']).toBe('app://till');
  expect(String(till.headers['access-control-allow-headers'])).toContain('x-screen-name');
  for (const origin of ['app://evil', 'null', 'https://evil.example'])
    expect((await preflight(origin)).headers['access-control-allow-origin'], origin).toBeUndefined();
});

it('a signed-in reply says that the name of the screen is read, and a wrong name fails no call (D49)', async () => {
  for (const name of ['Bar%20till', '%', '%00', 'x'.repeat(2_000), 'a b', 'Caf\u00e9']) {
    const { status, headers: sent } = await shop.send('GET', '/sellers/outlets', undefined, {
      'x-screen-name': name,
    });
    expect([status, sent['x-screen-name']], name).toEqual([200, 'read']);
  }
  const { headers: sent } = await server.send('GET', '/openapi.json');
  expect(sent['x-screen-name']).toBeUndefined();
});

it('every reply of the API is not to be stored, sniffed or framed (A26)', async () => {
  const { headers: sent } = await shop.send('GET', '/sellers/outlets');
  expect(sent).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
});
