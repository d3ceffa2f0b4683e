import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import type { Category } from '#shared/api/catalogs.ts';
import { pastSession } from '../../demo/history.ts';
import { ferryMenu } from '../../demo/menu.ts';
import { seedAccount, seedCatalog, seedOutlet, seedPassword, startTrading } from '../../demo/seed-rows.ts';
import { startServer } from '../../demo/server-process.ts';
import type { Database } from '../../server/database/database.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { limitsOfLoads } from '../support/servers/limits-of-loads.ts';
import { line, placeOrder, type Basket } from '../support/shop/platform.ts';

const email = 'seller@servery.test';
const neighboursEmail = 'neighbours@servery.test';

export type BoardOptions = {
  menu?: Category[];
  /** Further settings of its server. */
  env?: Record<string, string>;
  /** How many outlets another seller has on the same server, with the same menu. */
  neighbours?: number;
};

/** The product with `cards` accepted orders on the board of one outlet. */
export async function openProduct(
  cards: number,
  { menu = ferryMenu(), env = {}, neighbours = 0 }: BoardOptions = {},
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servery-bench-'));
  const { outletId, neighbourIds } = await seed(dataDir, cards, menu, neighbours);
  const server = await startServer({
    dataDir,
    port: 0,
    env: { SERVERY_DEMO: '1', LIMITS: limitsOfLoads, DATABASE_URL: '', ...env },
  });
  const place = (basket: Basket = {}) => placeOrder({ origin: server.origin, outletId, menu }, basket);

  return {
    origin: server.origin,
    pid: server.process.pid ?? 0,
    outletId,
    email,
    password: seedPassword,
    placeOrder: place,
    neighbours: { email: neighboursEmail, outletIds: neighbourIds },
    /** A page with the board; `before` runs in it before its own code. */
    async signedIn(browser: Browser, before?: () => void): Promise<Page> {
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
      if (before) await page.addInitScript(before);
      await page.goto(`${server.origin}/sign-in`);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(seedPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Bench' }).waitFor();
      await page.goto(`${server.origin}/outlets/${outletId}/trading-session`);
      await page.getByText('Connected', { exact: true }).waitFor();
      if (cards > 0) await page.locator('[data-order-number]').first().waitFor();
      return page;
    },
    /** Places an order and returns its number. */
    async place(): Promise<number> {
      const { order } = await place({ customerName: 'Tom', items: [line(menu, 'Cola')] });
      return order.orderNumber;
    },
    /** Removes the pending orders from the board, so that the next one is visible. */
    async acceptAll(page: Page): Promise<void> {
      for (const accept = page.getByRole('button', { name: /^Accept #/ }); await accept.isVisible();) {
        const label = await accept.textContent();
        await accept.click();
        await page.waitForFunction(
          (was) => document.querySelector('[aria-label="New orders"] button')?.textContent !== was,
          label,
        );
      }
    },
    async close(): Promise<void> {
      server.process.kill('SIGTERM');
      await server.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function seed(dataDir: string, cards: number, menu: Category[], neighbours: number) {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const outletId = await seedBoard(database, cards, menu);
  const neighbourIds = neighbours > 0 ? await seedNeighbours(database, neighbours, menu) : [];
  await database.close();
  return { outletId, neighbourIds };
}

/** Returns the outlets' ids. */
async function seedNeighbours(database: Database, count: number, menu: Category[]): Promise<string[]> {
  const now = new Date();
  const seller = await seedAccount(database, neighboursEmail, 'Neighbours', 'verified', now);
  const catalogId = await seedCatalog(database, seller, 'Menu', menu, now);
  const ids: string[] = [];
  while (ids.length < count) {
    const id = await seedOutlet(
      database,
      seller,
      `Neighbour ${ids.length + 1}`,
      '',
      'verified',
      catalogId,
      now,
    );
    await startTrading(database, id, now);
    ids.push(id);
  }
  return ids;
}

/** Returns the outlet's id. */
async function seedBoard(database: Database, cards: number, menu: Category[]): Promise<string> {
  const now = new Date();
  const seller = await seedAccount(database, email, 'Bench', 'verified', now);
  const catalogId = await seedCatalog(database, seller, 'Menu', menu, now);
  const outletId = await seedOutlet(database, seller, 'Bench', '', 'verified', catalogId, now);
  await startTrading(database, outletId, now);
  const { trading_session_id: sessionId } = await database.kysely
    .selectFrom('outlet_feeds')
    .select('trading_session_id')
    .where('outlet_id', '=', outletId)
    .executeTakeFirstOrThrow();
  const past = pastSession(outletId, menu, new Date(now.getTime() - 3_600_000), cards);
  const orders = past.orders.map((order) => ({
    ...order,
    trading_session_id: sessionId ?? '',
    status: 'deliver_waiting' as const,
    completed_at: null,
    ended_at: null,
  }));
  for (let at = 0; at < orders.length; at += 100)
    await database.kysely
      .insertInto('orders')
      .values(orders.slice(at, at + 100))
      .execute();
  await database.kysely
    .updateTable('outlet_feeds')
    .set({ last_order_number: cards })
    .where('outlet_id', '=', outletId)
    .execute();
  return outletId;
}
