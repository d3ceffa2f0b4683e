import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract, type Route, type RouteKey } from '#shared/api/contract.ts';
import { usualRungs } from '#shared/api/escalation.ts';
import {
  basketOfTea,
  menu,
  password,
  registration,
  type Send,
  type Seller,
  type Trading,
} from '../../server/testing/server.ts';
import { server, setUpServer } from '../support/shop/set-up.ts';

/** The seller who owns everything, and the seller who tries to reach it. */
let theirs: Trading & { orderId: string; periodId: string; payoutId: string };
let mine: Trading;
let admin: Seller;
let unverified: Seller;

setUpServer();
beforeAll(async () => {
  // An order stores again that its outlet was heard where half a minute has passed: none does here.
  server.clock.stop();
  const victim = await server.trading();
  const { id: orderId } = await victim.order();
  const { body } = await victim.send('GET', `/sellers/outlets/${victim.outletId}/trading-sessions`);
  const payoutId = await paidOutTo(victim);
  theirs = { ...victim, orderId, periodId: body.tradingSessions[0].id, payoutId };
  mine = await server.trading();
  admin = await server.admin();
  unverified = await server.seller('pending');
});

/** A payout to the seller's bank, as the card provider booked it. */
async function paidOutTo({ id: sellerId }: Trading): Promise<string> {
  const { kysely } = server.database;
  const now = server.clock.now();
  const account = { id: 'acct_theirs', seller_id: sellerId, read_until: now, due_at: now };
  await kysely
    .insertInto('card_accounts')
    .values({ ...account, looked_at: now, failure: null })
    .execute();
  const of = { card_account: account.id, amount: 500, state: 'paid', failure: null, lines_known: true };
  await kysely
    .insertInto('payouts')
    .values({ ...of, id: 'po_theirs', made_at: now, arrives_at: now, tied_at: now })
    .execute();
  return 'po_theirs';
}

/** What the table below says about a route, besides its contract. */
type Line = {
  /** With another seller's ids and the caller's own mixed. Without it, all ids are the other seller's. */
  paths?: () => string[];
  /** A valid body. */
  body?: () => object;
};
const outlet = { name: 'Mine' };
const catalog = { name: 'Mine', categories: menu };
const subscription = {
  endpoint: 'https://push.example/mine',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
};
const mixed = (action: string) => () => [
  `/sellers/outlets/${theirs.outletId}/${action}/${theirs.orderId}`,
  `/sellers/outlets/${mine.outletId}/${action}/${theirs.orderId}`,
];

