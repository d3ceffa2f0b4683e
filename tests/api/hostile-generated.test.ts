import { randomInt, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contract, type Route, type RouteKey } from '#shared/api/contract.ts';
import { errorBody } from '#shared/api/errors.ts';
import { examples } from '../../server/api-docs/examples.ts';
import { refusalsOf } from '../../server/api-docs/refusals.ts';
import { usualLimits } from '../../server/limits/limits.ts';
import { injected } from '../../server/testing/injected.ts';
import { basketOfTea, menu, registration } from '../../server/testing/server.ts';
import { databaseDigest, type DatabaseDigest } from '../support/servers/database-digest.ts';
import {
  brokenBodies,
  wrongBodies,
  wrongHeaders,
  wrongIds,
  wrongQueries,
  wrongTokens,
  wrongTypes,
} from '../support/samples/hostile-values.ts';
import { sampleOf } from '../support/samples/samples.ts';
import { server, shop, setUpShop } from '../support/shop/set-up.ts';

let ids: Record<string, string>;
let digest: DatabaseDigest;
let before: string;

const keys = Object.keys(contract) as RouteKey[];
const routes = keys.map((key): [RouteKey, Route] => [key, contract[key]]);
const accessOf = (route: Route): string => route.access;
const methodOf = (key: string) => key.slice(0, key.indexOf(' '));
const pathOf = (key: string) => key.slice(key.indexOf(' ') + 1);

/** Sample bodies where the schema alone is not enough. */
const bodies: Partial<Record<RouteKey, unknown>> = {
  ...examples,
  'POST /sellers/register': registration,
  'PATCH /sellers/outlets/:outletId/catalog/:catalogId': {},
  'POST /sellers/orders/progress/:orderId': { items: ['1'], status: 'working' },
  'PATCH /sellers/catalogs/:catalogId': { name: 'Menu', categories: menu },
  'POST /sellers/outlets/:outletId/phones': {
    name: 'Phone',
    endpoint: 'https://push.example/',
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  },
  'POST /customers/outlets/:outletId/orders': { ...basketOfTea, tip: 10, note: 'No sugar' },
};
const sampleFor = (key: RouteKey, { body }: Route) => body && (bodies[key] ?? sampleOf(body));

