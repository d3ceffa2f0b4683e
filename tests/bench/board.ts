import { chromium, type Browser, type Page } from 'playwright';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { openProduct } from './board-product.ts';
import { median, quantile, row, type Row } from './measure.ts';
import { openFloors, openPaintFloor, takeTurn, turnsRow, watchPaint, type Turn } from './painted.ts';

const CARDS = 1_000;
const MESSAGES = 300;
/** The first messages run code that is not compiled yet. */
const WARM_UP = 10;
const IDLE_MS = 10_000;

/** The main thread's work while nothing happens, in ms a second, and the heap after a collection, in MB. */
async function idleCost(page: Page): Promise<{ msPerSecond: number; heapMb: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await read();
  await page.waitForTimeout(IDLE_MS);
  const after = await read();
  await session.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize = 0 } = await read();
  const task = (after['TaskDuration'] ?? 0) - (before['TaskDuration'] ?? 0);
  return { msPerSecond: (task * 1000) / (IDLE_MS / 1000), heapMb: JSHeapUsedSize / 1e6 };
}

/** The board in a real browser: time to paint, time from the customer's press, and idle cost. */
export async function boardRows(executablePath: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    return [...(await paintRows(browser)), ...(await idleRows(browser))];
  } finally {
    await browser.close();
  }
}

async function paintRows(browser: Browser): Promise<Row[]> {
  const product = await openProduct(CARDS);
  const floors = await openFloors(browser);
  const board = await product.signedIn(browser, watchPaint);

  const turns: Turn[] = [];
  while (turns.length < WARM_UP + MESSAGES)
    turns.push(
      await takeTurn({ board, floors, place: product.place, after: () => product.acceptAll(board) }),
    );
  await product.close();
  await floors.close();
  const taken = turns.slice(WARM_UP);
  const ours = taken.map(({ painted }) => painted);
  const bare = taken.map(({ floor }) => floor.painted);
  const toBare = (share: number, target: string) =>
    row(
      'M7',
      `message to painted card among ${CARDS}, p${100 * share}`,
      quantile(ours, share),
      quantile(bare, share),
      'ms',
      target,
    );
  return [
    toBare(0.5, '<= 5'),
    toBare(0.99, '<= 3'),
    turnsRow('M8', 'POST to painted card', taken, 0.99, '<= 2'),
  ];
}

async function idleRows(browser: Browser): Promise<Row[]> {
  const floor = await openPaintFloor();
  const naivePage = async (cards: number) => {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    await page.goto(`${floor.origin}/naive.html?cards=${cards}`);
    await page.locator('body[data-ready]').waitFor({ state: 'attached' });
    return page;
  };
  const measure = async (open: () => Promise<Page>) => {
    const page = await open();
    const cost = await idleCost(page);
    await page.close();
    return cost;
  };
  const ours = async (cards: number) => {
    const product = await openProduct(cards);
    const cost = await measure(() => product.signedIn(browser));
    await product.close();
    return cost;
  };
  const none = await ours(0);
  const naiveNone = await measure(() => naivePage(0));
  const samples = {
    many: [await ours(CARDS)],
    some: [await ours(300)],
    naive: [await measure(() => naivePage(CARDS))],
  };
  samples.many.push(await ours(CARDS));
  samples.some.push(await ours(300));
  samples.naive.push(await measure(() => naivePage(CARDS)));
  await floor.close();
  const cost = (some: typeof samples.many) => median(some.map(({ msPerSecond }) => msPerSecond));
  const heap = (some: typeof samples.many, empty: number) => median(some.map(({ heapMb }) => heapMb)) - empty;
  return [
    row('M9', `${CARDS} cards idle, main thread`, cost(samples.many), cost(samples.naive), 'ms/s', '<= 0.01'),
    row('M9', `${CARDS} cards idle against 300`, cost(samples.many), cost(samples.some), 'ms/s', '<= 1.3'),
    row(
      'M9',
      `${CARDS} cards, heap over an empty board`,
      heap(samples.many, none.heapMb),
      heap(samples.naive, naiveNone.heapMb),
      'MB',
      '<= 0.1',
    ),
  ];
}