/** Every route of the contract has a line here: a new route without one fails the first test. */
const lines: Partial<Record<RouteKey, Line>> = {
  'POST /sellers/register': { body: () => ({ ...registration, email: 'tenancy@servery.test' }) },
  'POST /sellers/sign-in': { body: () => ({ email: mine.email, password }) },
  'POST /sellers/refresh-token': { body: () => ({ refreshToken: 'unknown' }) },
  'POST /sellers/sign-out': { body: () => ({ refreshToken: 'unknown' }) },
  'GET /sellers/profile': {},
  'POST /sellers/password': {
    body: () => ({ oldPassword: 'not this one', newPassword: 'another password' }),
  },
  'GET /sellers/sign-ins': {},
  'DELETE /sellers/sign-ins': {},
  'DELETE /sellers/sign-ins/:signInId': {},
  'POST /sellers/stripe-account': { body: () => ({ code: 'ac_1', state: 'of.nobody' }) },
  'GET /sellers/outlets': {},
  'POST /sellers/outlets': { body: () => outlet },
  'GET /sellers/outlets/:outletId': {},
  'PATCH /sellers/outlets/:outletId': { body: () => outlet },
  'PATCH /sellers/outlets/:outletId/catalog/:catalogId': {
    paths: () => [
      `/sellers/outlets/${theirs.outletId}/catalog/${theirs.catalogId}`,
      `/sellers/outlets/${theirs.outletId}/catalog/${mine.catalogId}`,
      `/sellers/outlets/${mine.outletId}/catalog/${theirs.catalogId}`,
    ],
    body: () => ({}),
  },
  'PUT /sellers/outlets/:outletId/stations': { body: () => ({ stations: [] }) },
  'POST /sellers/outlets/:outletId/table-codes': { body: () => ({ tables: ['7'] }) },
  'POST /sellers/outlets/:outletId/trading-session/start': {},
  'POST /sellers/outlets/:outletId/trading-session/finish': {},
  'POST /sellers/outlets/:outletId/pause': { body: () => ({ until: null, reason: 'Problem' }) },
  'POST /sellers/outlets/:outletId/resume': {},
  'GET /sellers/outlets/:outletId/portions': {},
  'POST /sellers/outlets/:outletId/portions': { body: () => ({ itemId: 'tea', left: 3 }) },
  'POST /sellers/outlets/:outletId/put-off': {
    body: () => ({ at: '2027-11-15T21:15:00.000Z', until: '2027-11-15T21:30:00.000Z' }),
  },
  'POST /sellers/outlets/:outletId/listening': {
    body: () => ({ screenId: 'mine', screenName: 'Mine', silent: null }),
  },
  'GET /sellers/outlets/:outletId/trading-sessions': {},
  'GET /sellers/outlets/trading-sessions/:periodId': {},
  'GET /sellers/outlets/trading-sessions/:periodId/report': {},
  'GET /sellers/outlets/:outletId/orders': {},
  'GET /sellers/outlets/:outletId/order-versions': {},
  'POST /sellers/outlets/:outletId/print-claims': {
    paths: () => [
      `/sellers/outlets/${theirs.outletId}/print-claims`,
      `/sellers/outlets/${mine.outletId}/print-claims`,
    ],
    body: () => ({
      orderId: theirs.orderId,
      kind: 'ticket',
      copy: 1,
      printer: '192.168.1.50:9100',
      till: { id: 'mine', name: 'Mine' },
      act: 'take',
      claim: null,
    }),
  },
  'POST /sellers/outlets/:outletId/progress-order/:orderId': { paths: mixed('progress-order') },
  'POST /sellers/outlets/:outletId/regress-order/:orderId': { paths: mixed('regress-order') },
  'GET /sellers/orders': { paths: () => ['/sellers/orders?search=priya'] },
  'GET /sellers/orders/:orderId': {},
  'GET /sellers/outlets/:outletId/ready-estimates': {},
  'POST /sellers/orders/accept/:orderId': {},
  'POST /sellers/orders/ready-time/:orderId': {
    body: () => ({ readyBy: new Date(Date.now() + 600_000).toISOString() }),
  },
  'POST /sellers/orders/read-note/:orderId': {},
  'POST /sellers/orders/check-age/:orderId': { body: () => ({ outcome: 'checked' }) },
  'POST /sellers/orders/progress/:orderId': { body: () => ({ items: ['1'], status: 'ready' }) },
  'POST /sellers/orders/cancel/:orderId': { body: () => ({}) },
  'POST /sellers/orders/complete/:orderId': {},
  'POST /sellers/orders/refund/:orderId': { body: () => ({ amountToRefund: 100 }) },
  'POST /sellers/outlets/:outletId/test-order': {},
  'GET /sellers/unattended': {},
  'GET /sellers/at-risk': {
    paths: () => ['/sellers/at-risk', `/sellers/at-risk?outletId=${theirs.outletId}`],
  },
  'GET /sellers/payouts': {},
  'GET /sellers/payouts/:payoutId': { paths: () => [`/sellers/payouts/${theirs.payoutId}`] },
  'GET /sellers/disputes': {},
  'GET /sellers/outlets/:outletId/escalation': {},
  'PUT /sellers/outlets/:outletId/escalation': {
    body: () => ({ rungs: usualRungs, emails: [], webhookUrl: '' }),
  },
  'POST /sellers/outlets/:outletId/phones': {
    body: () => ({ name: 'Mine', ...subscription }),
  },
  'DELETE /sellers/outlets/:outletId/phones/:phoneId': {},
  'POST /sellers/outlets/:outletId/drill': {},
  'GET /sellers/outlets/:outletId/drill': {},
  'GET /sellers/orders/:orderId/alerts': {},
  'POST /sellers/alarms/heard': {
    body: () => ({ alarms: [theirs.orderId], screenId: 'mine', screenName: 'Mine' }),
  },
  'POST /alerts/arrived': { body: () => ({ token: 'guessed' }) },
  'GET /images/origins': {},
  'GET /sellers/sign-s3-file': {
    paths: () => ['/sellers/sign-s3-file?file-name=image.png&file-type=image/png'],
  },
  'POST /sellers/outlets/:outletId/brand-image': { body: () => ({ imageUrl: '/api/images/x' }) },
  'GET /sellers/catalogs': {},
  'POST /sellers/catalogs': { body: () => ({ name: 'Mine' }) },
  'GET /sellers/catalogs/:catalogId': {},
  'PATCH /sellers/catalogs/:catalogId': { body: () => catalog },
  'DELETE /sellers/catalogs/:catalogId': {},
  'POST /sellers/catalogs/:catalogId/sold-out': { body: () => ({ itemId: 'tea', until: 'session' }) },
  'GET /sellers/catalogs/:catalogId/revisions': {},
  'GET /sellers/catalogs/:catalogId/revisions/:revision': {},
  'POST /sellers/catalogs/:catalogId/revisions/:revision/restore': {},
  'POST /sellers/leads': { body: () => [{ email: 'new@servery.test', companyName: 'New' }] },
  'GET /admin/leads': {},
  'GET /admin/audit-log': {},
  'GET /admin/sellers': {},
  'GET /admin/sellers/account-statuses': {},
  'PATCH /admin/sellers': { body: () => ({ id: theirs.id, accountStatus: 'rejected' }) },
  'PATCH /admin/sellers/outlet': { body: () => ({ id: theirs.outletId, accountStatus: 'rejected' }) },
  'GET /admin/sellers/:sellerId/outlets': {},
  'GET /admin/outlets': {},
  'GET /customers/outlets/:outletId/menu': {},
  'GET /customers/outlets/:outletId/events': {},
  'GET /customers/outlets/:outletId/pick-up': {},
  'GET /customers/outlets/:outletId/pick-up/events': {},
  'POST /customers/outlets/:outletId/orders': { body: () => basketOfTea },
  'GET /customers/orders/:orderId': { paths: () => [`/customers/orders/${theirs.orderId}?token=guessed`] },
  'GET /customers/orders/:orderId/events': {
    paths: () => [`/customers/orders/${theirs.orderId}/events?token=guessed`],
  },
  'POST /customers/orders/:orderId/notifications': {
    paths: () => [`/customers/orders/${theirs.orderId}/notifications?token=guessed`],
    body: () => subscription,
  },
  'DELETE /customers/orders/:orderId/notifications/:notificationId': {
    paths: () => [`/customers/orders/${theirs.orderId}/notifications/any?token=guessed`],
  },
};

