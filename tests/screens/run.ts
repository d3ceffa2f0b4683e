/**
 * `npm run screens [-- NAME…]`: a picture of every screen and state, in both themes and on four sizes of screen, from
 * the demo's data, into `screens/`, for instance `screens/board-light-laptop.png`.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Category } from '#shared/api/catalogs.ts';
import type { BrowserContext, Page } from 'playwright';
import { demoAccounts } from '../../demo/seed.ts';
import { findChromium } from '../support/browser/chromium.ts';
import { line } from '../support/shop/platform.ts';
import { refuseStray } from '../support/runner/refuse-stray.ts';
import { run } from '../support/runner/run-command.ts';
import { coloursSettle } from '../support/browser/looks-right.ts';
import { openApi, type DemoApi } from './demo-api.ts';
import { adminScreens, publicScreens, reviewScreens, sellerScreens, type Screen } from './list.ts';
import { floorScreens } from './floor.ts';
import { guestScreens } from './guest.ts';
import { pickUpScreens } from './pick-up.ts';
import { openStage } from './stage.ts';

const folder = path.resolve('screens');
const devices = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
  laptop: { width: 1366, height: 768 },
  wide: { width: 1920, height: 1080 },
} as const;
/** In pence, of one order that cost more than both. */
const refunds = [150, 225];
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
/** Only these, if any are named. */
const wanted = process.argv.slice(2);

const found = await findChromium();
if ('missing' in found) {
  console.error(`No pictures: ${found.missing}`);
  process.exit(1);
}
if (!(await run('npm', ['run', '--silent', 'build:web']))) process.exit(1);

const stage = await openStage(found.path);
const { origin, outlets, seller } = stage;
try {
  const sign = (email: string) => openApi(origin, email, demoAccounts.password);
  const [pending, admin] = [await sign(demoAccounts.pending), await sign(demoAccounts.admin)];
  const large = await placeLargeOrder();
  const { sessionId, orders } = await seller.history(outlets.ferry);
  const refunded = orders.findLast(({ status, amount }) => status === 'complete' && amount > sum(refunds));
  for (const amount of refunds) await seller.refund(refunded?.id ?? '', amount);
  const places = {
    ...outlets,
    lighterman: await seller.outlet('The Lighterman'),
    sessionId,
    large,
    refunded: refunded?.orderNumber ?? 0,
  };
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const all: [DemoApi | null, Screen[]][] = [
    [null, [...publicScreens, ...guestScreens(places), ...pickUpScreens(places)]],
    [pending, reviewScreens],
    [admin, adminScreens],
    [seller, [...floorScreens(places), ...sellerScreens(places)]],
  ];
  refuseStray(
    wanted,
    all.flatMap(([, screens]) => screens.map(({ name }) => name)),
  );
  for (const [api, screens] of all) {
    const context = await stage.open(api, { viewport: devices.laptop });
    for (const screen of screens)
      if (wanted.length === 0 || wanted.includes(screen.name)) await pictures(context, screen);
    await context.close();
  }
  console.log(`The pictures are in ${folder}`);
} finally {
  await stage.close();
}

/** Places and accepts an order of twenty lines; returns its id. */
async function placeLargeOrder(): Promise<string> {
  const customersApi = `${origin}/api/customers/outlets/${outlets.ferry}`;
  const menu = (await (await fetch(`${customersApi}/menu`)).json()) as {
    catalog: { categories: Category[] };
  };
  const { categories } = menu.catalog;
  const reply = await fetch(`${customersApi}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      customerName: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh & Friends',
      tableNumber: 'Terrace 14',
      note: 'We are outside, under the big umbrella. The dog is friendly. My daughter is coeliac, so anything fried must come from the gluten-free fryer, and could you tell whoever brings it over which plate is hers before it goes down on the table? Thank you so much, you are always brilliant, all of you!!',
      tip: 1_000,
      items: Array.from({ length: 20 }, (_, at) =>
        line(categories, at % 2 ? 'Ribeye, 10 oz' : 'Ferry burger', 3),
      ),
      paymentMethod: 'test_ok',
    }),
  });
  const { order } = (await reply.json()) as { order: { id: string } };
  await seller.progress(outlets.ferry, order.id);
  return order.id;
}

type Size = { width: number; height: number };

async function pictures(context: BrowserContext, screen: Screen) {
  const sizes = Object.entries(devices);
  if (!screen.pressedPerSize) return picturesAt(context, screen, sizes);
  for (const size of sizes) await picturesAt(context, screen, [size]);
}

async function picturesAt(context: BrowserContext, screen: Screen, sizes: [device: string, Size][]) {
  const { name, at, answers, prepare } = screen;
  const page = await context.newPage();
  try {
    if (screen.pressedPerSize && sizes[0]) await page.setViewportSize(sizes[0][1]);
    await answers?.(page);
    await page.goto(origin + at);
    await settle(page);
    await prepare?.(page);
    await settle(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [device, size] of sizes) {
        await page.setViewportSize(size);
        await coloursSettle(page);
        await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}-${device}.png`) });
      }
    }
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await page.close();
  }
}

/** Waits until code and data are loaded: a request that never ends causes no traffic either. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready);
}
