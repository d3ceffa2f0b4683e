import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { chromium, type Page } from 'playwright';
import type { Order } from '#shared/api/orders.ts';
import { ferryMenu } from '../../demo/menu.ts';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { line } from '../support/shop/platform.ts';
import { sellerApi, type SellerApi } from '../support/shop/seller-api.ts';
import { startProcess, type BenchProcess } from './bench-process.ts';
import { openProduct } from './board-product.ts';
import type { Guests } from './guests.ts';
import type { Honest, HonestWindow } from './honest-callers.ts';
import { row, type Row } from './measure.ts';
import { openFloors, takeTurn, turnsRow, watchPaint, type Turn, type Turning } from './painted.ts';
import { cpuOf } from './processes.ts';

const CARDS = 1_000;
const GUESTS = 500;
const ORDERS_A_SECOND = 50;
/** Outlets of another seller, which take the orders where the board's own does not. */
const NEIGHBOURS = 10;
const ROUNDS = 5;
const WINDOW_MS = 15_000;
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
type Scene = {
  guests: BenchProcess;
  callers: BenchProcess;
  product: Product;
  board: Page;
  floors: Turning['floors'];
  seller: SellerApi;
  /** By the outlet of each. */
  neighbours: ReadonlyMap<string, SellerApi>;
};
/** What a turn does besides: see {@link takeTurn}. */
type How = Pick<Turning, 'after' | 'orNext'>;
/** The timed orders with their floors, and the shares of a core that were used meanwhile. */
type Window = { turns: Turn[]; server: number; load: number; page: number };
type Windows = Record<'elsewhere' | 'here' | 'calm', Window[]>;

/**
 * From a guest's press to the card, while an outlet's page is open at 500 guests, its menu changes every second and
 * 50 other orders a second come in, at other outlets or at this one; and without any of that. It is timed as the board
 * by itself is: an order, then its floors, in turn.
 */
export async function crowdRows(executablePath: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  const product = await openProduct(CARDS, {
    menu,
    env: { TRUST_PROXY: '127.0.0.1' },
    neighbours: NEIGHBOURS,
  });
  const [guests, callers] = await Promise.all([startProcess('guests.ts'), startProcess('honest-callers.ts')]);
  try {
    const floors = await openFloors(browser);
    const board = await product.signedIn(browser, watchPaint);
    const { email, outletIds } = product.neighbours;
    const neighbours = new Map(
      await Promise.all(
        outletIds.map(
          async (outletId) => [outletId, await sellerApi({ ...product, email, outletId })] as const,
        ),
      ),
    );
    const seller = await sellerApi(product);
    const rows = await measure({ guests, callers, product, board, floors, seller, neighbours });
    await floors.close();
    return rows;
  } finally {
    await browser.close();
    await Promise.all([guests.stop(), callers.stop()]);
    await product.close();
  }
}

async function measure(scene: Scene): Promise<Row[]> {
  const { product, board } = scene;
  const accepting = { after: () => product.acceptAll(board) };
  const newestFirst = board.getByRole('button', { name: 'Newest first' });
  const taken: Windows = { elsewhere: [], here: [], calm: [] };
  let rereads = 0;
  // The first round runs code that is not compiled yet.
  for (let round = -1; round < ROUNDS; round += 1) {
    const elsewhere = await crowdedWindow(scene, product.neighbours.outletIds, accepting);
    const calm = await watch(scene, accepting);
    // So that the newest card is in sight, though nobody can accept so many.
    await newestFirst.click();
    const here = await crowdedWindow(scene, [product.outletId], { orNext: ORDERS_A_SECOND });
    await newestFirst.click();
    if (round < 0) continue;
    taken.elsewhere.push(elsewhere.window);
    taken.here.push(here.window);
    taken.calm.push(calm);
    rereads += elsewhere.rereads + here.rereads;
  }
  return rowsOf(taken, rereads / ((2 * ROUNDS * WINDOW_MS) / 1000));
}