const keys = Object.keys(contract) as RouteKey[];
const routes = keys.map((key) => {
  const [method = '', path = ''] = key.split(' ');
  const { paths, body } = lines[key] ?? {};
  const route: Route = contract[key];
  return {
    key,
    method,
    route,
    paths: paths ?? (() => [fill(path, (name) => idsOf(theirs)[name])]),
    unknownPath: () => fill(path, (name) => (name === 'revision' ? '1' : 'nobody-has-this-id')),
    body,
  };
});
type Walked = (typeof routes)[number];

const idsOf = (owner: typeof theirs): Record<string, string> => ({
  outletId: owner.outletId,
  catalogId: owner.catalogId,
  orderId: owner.orderId,
  periodId: owner.periodId,
  sellerId: owner.id,
  revision: '1',
});
const fill = (path: string, idOf: (name: string) => string | undefined) =>
  path.replace(/:(\w+)/g, (_whole, name: string) => idOf(name) ?? `no-${name}`);

const call = (send: Send, { method, body }: Walked, path: string) =>
  send(method, path, body?.(), { 'idempotency-key': `tenancy-${path.length}` });

/** A digest of the whole database; limits are left out, because they count every caller. */
async function digest(): Promise<string> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_name <> 'rate_limits' order by table_name`.execute(
    server.database.kysely,
  );
  const tables = rows.map(async ({ table_name: name }) => {
    const found = await sql<{ md5: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as md5 from ${sql.table(name)} t`.execute(
      server.database.kysely,
    );
    return `${name} ${found.rows[0]?.md5}`;
  });
  return (await Promise.all(tables)).join('\n');
}

async function refused(walked: Walked, send: Send, status: number, sameAs?: unknown) {
  for (const path of walked.paths()) {
    const before = await digest();
    const reply = await call(send, walked, path);
    expect([walked.method, path, reply.status]).toEqual([walked.method, path, status]);
    if (sameAs) expect(reply.body).toEqual(sameAs);
    expect(await digest()).toBe(before);
  }
}

