import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { Category } from '#shared/api/catalogs.ts';
import type { Order } from '#shared/api/orders.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { pence } from '#shared/base/money.ts';
import { whichMilk } from '../api-docs/examples.ts';
import { createApp } from '../app.ts';
import type { App } from '../app-options.ts';
import type { Database } from '../database/database.ts';
import { accessTokens } from '../features/accounts/access-tokens.ts';
import { refreshTokens } from '../features/accounts/refresh-tokens.ts';
import { insertAccount } from '../features/accounts/create-account.ts';
import { hashPassword } from '../features/accounts/passwords.ts';
import type { StripeParts } from '../payments/stripe.ts';
import type { S3Settings } from '../images/s3-store.ts';
import type { Metrics } from '../http/metrics.ts';
import type { ConnectionLimits } from '../http/connections.ts';
import { testProvider, type TestProvider } from '../payments/test-provider.ts';
import { readLimits } from '../limits/limits.ts';
import type { SenderSettings } from '../senders/open-senders.ts';
import { testDatabase } from './database.ts';
import { injected } from './injected.ts';

/** A clock that tests can advance. */
export type TestClock = {
  now(): Date;
  advance(ms: number): void;
  /** From now on only {@link advance} moves the clock, so that the machine's speed does not matter. */
  stop(): void;
  start(): void;
};

export function testClock(): TestClock {
  let ahead = 0;
  let stoppedAt: number | null = null;
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + ahead),
    advance(ms) {
      ahead += ms;
    },
    stop() {
      stoppedAt ??= Date.now();
    },
    start() {
      stoppedAt = null;
    },
  };
}

/** The clock of another server, which is ahead of this one. */
export const aheadOf = (clock: TestClock, ms: number): TestClock => ({
  ...clock,
  now: () => new Date(clock.now().getTime() + ms),
});

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever came back
export type Reply = { status: number; body: any; headers: Record<string, unknown> };
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>;

export type TestServer = {
  app: App;
  database: Database;
  /** The folder of its images; removed with the server. */
  dataDir: string;
  clock: TestClock;
  payments: TestProvider;
  /** Sends requests without a session. */
  send: Send;
  /** Makes a new seller, verified unless another status is named, and the calls in its name. */
  seller(status?: AccountStatusValue): Promise<Seller>;
  /** Calls in the name of an account that signs in anew for each, so that advancing the clock does no harm. */
  sendFor(accountId: string): Send;
  /** Makes a new admin, and the calls in its name. */
  admin(): Promise<Seller>;
  /** As if a screen that can ring had been heard at the outlet within the last half minute. */
  hear(outletId: string): Promise<void>;
  /** A verified seller with one verified outlet that trades from {@link menu}. */
  trading(): Promise<Trading>;
  close(): Promise<void>;
};
export type Seller = { id: string; email: string; send: Send; accessToken: string; refreshToken: string };
export type Trading = Seller & {
  outletId: string;
  catalogId: string;
  /** Places an order, as if a screen could ring for it; by default two teas for table 7. */
  order(basket?: object, key?: string): Promise<Order>;
};

export const menu: Category[] = [
  {
    id: 'drinks',
    name: 'Drinks',
    list: [
      { id: 'tea', name: 'Tea', cost: pence(300), note: '', modifiers: [] },
      {
        id: 'coffee',
        name: 'Coffee',
        cost: pence(900),
        note: '',
        modifiers: [whichMilk],
      },
    ],
  },
];

export const secret = 'a secret for tests alone, thirty-two characters';
export const password = 'a password for tests';
/** Its hash, of which each costs 40 ms: all sellers of a process have the same. */
let hashed: Promise<string> | undefined;

