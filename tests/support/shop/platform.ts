import { limitsOfLoads } from '../servers/limits-of-loads.ts';
import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Category } from '#shared/api/catalogs.ts';
import type { BodyInput, Reply } from '#shared/api/contract.ts';
import { ferryMenu } from '../../../demo/menu.ts';
import { seedAccount, seedCatalog, seedOutlet, seedPassword } from '../../../demo/seed-rows.ts';
import { startServer, type ServerProcess } from '../../../demo/server-process.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { freePort } from '../servers/free-port.ts';
import { shortLived, smallBuffers } from '../servers/short-lived.ts';
import { putDatabaseInto } from '../../../server/testing/database.ts';

export type PlacedOrder = Reply<'POST /customers/outlets/:outletId/orders'>;
export type Basket = Partial<BodyInput<'POST /customers/outlets/:outletId/orders'>>;

/** The admin of every test platform; has the seller's password. */
export const adminEmail = 'admin@servery.test';

/** A verified seller with one verified outlet that has a catalog and is closed, on a real server. */
export type TestPlatform = {
  origin: string;
  dataDir: string;
  email: string;
  password: string;
  outletId: string;
  menu: Category[];
  server: ServerProcess;
  /** The server's log lines so far. */
  log: string[];
  /** Places an order through the customer API; by default one Americano for table 7, at the outlet. */
  placeOrder(basket?: Basket, outletId?: string): Promise<PlacedOrder>;
  /** Ends the server with `signal` and waits until it has exited; the data stays. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Restarts the server on the same data and, if it is free, the same port. */
  restart(): Promise<void>;
  /** Ends the server and deletes its data. */
  stop(): Promise<void>;
};

/** @param nodeOptions none for a platform that is measured, or works for minutes */
export async function startPlatform(
  env: Record<string, string> = {},
  nodeOptions = shortLived,
): Promise<TestPlatform> {
  seeding ??= seed();
  const { folder, ...seeded } = await seeding;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servery-test-'));
  // The asynchronous call costs twice as much.
  cpSync(folder, dataDir, { recursive: true });
  if (nodeOptions === shortLived)
    appendFileSync(path.join(dataDir, 'pglite/postgresql.auto.conf'), smallBuffers);
  const log: string[] = [];
  const start = (port: number) =>
    startServer({
      dataDir,
      port,
      env: { SERVERY_DEMO: '1', LIMITS: limitsOfLoads, DATABASE_URL: '', ...env },
      nodeOptions,
      onLine: (line) => log.push(line),
    });
  const server = await start(await freePort());

  const platform: TestPlatform = {
    ...seeded,
    origin: server.origin,
    dataDir,
    server,
    log,
    placeOrder: (basket, outletId = platform.outletId) => placeOrder({ ...platform, outletId }, basket),
    end(signal) {
      platform.server.process.kill(signal);
      return platform.server.ended;
    },
    async restart() {
      platform.server = await start(Number(new URL(platform.origin).port));
      platform.origin = platform.server.origin;
    },
    async stop() {
      await platform.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return platform;
}

/** All platforms of a process start as copies of one. */
let seeding: ReturnType<typeof seed> | undefined;

async function seed() {
  const now = new Date();
  const email = 'seller@servery.test';
  const menu = ferryMenu();
  const folder = await mkdtemp(path.join(tmpdir(), 'servery-seed-'));
  // This process opens a database only here.
  for (const option of shortLived) setFlagsFromString(option);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await putDatabaseInto(folder);
  const database = await openDatabase({ databaseUrl: null, dataDir: folder });
  try {
    const seller = await seedAccount(database, email, 'Thames Taverns Ltd', 'verified', now);
    await seedAccount(database, adminEmail, 'Servery', 'verified', now, true);
    const catalog = await seedCatalog(database, seller, 'Summer menu', menu, now);
    const outletId = await seedOutlet(
      database,
      seller,
      'The Old Ferry',
      'Bankside',
      'verified',
      catalog,
      now,
    );
    return { folder, email, password: seedPassword, outletId, menu };
  } finally {
    await database.close();
  }
}

/** Places an order as a customer's app does. */
export async function placeOrder(
  { origin, outletId, menu }: Pick<TestPlatform, 'origin' | 'outletId' | 'menu'>,
  basket: Basket = {},
): Promise<PlacedOrder> {
  const reply = await fetch(`${origin}/api/customers/outlets/${outletId}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      customerName: 'Priya Raman',
      tableNumber: '7',
      items: [line(menu, 'Americano')],
      paymentMethod: 'test_ok',
      ...basket,
    }),
  });
  if (reply.status !== 201)
    throw new Error(`Placing an order answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as PlacedOrder;
}

/** A line for the item of that name, answering each of its questions with the first option. */
export function line(menu: Category[], name: string, quantity = 1): NonNullable<Basket['items']>[number] {
  const item = menu.flatMap((category) => category.list).find((candidate) => candidate.name === name);
  if (!item) throw new Error(`The menu has no ${name}`);
  const modifications = item.modifiers
    .filter((modifier) => modifier.kind === 'pickOne')
    .map((modifier) => ({ modifierId: modifier.id, option: modifier.list[0]?.name ?? '' }));
  return { itemId: item.id, quantity, modifications };
}