/** While guests are there, and orders come in at the named outlets, at each in turn. */
async function crowdedWindow(
  scene: Scene,
  outlets: string[],
  how: How,
): Promise<{ window: Window; rereads: number }> {
  const { guests, callers, product, neighbours } = scene;
  const { origin, outletId } = product;
  await Promise.all([...neighbours.values()].map((neighbour) => neighbour.listen()));
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
    watch(scene, how).finally(() => over.abort()),
    ordering,
    changeMenu(scene, over.signal),
  ]);
  if (failed.length > 0) console.log(`M21: ${failed.length} other orders failed: ${failed[0]}`);
  const rereads = await guests.ask<number>('leave');
  await clear(scene);
  return { window, rereads };
}

/** Counts down the last portions of an item, as if they were sold. */
async function changeMenu({ product, seller }: Scene, over: AbortSignal): Promise<void> {
  for (let left = 5; !over.aborted; left = left > 1 ? left - 1 : 5) {
    await seller.call('POST', `/sellers/outlets/${product.outletId}/portions`, { itemId: counted, left });
    await wait(MENU_CHANGES_EVERY_MS, null, { signal: over }).catch(() => undefined);
  }
}

async function watch({ product, board, floors, guests, callers }: Scene, how: How): Promise<Window> {
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
  const turns: Turn[] = [];
  while (performance.now() < began + WINDOW_MS)
    turns.push(await takeTurn({ board, floors, place: product.place, ...how }));
  const after = await spent();
  const share = (of: keyof typeof after) => (after[of] - before[of]) / (performance.now() - began);
  await session.detach();
  return { turns, server: share('server'), load: share('load'), page: share('page') };
}

/** Cancels what nobody accepted: each window begins with the same boards, and nothing that waits for an answer. */
async function clear({ product, seller, neighbours }: Scene): Promise<void> {
  const cancelling = pLimit(CANCELLED_AT_ONCE);
  const clearOf = async ([outletId, by]: readonly [string, SellerApi]) => {
    const orders = await by.call<Order[]>('GET', `/sellers/outlets/${outletId}/orders`);
    const waiting = orders.filter(({ status }) => status === 'deliver_pending');
    await Promise.all(
      waiting.map(({ id }) => cancelling(() => by.call('POST', `/sellers/orders/cancel/${id}`))),
    );
  };
  await Promise.all([[product.outletId, seller] as const, ...neighbours].map(clearOf));
}

function rowsOf(taken: Windows, rereads: number): Row[] {
  const crowd = `${GUESTS} guests, ${ORDERS_A_SECOND} orders a second at`;
  const toFloors = (of: keyof Windows, what: string, share: number, target: string) =>
    turnsRow(
      'M21',
      `${what}: POST to painted card`,
      taken[of].flatMap(({ turns }) => turns),
      share,
      target,
    );
  const mean = (of: 'server' | 'load' | 'page') =>
    (100 * taken.here.reduce((sum, window) => sum + window[of], 0)) / taken.here.length;
  const used = (name: string, of: 'server' | 'load' | 'page') =>
    row('M21', `meanwhile, of a core, ${name}`, mean(of), 100, '%', '');
  return [
    toFloors('elsewhere', `${crowd} ${NEIGHBOURS} other outlets`, 0.99, '<= 2'),
    toFloors('elsewhere', `${crowd} ${NEIGHBOURS} other outlets`, 0.5, ''),
    toFloors('here', `${crowd} this outlet`, 0.99, '<= 2'),
    toFloors('here', `${crowd} this outlet`, 0.5, ''),
    toFloors('calm', 'the same in calm', 0.99, ''),
    used('the server', 'server'),
    used('the board’s page', 'page'),
    used('guests and callers', 'load'),
    row('M21', 'menus that were read again', rereads, GUESTS, '/s', ''),
  ];
}