export type TestServerOptions = {
  orderExpiryMs?: number;
  payments?: null;
  /** Replaces the built-in provider. */
  stripe?: StripeParts;
  paymentTimeoutMs?: number;
  printClaimLeaseMs?: number;
  redisUrl?: string;
  /** How it reaches people; by default without e-mail, and only public addresses. */
  senders?: Partial<SenderSettings>;
  /** What one client may use of the server's connections. */
  connections?: ConnectionLimits;
  /** The addresses of reverse proxies. */
  trustProxy?: string[];
  /** How often sign-ins that have sockets are checked for their end; by default only when a test asks. */
  accessLookEveryMs?: number;
  /** Entries as in `LIMITS`; they replace the usual limits and those that tests lift. */
  limits?: string[];
  /** The folder of the web build; none by default. */
  webFolder?: string;
  /** Stores images in a bucket instead of a folder. */
  s3?: S3Settings;
  /** What it counts in. */
  metrics?: Metrics;
  /** Runs a second server on this one's database, clock and provider; it closes with this one at the latest. */
  beside?: TestServer;
  /** A clock of its own, for a second server. */
  clock?: TestClock;
};

/** The servers on a database besides its first. They close with it, unless their test came to close them. */
const besides = new WeakMap<Database, Set<TestServer>>();

