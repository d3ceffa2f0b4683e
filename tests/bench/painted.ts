/** From a message to pixels: how a page is watched, and the floors of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { Server } from 'socket.io';
import { openPgliteFloor } from './floor-pglite.ts';
import { quantile, row, type Row } from './measure.ts';
import { servePages } from './static-pages.ts';

/** Runs before a page's own code: records when an order's message reaches the socket and when its card is painted. */
export function watchPaint() {
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

/**
 * When an order's message arrived, and when its card was painted: or that of one of the next, where the newest stand on
 * top, and so many came with it that it is out of sight already.
 */
async function paintedAt(
  page: Page,
  orderNumber: number,
  orNext = 0,
): Promise<{ arrived: number; painted: number }> {
  const handle = await page.waitForFunction(
    ({ from, to }) => {
      const { arrivals, painted } = globalThis as unknown as Marks;
      for (let number = from; number <= to; number += 1) {
        const at = painted[number];
        if (at) return { arrived: arrivals[from] ?? 0, painted: at };
      }
      return null;
    },
    { from: orderNumber, to: orderNumber + orNext },
  );
  return (await handle.jsonValue()) ?? { arrived: 0, painted: 0 };
}

/** The floor's pages over a bare socket.io server. */
export async function openPaintFloor() {
  const { origin, http } = await servePages('.cache/bench-pages');
  const io = new Server(http, { transports: ['websocket'] });
  return {
    origin,
    send: (order: object) => io.emit('order-update', { order, seq: 1 }),
    close: () => io.close(),
  };
}

/** One order of the floors, in ms: its raw commit, and a bare socket's message from its sending and its arrival to paint. */
export type Floor = { committed: number; painted: number; whole: number };

/** The raw commit, and the bare page in front of a bare socket. */
export async function openFloors(browser: Browser) {
  const line = await openPaintFloor();
  const folder = await mkdtemp(path.join(tmpdir(), 'servery-floor-'));
  const commits = await openPgliteFloor(path.join(folder, 'pglite'));
  const page = await browser.newPage();
  await page.addInitScript(watchPaint);
  await page.goto(`${line.origin}/bare.html`);
  await page.locator('body[data-ready]').waitFor({ state: 'attached' });
  let message = 0;
  return {
    async once(): Promise<Floor> {
      const began = performance.now();
      await commits.order(0);
      const committed = performance.now() - began;
      await bringToFront(page);
      message += 1;
      const sent = Date.now();
      line.send({ orderNumber: message, customerName: 'Tom' });
      const mark = await paintedAt(page, message);
      return { committed, painted: mark.painted - mark.arrived, whole: mark.painted - sent };
    },
    async close() {
      await commits.close();
      await rm(folder, { recursive: true, force: true });
      await line.close();
    },
  };
}

const FRAME_MS = 1000 / 60;

/**
 * As a till's board is in front all day: what has just come to the front is first drawn anew, which is no order's way.
 * Then what is timed begins at any moment between two frames.
 */
async function bringToFront(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  await wait(Math.random() * FRAME_MS);
}

/** One order on the board, in ms from its message and from its sending to its painted card, and the floors after it. */
export type Turn = { painted: number; whole: number; floor: Floor };

export type Turning = {
  board: Page;
  floors: Awaited<ReturnType<typeof openFloors>>;
  /** Places an order and returns its number. */
  place: () => Promise<number>;
  /** What is done between the order and the floors. */
  after?: () => Promise<void>;
  /** How many others may push the card out of sight. */
  orNext?: number;
};

/** In turn, so that a slow moment of the machine affects both. */
export async function takeTurn({ board, floors, place, after, orNext }: Turning): Promise<Turn> {
  await bringToFront(board);
  const posted = Date.now();
  const { arrived, painted } = await paintedAt(board, await place(), orNext);
  await after?.();
  return { painted: painted - arrived, whole: painted - posted, floor: await floors.once() };
}

/** Orders from their sending to their painted card, over their raw commit, bare socket and paint together. */
export function turnsRow(id: string, what: string, turns: Turn[], share: number, target: string): Row {
  const at = (of: (turn: Turn) => number) => quantile(turns.map(of), share);
  const ours = at(({ whole }) => whole);
  const floors = at(({ floor }) => floor.committed) + at(({ floor }) => floor.whole);
  const name = `${what}, p${100 * share}, over raw commit, bare socket and paint`;
  return row(id, name, ours, floors, 'ms', target);
}
