import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type BrowserContextOptions } from 'playwright';
import type { Category } from '#shared/api/catalogs.ts';
import { usualRungs, type Rungs } from '#shared/api/escalation.ts';
import { simulateCustomers } from '../../demo/customers.ts';
import { demoAccounts, seedDemo } from '../../demo/seed.ts';
import { startServer } from '../../demo/server-process.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { limitsOfLoads } from '../support/servers/limits-of-loads.ts';
import { placeOrder, type Basket } from '../support/shop/platform.ts';
import { eveningZone } from './evening.ts';
import { openApi, type DemoApi } from './demo-api.ts';

const ORDERS = 9;

/** The demo's data on a server of its own, a board full of orders at every stage, and a browser. */
export type Stage = {
  origin: string;
  outlets: Awaited<ReturnType<typeof seedDemo>>;
  seller: DemoApi;
  /** Opens a browser signed in as `api`'s account; signed out if it is null. */
  open(api: DemoApi | null, options: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
};

/** @param evening what is ordered of the menu; by default what random customers order */
export async function openStage(
  chromiumPath: string,
  evening?: (menu: Category[]) => Basket[],
): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servery-screens-'));
  const outlets = await seed(dataDir, evening ? eveningZone(new Date()) : null);
  const server = await startServer({
    dataDir,
    port: 0,
    env: { SERVERY_DEMO: '1', LIMITS: limitsOfLoads, DATABASE_URL: '' },
  });
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  const { origin } = server;
  const seller = await openApi(origin, demoAccounts.seller, demoAccounts.password);
  if (evening) await placeAll(origin, outlets.ferry, evening);
  else await placeAtRandom(origin, outlets.ferry, seller);
  await moveToEveryStage(outlets.ferry, seller);
  return {
    origin,
    outlets,
    seller,
    open: (api, options) =>
      browser.newContext({
        ...options,
        baseURL: origin,
        reducedMotion: 'reduce',
        storageState: { cookies: [], origins: [{ origin, localStorage: api?.kept ?? [] }] },
      }),
    async close() {
      await browser.close();
      server.process.kill('SIGTERM');
      await server.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Nobody is told of orders that wait while pictures are taken. */
const patient: Rungs = { ...usualRungs, screens: { ...usualRungs.screens, on: false } };

async function seed(dataDir: string, zone: string | null) {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const outlets = await seedDemo(database, new Date());
    if (zone !== null) {
      await database.kysely.updateTable('outlets').set({ time_zone: zone }).execute();
      await database.kysely
        .insertInto('outlet_escalation')
        .values({
          outlet_id: outlets.ferry,
          rungs: JSON.stringify(patient),
          emails: '[]',
          webhook_url: '',
          webhook_salt: '',
        })
        .execute();
    }
    return outlets;
  } finally {
    await database.close();
  }
}

async function placeAll(origin: string, outletId: string, evening: (menu: Category[]) => Basket[]) {
  const reply = await fetch(`${origin}/api/customers/outlets/${outletId}/menu`);
  const { catalog } = (await reply.json()) as { catalog: { categories: Category[] } };
  const menu = catalog.categories;
  for (const basket of evening(menu)) await placeOrder({ origin, outletId, menu }, basket);
}

/** Customers place enough orders. */
async function placeAtRandom(origin: string, outletId: string, seller: DemoApi) {
  const enough = new AbortController();
  const customers = simulateCustomers({
    apiBase: `${origin}/api`,
    outletIds: [outletId],
    ordersPerMinute: 600,
    signal: enough.signal,
    onNotice: (message) => console.error(message),
  });
  while ((await seller.orders(outletId)).length < ORDERS)
    await new Promise((resolve) => setTimeout(resolve, 200));
  enough.abort();
  await customers;
}

async function moveToEveryStage(outletId: string, seller: DemoApi) {
  const orders = await seller.orders(outletId);
  for (const [index, order] of orders.entries())
    for (let step = 0; step < index % 5; step += 1) await seller.progress(outletId, order.id);
}