// How often something may be asked for is tested elsewhere.
const rates = Object.entries(usualLimits).filter(([, { seconds }]) => seconds !== null);
setUpShop({ limits: rates.map(([name]) => `${name}=1000000`) });
beforeAll(async () => {
  const { id } = await shop.order();
  const { body } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/trading-sessions`);
  ids = {
    outletId: shop.outletId,
    catalogId: shop.catalogId,
    orderId: id,
    periodId: body.tradingSessions[0].id,
    sellerId: shop.id,
  };
  // This account may call everything, so that a refusal comes from the request itself.
  await server.database.kysely
    .updateTable('accounts')
    .set({ is_admin: true })
    .where('id', '=', shop.id)
    .execute();
  digest = await databaseDigest(server.database);
  before = await digest.now();
});
// A write that came after the look at the reply it belongs to.
afterEach(async () => {
  if ((await digest.read()) !== before) throw new Error('A refused request has changed something.');
});

type Asked = {
  path?: string;
  body?: string | Buffer | undefined;
  headers?: Record<string, string>;
  authorization?: string;
};

/** Sends a request, and checks the reply: the error body, a status that the document names, and no change. */
async function ask(key: RouteKey, { path, body, headers, authorization }: Asked) {
  const method = methodOf(key);
  const address = path ?? pathOf(key).replace(/:(\w+)/g, (_whole, name: string) => ids[name] ?? randomUUID());
  const reply = await injected(server.app.server, {
    method,
    url: `/api${address}`,
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    headers: {
      authorization: authorization ?? `Bearer ${shop.accessToken}`,
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: body }),
  });
  const what = `${method} ${address.slice(0, 120)} ${JSON.stringify(headers ?? {}).slice(0, 120)} ${String(body).slice(0, 200)} → ${reply.statusCode} ${reply.body.slice(0, 300)}`;
  expect(reply.statusCode, what).toBeLessThan(500);
  expect(reply.body, what).not.toMatch(/password_?hash|token_?hash|scrypt|sk_live|whsec_/i);
  if (reply.statusCode >= 400) {
    expect(String(reply.headers['content-type']), what).toBe('application/json; charset=utf-8');
    expect(errorBody.strict().safeParse(JSON.parse(reply.body)).error, what).toBeUndefined();
    expect(reply.body, what).not.toMatch(/node_modules|\.ts:\d|\bat \w+ \(|SQLSTATE|syntax error/);
    expect(await digest.now(), what).toBe(before);
  } else {
    // Some work follows the reply, such as releasing a cancelled order's hold.
    if (method !== 'GET') await server.app.doChores();
    before = await digest.now();
  }
  return { status: reply.statusCode, what };
}

describe('whatever is sent is answered in the envelope, and what is refused changes nothing (D6)', () => {
  it.each(routes)('%s', async (key, route) => {
    const documented: number[] = refusalsOf(methodOf(key), route);
    const documents = async (asked: Asked) => {
      const { status, what } = await ask(key, asked);
      if (status >= 400) expect(documented, what).toContain(status);
      return status;
    };
    const sample = sampleFor(key, route);
    const valid = sample === undefined ? undefined : JSON.stringify(sample);

    if (sample !== undefined) {
      for (const [name, body] of brokenBodies(sample)) {
        const status = await documents({ body });
        if (name === '2 MB') expect(status).toBe(413);
        if (
          ['cut', 'NaN', 'Infinity', 'deep lists', '__proto__', '__proto__ escaped', 'constructor'].includes(
            name,
          )
        )
          expect(status, name).toBe(400);
      }
      for (const type of wrongTypes) await documents({ body: valid, headers: { 'content-type': type } });
      await fc.assert(
        fc.asyncProperty(wrongBodies(sample), async (body) => void (await documents({ body }))),
        { numRuns: 40 },
      );
    }
    for (const headers of wrongHeaders) await documents({ body: valid, headers });
    const path = pathOf(key).replace(/:(\w+)/g, (_whole, name: string) => ids[name] ?? randomUUID());
    for (const query of wrongQueries) await documents({ path: path + query, body: valid });
    if (route.params)
      for (const id of wrongIds) await ask(key, { path: pathOf(key).replace(/:\w+/g, id), body: valid });
  });
});

describe('who may not call learns and changes nothing (A19, D15)', () => {
  it.each(routes.filter(([, { access }]) => access !== 'anyone'))('%s', async (key, route) => {
    const sample = sampleFor(key, route);
    const body = sample === undefined ? undefined : JSON.stringify(sample);
    for (const authorization of wrongTokens)
      expect(await ask(key, { body, authorization })).toMatchObject({ status: 401 });
    const other = await server.seller();
    const unverified = await server.seller('suspended');
    before = await digest.now();
    const as = (accessToken: string) => ask(key, { body, authorization: `Bearer ${accessToken}` });
    if (route.access !== 'signed-in') expect(await as(unverified.accessToken)).toMatchObject({ status: 403 });
    const strangers = await as(other.accessToken);
    if (accessOf(route) === 'admin') expect(strangers.status).toBe(403);
    else if (route.params) expect(strangers.status, strangers.what).toBe(404);
  });

  it('another seller’s is told like what does not exist (A19)', async () => {
    const other = await server.seller();
    before = await digest.now();
    for (const [key, route] of routes) {
      if (route.access === 'anyone' || accessOf(route) === 'admin' || !route.params) continue;
      const body = sampleFor(key, route);
      const reply = async (fill: (name: string) => string) =>
        other.send(
          methodOf(key),
          pathOf(key).replace(/:(\w+)/g, (_whole, name: string) => fill(name)),
          body,
        );
      const theirs = await reply((name) => ids[name] ?? '');
      const nobodys = await reply(() => randomUUID());
      expect({ status: theirs.status, body: theirs.body }, key).toEqual({
        status: nobodys.status,
        body: nobodys.body,
      });
    }
  });

  it('ids of two sellers in one address do not go together (A20)', async () => {
    const other = await server.trading();
    const { id } = await other.order();
    const theirs: Record<string, string> = {
      outletId: other.outletId,
      catalogId: other.catalogId,
      orderId: id,
    };
    before = await digest.now();
    for (const [key, route] of routes) {
      const names = Object.keys(route.params?.shape ?? {});
      if (names.length < 2 || names.some((name) => !(name in theirs))) continue;
      for (const foreign of names) {
        const path = pathOf(key).replace(
          /:(\w+)/g,
          (_whole, name: string) => (name === foreign ? theirs : ids)[name] ?? '',
        );
        const sample = sampleFor(key, route);
        const body = sample === undefined || !route.body ? undefined : JSON.stringify(bodies[key] ?? {});
        expect((await ask(key, { path, body })).status, `${key} ${foreign}`).toBe(404);
      }
    }
  });
});

it('no body sets what it is not asked for (A21)', async () => {
  for (const [key, route] of routes) {
    if (!route.body) continue;
    const sample = sampleFor(key, route) as object;
    for (const field of ['isAdmin', 'accountStatus', 'stripeConnectId', 'sellerId', 'amount']) {
      if (field in sample) continue;
      const body = JSON.stringify({ ...sample, [field]: true });
      expect((await ask(key, { body })).status, `${key} ${field}`).toBe(400);
    }
  }
});
