import pLimit from 'p-limit';
import { signInBeside } from '../../support/browser/kept-sign-in.ts';
import { openLine, type Line } from '../../support/servers/line.ts';
import type { Press, ScreenLog, Span } from '../run-log.ts';
import type { DeafTo, Ear, Heard } from './ear.ts';
import type { Platform } from './platform.ts';
import { press, settle, type PressedOrder } from './press.ts';
import { ask, freezePage, load, openBrowser, openTab, setDeafTo, setVolume } from './tab.ts';

/** A real browser on the live board, over a line of its own that can be broken. */
export type Screen = {
  name: string;
  line: Line;
  page(): Awaited<ReturnType<typeof openTab>>;
  heard: Heard[];
  presses: Press[];
  /** While it was broken by the schedule, however it saw that itself. */
  broken: Span[];
  /** Whether it says "Connected" now. */
  connected(): boolean;
  /** Closes the tab, and opens it again once `closedFor` resolves, its clock wrong by so much. */
  reopen(options: { aheadMs?: number; closedFor?: Promise<unknown>; closed?: () => void }): Promise<void>;
  /** Stops its process until the promise resolves, as on a computer that sleeps. */
  freeze(until: Promise<unknown>, stopped?: () => void): Promise<void>;
  /** Loads the page again with a token that the server takes for expired. */
  expireToken(): Promise<void>;
  /** Sets the volume of its computer, as another tab would. */
  volume(percent: number): Promise<void>;
  /** The orders that it has now; null if it does not answer. */
  shown(): Promise<ScreenLog['shown'] | null>;
  /** Takes messages from its live connection, from now on. */
  deafen(to: DeafTo): Promise<void>;
  /** Presses a button of an order, and notes what comes of it; false if there is none to press. */
  press(order: PressedOrder, label: string): Promise<boolean>;
  /** How long a press is watched, in ms: longer than it may take. */
  watchPressMs: number;
  /** Resolves once every press has come to something. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** @param server the one that its line leads to while that server lives */
export async function openScreen(platform: Platform, name: string, server: number): Promise<Screen> {
  const line = await openLine(() => platform.port(server));
  const origin = `http://127.0.0.1:${line.port}`;
  const { browser, context } = await openBrowser();
  const kept = await signInBeside(origin, platform.email, platform.password);
  const heard: Heard[] = [];
  const waits: Promise<void>[] = [];
  const presses: Press[] = [];
  const frozen: Span[] = [];
  await context.exposeBinding('tell', (_source, what: Heard) => void heard.push(what));
  const address = `${origin}/outlets/${platform.outletId}/trading-session`;
  /** A screen has one pointer: two presses at once would be one press somewhere else. */
  const hand = pLimit(1);
  let page = await openTab(context, { address, aheadMs: 0, kept });

  const screen: Screen = {
    name,
    line,
    watchPressMs: 45_000,
    page: () => page,
    heard,
    presses,
    broken: [],
    connected() {
      const last = heard.findLast(({ kind }) => kind === 'connection' || kind === 'closed');
      return last?.kind === 'connection' && last.connected;
    },
    async reopen({ aheadMs = 0, closedFor, closed }) {
      await page.close();
      heard.push({ kind: 'closed', at: Date.now() });
      closed?.();
      await closedFor;
      page = await openTab(context, { address, aheadMs });
    },
    freeze: (until, stopped) => during(frozen, freezePage(page, until, stopped)),
    async expireToken() {
      await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
      heard.push({ kind: 'closed', at: Date.now() });
      await load(page, address);
    },
    volume: (percent) => setVolume(page, percent),
    shown: () => ask(page, () => (globalThis as unknown as { ear: Ear }).ear.shown()),
    deafen: (to) => setDeafTo(page, to),
    async press(order, label) {
      const entry = await hand(() => press(page, name, order, label, heard));
      if (!entry) return false;
      presses.push(entry);
      waits.push(settle(heard, presses, entry, screen.watchPressMs, frozen));
      return true;
    },
    settled: async () => void (await Promise.all(waits)),
    async close() {
      await browser.close();
      await line.close();
    },
  };
  return screen;
}

/** Notes how long something lasts. */
async function during(spans: Span[], lasting: Promise<void>): Promise<void> {
  const span: Span = { from: Date.now(), to: Infinity };
  spans.push(span);
  await lasting;
  span.to = Date.now();
}
