import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { chromiumArgs, findChromium } from '../../support/browser/chromium.ts';
import { moment } from '../until.ts';
import { installEar, setClockWrong, type DeafTo, type Ear } from './ear.ts';
import { watchStore } from './store-watch.ts';

type Tab = {
  address: string;
  /** How far its clock is ahead. */
  aheadMs: number;
  /** The entries of its local storage that sign it in, where the browser is not signed in yet. */
  kept?: Record<string, string>;
};

/** A browser of its own. */
export async function openBrowser() {
  const found = await findChromium();
  if ('missing' in found) throw new Error(found.missing);
  const browser = await chromium.launch({ executablePath: found.path, args: chromiumArgs });
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1366, height: 768 },
  });
  return { browser, context };
}

/** Opens a tab at the live board, and presses something there once. */
export async function openTab(context: BrowserContext, { address, aheadMs, kept }: Tab): Promise<Page> {
  const page = await context.newPage();
  if (kept) {
    // A page of the same origin without a script.
    await page.goto(new URL('/mark.svg', address).href);
    await page.evaluate((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, kept);
  }
  // As one script: several have no order that can be relied on.
  const clock = aheadMs === 0 ? '' : `(${setClockWrong.toString()})(${aheadMs});`;
  await page.addInitScript(`(${installEar.toString()})(); (${watchStore.toString()})(); ${clock}`);
  await load(page, address);
  return page;
}

/** How long a person waits before an empty page until they load it again, in ms. */
const EMPTY_MS = 8_000;

/** Loads the address; where another fault strikes meanwhile, a person would press "try again". */
export async function load(page: Page, address: string): Promise<void> {
  const open = async () => {
    const reply = await page.goto(address, { waitUntil: 'commit', timeout: EMPTY_MS }).catch(() => null);
    if (!reply) return false;
    const shown = page.locator('#root > *').first().waitFor({ state: 'attached', timeout: EMPTY_MS });
    return shown.then(
      () => true,
      () => false,
    );
  };
  while (!page.isClosed() && !(await open())) await moment(Date.now() + 100);
  await mayRing(page);
}

/** A press anywhere, without which a browser lets no page sound. */
async function mayRing(page: Page): Promise<void> {
  await page.mouse.click(5, 5).catch(() => undefined);
}

export async function setVolume(page: Page, volumePercent: number): Promise<void> {
  await page.evaluate((percent) => {
    const kept = JSON.parse(localStorage.getItem('preferences') ?? '{}') as object;
    localStorage.setItem('preferences', JSON.stringify({ ...kept, volumePercent: percent }));
    dispatchEvent(new StorageEvent('storage', { key: 'preferences' }));
  }, volumePercent);
}

const ANSWERS_WITHIN_MS = 2_000;

/** Null from a page that is frozen or loading. */
export async function ask<T>(page: Page, question: () => T): Promise<T | null> {
  const silent = new Promise<null>((resolve) => setTimeout(resolve, ANSWERS_WITHIN_MS, null));
  return Promise.race([page.evaluate(question).catch(() => null), silent]);
}

/** Stops the page's process until the promise resolves. */
export async function freezePage(page: Page, until: Promise<unknown>, stopped?: () => void): Promise<void> {
  const pid = await processOf(page);
  process.kill(pid, 'SIGSTOP');
  stopped?.();
  try {
    await until;
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** The browser has a spare process, and perhaps one that is just ending: the page's is the one that works when it does. */
async function processOf(page: Page): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  const devtools = await browser.newBrowserCDPSession();
  const before = await renderers(devtools);
  await page.evaluate(() => {
    const end = performance.now() + 60;
    while (performance.now() < end);
  });
  const after = await renderers(devtools);
  await devtools.detach();
  const worked = after.map(({ id, cpuTime }) => {
    const earlier = before.find((one) => one.id === id)?.cpuTime ?? cpuTime;
    return { id, work: cpuTime - earlier };
  });
  const [busiest] = worked.toSorted((a, b) => b.work - a.work);
  if (!busiest) throw new Error('The browser has no page');
  return busiest.id;
}

async function renderers(devtools: CDPSession) {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer');
}

/** Takes messages from the page's live connection, from now on. */
export async function setDeafTo(page: Page, to: DeafTo): Promise<void> {
  await page.evaluate((deafTo) => {
    (globalThis as unknown as { ear: Ear }).ear.deafTo = deafTo;
  }, to);
}