export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { beside } = options;
  const database = beside?.database ?? (await testDatabase());
  const clock = options.clock ?? beside?.clock ?? testClock();
  const payments = beside?.payments ?? testProvider();
  const dataDir = beside?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'servery-data-')));
  const app = await createApp({
    config: {
      tokenSecret: secret,
      dataDir,
      s3: options.s3 ?? null,
      orderExpiryMs: options.orderExpiryMs ?? 600_000,
      leadsKeptMs: 730 * 24 * 60 * 60_000,
      corsOrigins: [],
      trustProxy: options.trustProxy ?? [],
      limits: limitsWith([...loads, ...(options.limits ?? [])]),
      logLevel: 'silent',
      redisUrl: options.redisUrl ?? null,
      senders: {
        mail: null,
        vapid: null,
        subject: 'mailto:test@servery.test',
        privateHosts: [],
        privatePushHosts: [],
        ...options.senders,
      },
    },
    database,
    clock,
    payments: options.payments === null ? null : (options.stripe?.provider ?? payments),
    stripe: options.stripe ?? null,
    metrics: options.metrics ?? null,
    strictReplies: true,
    webFolder: options.webFolder ?? '/nonexistent',
    ...(options.connections && { connections: options.connections }),
    // Effectively never: tests run the chores themselves.
    choresEveryMs: 3_600_000,
    ...(options.accessLookEveryMs !== undefined && { accessLookEveryMs: options.accessLookEveryMs }),
    ...(options.paymentTimeoutMs !== undefined && { paymentTimeoutMs: options.paymentTimeoutMs }),
    ...(options.printClaimLeaseMs !== undefined && { printClaimLeaseMs: options.printClaimLeaseMs }),
  });
  const tokens = accessTokens(secret, () => clock.now());

  const sendAs =
    (authorization: Record<string, string>): Send =>
    async (method, path, body, headers = {}) => {
      const reply = await injected(app.server, {
        method,
        url: `/api${path}`,
        headers: {
          ...authorization,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return {
        status: reply.statusCode,
        body: reply.body === '' ? null : JSON.parse(reply.body),
        headers: reply.headers,
      };
    };

  async function signInOf(accountId: string) {
    const { refreshToken, family, issuedAt } = await refreshTokens(database.kysely, secret, clock).issue(
      accountId,
    );
    return { refreshToken, accessToken: tokens.sign(accountId, family, issuedAt) };
  }

  async function seller(status: AccountStatusValue = 'verified', isAdmin = false): Promise<Seller> {
    const email = `${randomUUID()}@servery.test`;
    const account = { ...registration, email, status, isAdmin, createdAt: clock.now() };
    const created = await insertAccount(database, account, await (hashed ??= hashPassword(password)));
    if (!created) throw new Error(`There is an account for ${email} already`);
    const { id } = created;
    const { accessToken, refreshToken } = await signInOf(id);
    return { id, email, accessToken, refreshToken, send: sendAs({ authorization: `Bearer ${accessToken}` }) };
  }

  /** When it was last stored that outlets were heard; the others wait for the one that stores it. */
  const heard = new Map<string, { at: number; stored: Promise<unknown> }>();
  async function hear(outletId: string): Promise<void> {
    const now = clock.now();
    const last = heard.get(outletId);
    if (last && Math.abs(now.getTime() - last.at) < 30_000) return void (await last.stored);
    const stored = database.kysely
      .updateTable('outlet_listening')
      .set({ heard_at: now })
      .where('outlet_id', '=', outletId)
      .execute();
    heard.set(outletId, { at: now.getTime(), stored });
    await stored;
  }

  async function trading(): Promise<Trading> {
    const owner = await seller();
    const { body: catalog } = await owner.send('POST', '/sellers/catalogs', { name: 'Menu' });
    await owner.send('PATCH', `/sellers/catalogs/${catalog.id}`, { name: 'Menu', categories: menu });
    const { body: outlet } = (await owner.send('POST', '/sellers/outlets', { name: 'The Old Ferry' })) as {
      body: Outlet;
    };
    await owner.send('PATCH', `/sellers/outlets/${outlet.id}/catalog/${catalog.id}`);
    await database.kysely
      .updateTable('outlets')
      .set({ status: 'verified' })
      .where('id', '=', outlet.id)
      .execute();
    await owner.send('POST', `/sellers/outlets/${outlet.id}/trading-session/start`);
    heard.set(outlet.id, { at: clock.now().getTime(), stored: Promise.resolve() });
    return {
      ...owner,
      outletId: outlet.id,
      catalogId: catalog.id,
      async order(basket = {}, key = randomUUID()) {
        await hear(outlet.id);
        const reply = await sendAs({})(
          'POST',
          `/customers/outlets/${outlet.id}/orders`,
          { ...basketOfTea, ...basket },
          { 'idempotency-key': key },
        );
        if (reply.status !== 201)
          throw new Error(`Placing an order answered ${reply.status}: ${JSON.stringify(reply.body)}`);
        return reply.body.order;
      },
    };
  }

  const others = besides.get(database) ?? new Set();
  besides.set(database, others);
  const made: TestServer = {
    app,
    database,
    dataDir,
    clock,
    payments,
    send: sendAs({}),
    sendFor:
      (accountId) =>
      async (...call) =>
        sendAs({ authorization: `Bearer ${(await signInOf(accountId)).accessToken}` })(...call),
    seller: (status) => seller(status),
    admin: () => seller('verified', true),
    hear,
    trading,
    async close() {
      if (beside) {
        if (others.delete(made)) await app.close();
        return;
      }
      for (const other of others) await other.close();
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  if (beside) others.add(made);
  return made;
}

/** All orders of the tests come from one network at a program's pace, so the limits for that are lifted. */
const loads = [
  'orders-network=100000',
  'cards-asked-network=1000',
  'uploads-network=100000',
  'unknown-sockets-network=1000',
];

function limitsWith(changes: string[]) {
  const limits = readLimits(changes);
  if (!limits) throw new Error(`No limits: ${changes.join(', ')}`);
  return limits;
}

export const basketOfTea = {
  customerName: 'Priya',
  tableNumber: '7',
  items: [{ itemId: 'tea', quantity: 2 }],
  paymentMethod: 'test_ok',
};

export const registration = {
  email: 'landlady@servery.test',
  password,
  companyName: 'Thames Taverns Ltd',
  companyWebsite: 'https://thames.example',
  companyPhoneNumber: '020 7946 0123',
  addressLine1: '1 Bankside Walk',
  addressLine2: 'Bankside',
  city: 'London',
  county: 'Greater London',
  country: 'United Kingdom',
  postcode: 'SE1 9DX',
};
