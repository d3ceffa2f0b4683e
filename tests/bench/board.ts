import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { Server } from 'socket.io';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { openProduct } from './board-product.ts';
import { openPgliteFloor } from './floor-pglite.ts';
import { median, quantile, row, type Row } from './measure.ts';
import { servePages } from './static-pages.ts';

const CARDS = 1_000;
const MESSAGES = 300;
/** The first messages run code that is not compiled yet. */
const WARM_UP = 10;
const IDLE_MS = 10_000;

/** Runs before a page's own code: records when an order's message reaches the socket and when its card is painted. */
function watchPaint() {
  const arrivals: Record<string, number> = {};
  const painted: Record<string, number> = {};
  Object.assign(globalThis, { arrivals, painted });
  const Native = globalThis.WebSocket;
  globalThis.WebSocket = class extends Native {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const number =
          typeof data === 'string' &&
          data.includes('"order-update"') &&
          /"orderNumber":(\d+)/.exec(data)?.[1];
        if (number && !(number in arrivals)) arrivals[number] = performance.timeOrigin + performance.now();
      });
    }
  };
  const seen = (element: Element) => {
    const number = element.getAttribute('data-order-number');
    if (number === null || number in painted || !(number in arrivals)) return;
    painted[number] = 0;
    // The frame after the next one's callbacks: by then the pixels are on their way.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => (painted[number] = performance.timeOrigin + performance.now()));
      port1.start();
      port2.postMessage(null);
    });
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        seen(node);
        for (const inner of node.querySelectorAll('[data-order-number]')) seen(inner);
      }
  }).observe(document, { childList: true, subtree: true });
}

type Marks = { arrivals: Record<string, number>; painted: Record<string, number> };

async function paintedAt(page: Page, orderNumber: number): Promise<{ arrived: number; painted: number }> {
  const handle = await page.waitForFunction((number) => {
    const { arrivals, painted } = globalThis as unknown as Marks;
    return painted[number] ? { arrived: arrivals[number] ?? 0, painted: painted[number] } : null;
  }, String(orderNumber));
  return (await handle.jsonValue()) ?? { arrived: 0, painted: 0 };
}

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

/** The floor's pages over a bare socket.io server. */
async function openFloor() {
  const { origin, http } = await servePages('.cache/bench-pages');
  const io = new Server(http, { transports: ['websocket'] });
  return {
    origin,
    send: (order: object) => io.emit('order-update', { order, seq: 1 }),
    close: () => io.close(),
  };
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
  const floor = await openFloor();
  const folder = await mkdtemp(path.join(tmpdir(), 'servery-floor-'));
  const commits = await openPgliteFloor(path.join(folder, 'pglite'));
  const product = await openProduct(CARDS);
  const bare = await browser.newPage();
  await bare.addInitScript(watchPaint);
  await bare.goto(`${floor.origin}/bare.html`);
  await bare.locator('body[data-ready]').waitFor({ state: 'attached' });
  const board = await product.signedIn(browser, watchPaint);

  const ours: number[] = [];
  const bareMs: number[] = [];
  const whole: number[] = [];
  const bareWhole: number[] = [];
  const committed: number[] = [];
  for (let message = 1; message <= WARM_UP + MESSAGES; message += 1) {
    await board.bringToFront();
    const posted = Date.now();
    const number = await product.place();
    const mark = await paintedAt(board, number);
    ours.push(mark.painted - mark.arrived);
    whole.push(mark.painted - posted);
    await product.acceptAll(board);
    const began = performance.now();
    await commits.order(0);
    committed.push(performance.now() - began);
    await bare.bringToFront();
    const sent = Date.now();
    floor.send({ orderNumber: message, customerName: 'Tom' });
    const bareMark = await paintedAt(bare, message);
    bareMs.push(bareMark.painted - bareMark.arrived);
    bareWhole.push(bareMark.painted - sent);
  }
  await product.close();
  await commits.close();
  await rm(folder, { recursive: true, force: true });
  await floor.close();
  const at = (share: number, what: number[]) => quantile(what.slice(WARM_UP), share);
  return [
    row('M7', `message to painted card among ${CARDS}, p50`, at(0.5, ours), at(0.5, bareMs), 'ms', '<= 5'),
    row('M7', `message to painted card among ${CARDS}, p99`, at(0.99, ours), at(0.99, bareMs), 'ms', '<= 3'),
    row(
      'M8',
      'POST to painted card, p99, over raw commit, bare socket and paint',
      at(0.99, whole),
      at(0.99, committed) + at(0.99, bareWhole),
      'ms',
      '<= 2',
    ),
  ];
}

async function idleRows(browser: Browser): Promise<Row[]> {
  const floor = await openFloor();
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
