/**
 * `npm run screens`: a picture of every screen, in both themes, on a phone and on a laptop, from the demo's data, into
 * `screens/`. For looking at: `screens/laptop-light-board.png`.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright';
import { simulateCustomers } from '../../demo/customers.ts';
import { demoAccounts, seedDemo } from '../../demo/seed.ts';
import { startServer } from '../../demo/server-process.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { chromiumArgs, findChromium } from '../support/chromium.ts';
import { run } from '../support/run-command.ts';
import { openApi, type DemoApi } from './demo-api.ts';
import { publicScreens, reviewScreens, sellerScreens, type Screen } from './list.ts';

const folder = path.resolve('screens');
const devices = {
  phone: { width: 390, height: 844 },
  laptop: { width: 1366, height: 768 },
} as const;
const ORDERS = 9;

const found = await findChromium();
if ('missing' in found) {
  console.error(`No pictures: ${found.missing}`);
  process.exit(1);
}
if (!(await run('npm', ['run', '--silent', 'build:web']))) process.exit(1);

const dataDir = await mkdtemp(path.join(tmpdir(), 'servery-screens-'));
const outlets = await seed();
const server = await startServer({ dataDir, port: 0, env: { SERVERY_DEMO: '1', DATABASE_URL: '' } });
const browser = await chromium.launch({ executablePath: found.path, args: chromiumArgs });
try {
  const seller = await openApi(server.origin, demoAccounts.seller, demoAccounts.password);
  const pending = await openApi(server.origin, demoAccounts.pending, demoAccounts.password);
  await fillTheBoard(seller);
  const places = { ...outlets, ...(await seller.history(outlets.ferry)) };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  let pictures = 0;
  for (const [device, viewport] of Object.entries(devices))
    for (const colorScheme of ['light', 'dark'] as const) {
      const take = async (api: DemoApi | null, screens: Screen[]) => {
        const context = await openContext(browser, viewport, colorScheme, api);
        for (const screen of screens) {
          await picture(context, `${device}-${colorScheme}`, screen);
          pictures += 1;
        }
        await context.close();
      };
      await take(null, publicScreens);
      await take(pending, reviewScreens);
      await take(seller, sellerScreens(places));
    }
  console.log(`${pictures} pictures in ${folder}`);
} finally {
  await browser.close();
  server.process.kill('SIGTERM');
  await server.ended;
  await rm(dataDir, { recursive: true, force: true });
}

async function seed() {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    return await seedDemo(database, new Date());
  } finally {
    await database.close();
  }
}

/** Customers order until there are enough; then staff take them to every stage. */
async function fillTheBoard(seller: DemoApi) {
  const enough = new AbortController();
  const customers = simulateCustomers({
    apiBase: `${server.origin}/api`,
    outletIds: [outlets.ferry],
    ordersPerMinute: 600,
    signal: enough.signal,
    onTrouble: (message) => console.error(message),
  });
  while ((await seller.orders(outlets.ferry)).length < ORDERS)
    await new Promise((resolve) => setTimeout(resolve, 200));
  enough.abort();
  await customers;
  const orders = await seller.orders(outlets.ferry);
  for (const [index, order] of orders.entries())
    for (let step = 0; step < index % 5; step += 1) await seller.progress(outlets.ferry, order.id);
}

function openContext(
  from: Browser,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
  api: DemoApi | null,
): Promise<BrowserContext> {
  const localStorage = api?.kept ?? [];
  return from.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: server.origin, localStorage }] },
  });
}

async function picture(context: BrowserContext, prefix: string, { name, at, prepare }: Screen) {
  const page = await context.newPage();
  try {
    await page.goto(server.origin + at);
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.screenshot({ path: path.join(folder, `${prefix}-${name}.png`) });
  } catch (error) {
    console.error(`${prefix}-${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await page.close();
  }
}