describe('every route of the contract, with another seller’s ids (A19, A20, A23)', () => {
  it('has its line in the table', () => {
    expect(Object.keys(lines).toSorted()).toEqual(keys.toSorted());
  });

  it.each(routes.filter(({ route }) => route.access !== 'anyone'))('$key: nobody 401', (walked) =>
    refused(walked, server.send, 401),
  );

  it.each(routes.filter(({ route }) => route.access === 'verified' || route.access === 'admin'))(
    '$key: a seller under review 403',
    (walked) => refused(walked, unverified.send, 403),
  );

  it.each(routes.filter(({ route }) => route.access === 'admin'))('$key: a seller 403', (walked) =>
    refused(walked, mine.send, 403),
  );

  describe.each(routes.filter(({ route }) => route.access === 'verified' && route.params))(
    '$key',
    (walked) => {
      it.each(['seller', 'admin'] as const)('another %s 404, as for an id that nobody has', async (who) => {
        const { send } = who === 'seller' ? mine : admin;
        const unknown = await call(send, walked, walked.unknownPath());
        expect(unknown.status).toBe(404);
        await refused(walked, send, 404, unknown.body);
      });
    },
  );

  it.each(
    routes.filter(({ route, method }) => !route.params && method === 'GET' && route.access !== 'admin'),
  )('$key: another seller finds nothing of theirs', async (walked) => {
    for (const { send } of [mine, admin]) {
      const reply = await call(send, walked, walked.paths()[0] ?? '');
      expect(reply.status).toBe(200);
      for (const id of [theirs.id, theirs.outletId, theirs.catalogId, theirs.orderId])
        expect(JSON.stringify(reply.body)).not.toContain(id);
    }
  });

  it('a customer’s order is found with its own token alone', async () => {
    const found = routes.filter(({ key }) => / \/customers\/orders\/:orderId/.test(key));
    expect(found).toHaveLength(4);
    for (const walked of found)
      for (const { send } of [server, theirs, mine, admin]) await refused(walked, send, 404);
  });
});

it('the server makes ids that nobody can count up to (D8)', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await theirs.order()).id));
  // A version 7 UUID: the time, then random bits, 62 of them in the last two groups.
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(20);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

describe('nobody sets what is not theirs to set (A21)', () => {
  const fields = {
    isAdmin: true,
    accountStatus: 'verified',
    status: 'verified',
    stripeConnectId: 'acct_mine',
    sellerId: 'someone',
    seller_id: 'someone',
    passwordHash: 'x',
    brandImageUrl: 'https://elsewhere.example',
    amount: 1,
    version: 9,
    revision: 9,
  };
  /** Routes for which the contract itself requires a key. */
  const asked = new Set([
    'PATCH /admin/sellers accountStatus',
    'PATCH /admin/sellers/outlet accountStatus',
    'POST /sellers/orders/progress/:orderId status',
  ]);
  const writes = routes.filter(({ method }) => method !== 'GET');
  /** A call by the owner that is right in every other respect. */
  const ownerOf = ({ route }: Walked): Send => (route.access === 'admin' ? admin.send : theirs.send);

  it.each(writes)('$key', async (walked) => {
    const [path = ''] = walked.paths();
    const before = await digest();
    for (const [field, value] of Object.entries(fields)) {
      if (asked.has(`${walked.key} ${field}`)) continue;
      const sample = walked.body?.() ?? {};
      const body = Array.isArray(sample) ? [{ ...sample[0], [field]: value }] : { ...sample, [field]: value };
      const reply = await ownerOf(walked)(walked.method, path, body, { 'idempotency-key': `a21-${field}` });
      expect([field, reply.status]).toEqual([field, 400]);
    }
    expect(await digest()).toBe(before);
  });

  it('nor deep inside a catalog or a basket', async () => {
    const [drinks] = structuredClone(menu);
    const [tea, coffee] = drinks?.list ?? [];
    const [milk] = coffee?.modifiers ?? [];
    await server.hear(theirs.outletId);
    const before = await digest();
    for (const place of [drinks, tea, milk, milk?.list[0]]) {
      if (!place) throw new Error('The menu has changed');
      Object.assign(place, { sellerId: 'someone' });
      const path = `/sellers/catalogs/${theirs.catalogId}`;
      expect((await theirs.send('PATCH', path, { name: 'Menu', categories: [drinks] })).status).toBe(400);
      Reflect.deleteProperty(place, 'sellerId');
    }
    await expect(theirs.order({ items: [{ itemId: 'tea', quantity: 1, cost: 1 }] })).rejects.toThrow('400');
    expect(await digest()).toBe(before);
  });
});

it('no reply holds a hash or a token, beside those of a sign-in to whoever signs in (A22)', async () => {
  const { body } = await server.send('POST', '/sellers/sign-in', { email: mine.email, password });
  const { account, ...rest } = body;
  const { accessToken, refreshToken, ...shown } = account;
  expect([accessToken, refreshToken]).toEqual([expect.any(String), expect.any(String)]);
  const replies = [rest, shown];
  for (const walked of routes) {
    if (walked.method !== 'GET') continue;
    const send = walked.route.access === 'admin' ? admin.send : theirs.send;
    replies.push((await call(send, walked, walked.paths()[0] ?? '')).body);
  }
  const secrets = /argon2|password|hash|token|secret|family|idempotency|payment_?reference/i;
  for (const reply of replies) expect(JSON.stringify(reply)).not.toMatch(secrets);
});
