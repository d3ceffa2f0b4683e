import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { chromium, type Browser, type Page } from 'playwright';
import type { Order } from '#shared/api/orders.ts';
import { ferryMenu } from '../../demo/menu.ts';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { line } from '../support/shop/platform.ts';
import { sellerApi, type SellerApi } from '../support/shop/seller-api.ts';
import { startElsewhere, startProcess, type BenchProcess } from './bench-process.ts';
import { openProduct } from './board-product.ts';
import type { Guests } from './guests.ts';
import type { Honest, HonestWindow } from './honest-callers.ts';
import { quantile, row, type Row } from './measure.ts';
import { floorsTogether, openFloors, paintedAt, watchPaint, type Floor } from './painted.ts';
import { cpuOf } from './processes.ts';

const CARDS = 1_000;
const GUESTS = 500;
const ORDERS_A_SECOND = 50;
/** Outlets of another seller, which take the orders where the board's own does not. */
const NEIGHBOURS = 10;
const ROUNDS = 5;
const WINDOW_MS = 6_000;
/**
 * One of the orders whose way to the card is timed; one at a time. No multiple of a frame, so that they come at any
 * moment between two.
 */
const TIMED_EVERY_MS = 97;
const FLOORS = 60;
/** How often a count of the menu changes: as often as the server looks. */
const MENU_CHANGES_EVERY_MS = 1_000;
const CANCELLED_AT_ONCE = 8;
const menu = ferryMenu();
const basket = JSON.stringify({
  customerName: 'Priya Raman',
  tableNumber: '7',
  items: ['Ferry burger', 'Beer-battered haddock', 'Flat white', 'Cola'].map((name) => line(menu, name)),
  paymentMethod: 'test_ok',
});
/** Of an item that none of these orders has. */
const counted = menu[0]?.list[0]?.id ?? '';

type Product = Awaited<ReturnType<typeof openProduct>>;
type Loaders = { guests: BenchProcess; callers: BenchProcess; spinner: BenchProcess };
type Scene = Loaders & { product: Product; board: Page; seller: SellerApi; neighbours: SellerApi[] };
/** How long each timed order took, and the shares of a core that were used meanwhile. */
type Window = { took: number[]; server: number; load: number; page: number };

/**
 * From a guest's press to the card, while an outlet's page is open at 500 guests, its menu changes every second and
 * 50 other orders a second come in; against the same board in calm, and against the floors. Guests share the machine
 * with the server, which real ones do not: so in the calm and beside the floors a process uses as much of a core, on
 * nothing, as they did.
 */
export async function crowdRows(executablePath: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  const product = await openProduct(CARDS, {
    menu,
    env: { TRUST_PROXY: '127.0.0.1' },
    neighbours: NEIGHBOURS,
  });
  const [guests, callers, spinner] = await Promise.all([
    startProcess('guests.ts'),
    startProcess('honest-callers.ts'),
    startElsewhere('attacker.ts'),
  ]);
  const loaders: Loaders = { guests, callers, spinner };
  try {
    const board = await product.signedIn(browser, watchPaint);
    // So that the newest card is in sight, however many wait.
    await board.getByRole('button', { name: 'Newest first' }).click();
    const { email, outletIds } = product.neighbours;
    const neighbours = await Promise.all(
      outletIds.map((outletId) => sellerApi({ ...product, email, outletId })),
    );
    return await measure(browser, {
      ...loaders,
      product,
      board,
      seller: await sellerApi(product),
      neighbours,
    });
  } finally {
    await browser.close();
    await Promise.all(Object.values(loaders).map((each) => each.stop()));
    await product.close();
  }
}

async function measure(browser: Browser, scene: Scene): Promise<Row[]> {
  const floors = await openFloors(browser);
  const [busy, elsewhere, calm, floor]: [Window[], Window[], Window[], Floor[]] = [[], [], [], []];
  let rereads = 0;
  // The first round runs code that is not compiled yet.
  for (let round = -1; round < ROUNDS; round += 1) {
    const next = await crowdedWindow(scene, scene.product.neighbours.outletIds);
    const crowded = await crowdedWindow(scene, [scene.product.outletId]);
    const share = crowded.window.load;
    const quiet = await beside(scene, share, () => watch(scene));
    await clear(scene);
    const bare = await beside(scene, share, async () => {
      const some: Floor[] = [];
      while (some.length < FLOORS) some.push(await floors.once());
      return some;
    });
    if (round < 0) continue;
    elsewhere.push(next.window);
    busy.push(crowded.window);
    rereads += crowded.rereads;
    calm.push(quiet);
    floor.push(...bare);
  }
  await floors.close();
  return rowsOf({ busy, elsewhere, calm }, floor, rereads);
}

