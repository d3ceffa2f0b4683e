import { expect, test, type Browser, type Page } from 'playwright/test';
import { listenToPage } from '../support/bell-of-page.ts';
import { openLine, type Line } from '../support/line.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { card, openSignedIn, startTrading } from '../support/shift.ts';
import { SLOW_S } from '../support/waits.ts';

let platform: TestPlatform;
let line: Line;
test.beforeEach(async () => {
  platform = await startPlatform();
  line = await openLine(Number(new URL(platform.origin).port));
});
test.afterEach(async () => {
  await line.close();
  await platform.stop();
});

/**
 * Stops the process of the browser's only page, as a browser freezes a tab that nobody looks at, or a computer that
 * sleeps. DevTools' own way of freezing does nothing to a page that Playwright watches.
 *
 * @returns lets it go on
 */
async function freezePage(browser: Browser): Promise<() => void> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  // The browser keeps another at hand, which has hardly done anything yet.
  const [busiest] = processInfo
    .filter(({ type }) => type === 'renderer')
    .toSorted((a, b) => b.cpuTime - a.cpuTime);
  if (!busiest) throw new Error('The browser has no page');
  process.kill(busiest.id, 'SIGSTOP');
  return () => void process.kill(busiest.id, 'SIGCONT');
}

/** On the live board of an outlet that trades, over a line that the test can break. */
async function tradeOverLine(page: Page) {
  const tones = await listenToPage(page);
  await openSignedIn(page, { ...platform, origin: `http://127.0.0.1:${line.port}` });
  await startTrading(page);
  return { rang: async () => (await tones()).some(({ sound }) => sound === 'order') };
}

test('a tab that the browser has frozen: its order is told on the seller’s other screens, and rings within 3 s once the tab goes on', async ({
  page,
  browser,
}) => {
  const { rang } = await tradeOverLine(page);
  const goOn = await freezePage(browser);
  const office = await (await browser.newContext()).newPage();
  await openSignedIn(office, platform);
  const band = office.getByRole('alert').filter({ hasText: 'at The Old Ferry has rung on no till.' });
  await platform.placeOrder();
  await expect(band).toBeVisible({ timeout: 40_000 });
  const wokenAt = Date.now();
  goOn();
  await expect(card(page, 1)).toBeVisible();
  await expect.poll(rang).toBe(true);
  expect((Date.now() - wokenAt) / 1000).toBeLessThan(3 + SLOW_S);
  await expect(band).toBeHidden();
  await office.context().close();
});

test('a tab that wakes with a dead connection is right within 3 s, or says that it is not (D71)', async ({
  page,
  browser,
}) => {
  await tradeOverLine(page);
  const goOn = await freezePage(browser);
  line.be('silent');
  await platform.placeOrder();
  // A page takes it for sleep where it has stood still for 6 s.
  await new Promise((slept) => setTimeout(slept, 8_000));
  const wokenAt = Date.now();
  goOn();
  await expect(page.getByText('Connected', { exact: true })).toBeHidden();
  expect((Date.now() - wokenAt) / 1000).toBeLessThan(3 + SLOW_S);
  line.be('well');
  await expect(card(page, 1)).toBeVisible();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
});
