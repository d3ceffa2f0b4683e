import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ferryMenu } from '../../demo/menu.ts';
import { seedAccount, seedCatalog, seedOutlet, startTrading } from '../../demo/seed-rows.ts';
import { startServer, type ServerProcess } from '../../demo/server-process.ts';
import type { Database } from '../../server/database/database.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { accessTokens } from '../../server/features/accounts/access-tokens.ts';
import { refreshTokens } from '../../server/features/accounts/refresh-tokens.ts';
import { systemClock } from '../../server/core/clock.ts';
import { emptyDatabase } from '../support/servers/empty-database.ts';
import { limitsOfLoads } from '../support/servers/limits-of-loads.ts';
import { line } from '../support/shop/platform.ts';

const secret = 'a secret for benchmarks alone, thirty-two and more';

/** A database with sellers whose outlets trade, and what it takes to call servers on it. */
export type Shop = {
  /** Each has a fresh token whenever it is asked for: some benchmarks take longer than one is valid. */
  sellers: { id: string; readonly token: string; outlets: string[] }[];
  /** All outlets, seller by seller. */
  outlets: string[];
  /** A customer's order, as JSON: four lines of the demo's menu. */
  basket: string;
  /** The environment of a server on it. */
  env: Record<string, string>;
  /** Starts another server. */
  start(env?: Record<string, string>): Promise<ServerProcess>;
  stop(): Promise<void>;
};

export type ShopOptions = {
  /** A PostgreSQL server, on which the shop has a database of its own; null: an embedded one in the server. */
  databaseUrl: string | null;
  sellers?: number;
  /** Outlets per seller. */
  outlets: number;
  /** Adds further data before any server starts. */
  seed?(database: Database, shop: Pick<Shop, 'sellers' | 'outlets'>): Promise<void>;
};

export async function openShop({ databaseUrl, sellers = 1, outlets, seed }: ShopOptions): Promise<Shop> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servery-bench-'));
  const own = databaseUrl === null ? null : await emptyDatabase(databaseUrl);
  const now = new Date();
  const menu = ferryMenu();
  const tokens = accessTokens(secret, () => new Date());
  const made: Shop['sellers'] = [];
  const database = await openDatabase({ databaseUrl: own?.url ?? null, dataDir });
  const refresh = refreshTokens(database.kysely, secret, systemClock);
  const first = await seedAccount(database, `${randomUUID()}@servery.test`, 'Bench', 'verified', now);
  for (let index = 0; index < sellers; index += 1) {
    const id = index === 0 ? first : await copyAccount(database, first);
    const catalog = await seedCatalog(database, id, 'Menu', menu, now);
    const theirs: string[] = [];
    for (let nth = 0; nth < outlets; nth += 1) {
      const outlet = await seedOutlet(database, id, `Outlet ${nth}`, '', 'verified', catalog, now);
      await startTrading(database, outlet, now);
      theirs.push(outlet);
    }
    const { family } = await refresh.issue(id);
    made.push({
      id,
      get token() {
        return tokens.sign(id, family, new Date());
      },
      outlets: theirs,
    });
  }
  const all = made.flatMap((seller) => seller.outlets);
  await seed?.(database, { sellers: made, outlets: all });
  await database.close();

  const settings = {
    SERVERY_DEMO: '1',
    LIMITS: limitsOfLoads,
    DATABASE_URL: own?.url ?? '',
    DATA_DIR: dataDir,
    TOKEN_SECRET: secret,
  };
  const running: ServerProcess[] = [];
  const proving = new AbortController();
  return {
    sellers: made,
    outlets: all,
    env: settings,
    basket: JSON.stringify({
      customerName: 'Priya Raman',
      tableNumber: '7',
      note: 'Nut allergy at this table, please keep separate',
      items: [
        line(menu, 'Ferry burger', 2),
        line(menu, 'Beer-battered haddock'),
        line(menu, 'Flat white', 2),
        line(menu, 'Cola'),
      ],
      paymentMethod: 'test_ok',
    }),
    async start(env = {}) {
      const server = await startServer({
        dataDir,
        port: 0,
        env: { ...settings, ...env },
      });
      if (running.length === 0) void prove(server, made, proving.signal);
      running.push(server);
      return server;
    },
    async stop() {
      proving.abort();
      for (const server of running) server.process.kill('SIGTERM');
      await Promise.all(running.map(({ ended }) => ended));
      await own?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const PROVE_EVERY_MS = 30_000;

/** So that orders are taken although no screen watches the outlets. */
async function prove(
  { origin }: ServerProcess,
  sellers: Shop['sellers'],
  signal: AbortSignal,
): Promise<void> {
  const body = JSON.stringify({ screenId: 'bench', screenName: 'Bench', silent: null });
  while (!signal.aborted) {
    for (const { token, outlets } of sellers)
      for (const outlet of outlets) {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const path = `${origin}/api/sellers/outlets/${outlet}/listening`;
        // A server that is busy, or has ended, is asked again the next time.
        await fetch(path, { method: 'POST', headers, body, signal }).catch(() => undefined);
      }
    await wait(PROVE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Another seller with the first one's password hash: hashing for hundreds would take most of a minute. */
async function copyAccount({ kysely }: Database, from: string): Promise<string> {
  const account = await kysely
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', from)
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  await kysely
    .insertInto('accounts')
    .values({ ...account, id, email: `${id}@servery.test` })
    .execute();
  return id;
}