/** While guests are there, and orders come in at the named outlets. */
async function crowdedWindow(scene: Scene, outlets: string[]): Promise<{ window: Window; rereads: number }> {
  const { guests, callers, product, neighbours } = scene;
  const { origin, outletId } = product;
  await Promise.all(neighbours.map((neighbour) => neighbour.listen()));
  await guests.ask('come', { origin, outletId, guests: GUESTS } satisfies Guests);
  const ordering = callers.ask<Honest>('serve', {
    origin,
    shops: [{ outlets }],
    basket,
    password: '',
    emails: [],
    durationMs: WINDOW_MS,
    ordersPerSecond: ORDERS_A_SECOND,
    signInsPerSecond: 0,
  } satisfies HonestWindow);
  const over = new AbortController();
  const [window, { failed }] = await Promise.all([
    watch(scene).finally(() => over.abort()),
    ordering,
    changeMenu(scene, over.signal),
  ]);
  if (failed.length > 0) console.log(`M21: ${failed.length} other orders failed: ${failed[0]}`);
  return { window, rereads: await guests.ask<number>('leave') };
}

/** Counts down the last portions of an item, as if they were sold. */
async function changeMenu({ product, seller }: Scene, over: AbortSignal): Promise<void> {
  for (let left = 5; !over.aborted; left = left > 1 ? left - 1 : 5) {
    await seller.call('POST', `/sellers/outlets/${product.outletId}/portions`, { itemId: counted, left });
    await wait(MENU_CHANGES_EVERY_MS, null, { signal: over }).catch(() => undefined);
  }
}

/** Times an order now and then, each from its sending to its painted card on the board. */
async function watch({ product, board, guests, callers }: Scene): Promise<Window> {
  await board.bringToFront();
  const session = await board.context().newCDPSession(board);
  await session.send('Performance.enable');
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return {
      server: await cpuOf([product.pid]),
      load: await cpuOf([guests.pid, callers.pid]),
      page: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000,
    };
  };
  const before = await spent();
  const began = performance.now();
  const took: number[] = [];
  for (let due = began; due < began + WINDOW_MS; due += TIMED_EVERY_MS) {
    await wait(Math.max(0, due - performance.now()));
    const posted = Date.now();
    const { painted } = await paintedAt(board, await product.place(), ORDERS_A_SECOND);
    took.push(painted - posted);
    due = Math.max(due, performance.now() - TIMED_EVERY_MS);
  }
  const after = await spent();
  const share = (of: keyof typeof after) => (after[of] - before[of]) / (performance.now() - began);
  await session.detach();
  return { took, server: share('server'), load: share('load'), page: share('page') };
}

/** Does something while a process uses a share of a core on nothing. */
async function beside<T>({ spinner }: Scene, share: number, something: () => Promise<T>): Promise<T> {
  const spinning = spinner.ask('spin', { share: Math.min(share, 1), ms: WINDOW_MS });
  const done = await something();
  await spinning;
  return done;
}

/** Cancels what nobody accepted, so that each round begins with the same board. */
async function clear({ product, seller }: Scene): Promise<void> {
  const orders = await seller.call<Order[]>('GET', `/sellers/outlets/${product.outletId}/orders`);
  const cancelling = pLimit(CANCELLED_AT_ONCE);
  const waiting = orders.filter(({ status }) => status === 'deliver_pending');
  await Promise.all(
    waiting.map(({ id }) => cancelling(() => seller.call('POST', `/sellers/orders/cancel/${id}`))),
  );
}

function rowsOf(
  { busy, elsewhere, calm }: Record<'busy' | 'elsewhere' | 'calm', Window[]>,
  floors: Floor[],
  rereads: number,
): Row[] {
  const at = (share: number, windows: Window[]) =>
    quantile(
      windows.flatMap(({ took }) => took),
      share,
    );
  const others = `${GUESTS} guests, ${ORDERS_A_SECOND} orders a second at ${NEIGHBOURS} other outlets: POST to painted card`;
  const what = `${GUESTS} guests, ${ORDERS_A_SECOND} orders a second at this outlet: POST to painted card`;
  const over = 'over raw commit, bare socket and paint';
  const toFloors = (name: string, windows: Window[], share: number, target: string) =>
    row(
      'M21',
      `${name}, p${100 * share}, ${over}`,
      at(share, windows),
      floorsTogether(floors, share),
      'ms',
      target,
    );
  const mean = (of: 'server' | 'load' | 'page') =>
    (100 * busy.reduce((sum, window) => sum + window[of], 0)) / busy.length;
  const used = (name: string, of: 'server' | 'load' | 'page') =>
    row('M21', `meanwhile, of a core, ${name}`, mean(of), 100, '%', '');
  return [
    toFloors(others, elsewhere, 0.99, '<= 2'),
    toFloors(others, elsewhere, 0.5, ''),
    toFloors(what, busy, 0.99, '<= 2'),
    toFloors(what, busy, 0.5, ''),
    toFloors('the same in calm', calm, 0.99, ''),
    row('M21', `${what}, p99, against calm`, at(0.99, busy), at(0.99, calm), 'ms', ''),
    row('M21', `${what}, p50, against calm`, at(0.5, busy), at(0.5, calm), 'ms', ''),
    used('the server', 'server'),
    used('the board’s page', 'page'),
    used('guests and callers', 'load'),
    row('M21', 'menus that were read again', rereads / ((ROUNDS * WINDOW_MS) / 1000), GUESTS, '/s', ''),
  ];
}
