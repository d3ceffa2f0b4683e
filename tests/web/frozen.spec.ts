import { expect, type Browser, type Page } from 'playwright/test';
import { listenToPage } from '../support/till/bell-of-page.ts';
import type { Line } from '../support/servers/line.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import { card, openSignedIn, startTrading } from '../support/shop/shift.ts';
import { SLOW_S } from '../support/runner/waits.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';

/**
 * Stops the process of the browser's only page, as a browser freezes a hidden tab, or as on a computer that sleeps.
 * DevTools' own way of freezing has no effect on a page that Playwright controls.
 *
 * @returns lets it continue
 */
async function freezePage(browser: Browser): Promise<() => void> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  // The browser has a spare process, which has hardly done any work.
  const [busiest] = processInfo
    .filter(({ type }) => type === 'renderer')
    .toSorted((a, b) => b.cpuTime - a.cpuTime);
  if (!busiest) throw new Error('The browser has no page');
  process.kill(busiest.id, 'SIGSTOP');
  return () => void process.kill(busiest.id, 'SIGCONT');
}

/** On the live board of a trading outlet, over a connection that the test can break. */
async function tradeOverLine(page: Page, platform: TestPlatform, line: Line) {
  const tones = await listenToPage(page);
  await openSignedIn(page, { ...platform, origin: `http://127.0.0.1:${line.port}` });
  await startTrading(page);
  return { rang: async () => (await tones()).some(({ sound }) => sound === 'order') };
}

test('a tab that the browser has frozen: its order is told on the seller’s other screens, and rings within 3 s once the tab goes on', async ({
  page,
  browser,
  platform,
  line,
  elsewhere,
}) => {
  const { rang } = await tradeOverLine(page, platform, line);
  const goOn = await freezePage(browser);
  const office = await elsewhere();
  const band = office.getByRole('alert').filter({ hasText: 'at The Old Ferry has rung on no till.' });
  await platform.placeOrder();
  await expect(band).toBeVisible({ timeout: 40_000 });
  const wokenAt = Date.now();
  goOn();
  await expect(card(page, 1)).toBeVisible();
  await expect.poll(rang).toBe(true);
  expect((Date.now() - wokenAt) / 1000).toBeLessThan(3 + SLOW_S);
  await expect(band).toBeHidden();
});

test('a computer that wakes with a dead connection reads anew at once, and says within 3 s that nothing comes by itself (D71)', async ({
  page,
  platform,
  line,
}) => {
  // Sleep is a jump of the page's clock. Afterwards it stands still, so that time limits hold however busy the
  // machine is.
  await page.clock.install();
  let answers = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => (answers += String(payload).startsWith('43') ? 1 : 0)),
  );
  const { rang } = await tradeOverLine(page, platform, line);
  const connected = page.getByText('Connected', { exact: true });
  // New requests use a new connection.
  await page.route(/\/outlets\/[^/]+\/orders$/, (route) =>
    route.continue({ url: platform.origin + new URL(route.request().url()).pathname }),
  );
  // Right after an answer: the next heartbeat would follow in 5 s.
  const before = answers;
  await expect.poll(() => answers).toBeGreaterThan(before);
  line.be('silent');
  await platform.placeOrder();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 8_000);
  await expect(card(page, 1)).toBeVisible();
  await expect.poll(rang).toBe(true);
  await page.clock.runFor(3_000);
  await expect(connected).toBeHidden();
  line.be('well');
  await page.clock.resume();
  await expect(connected).toBeVisible();
});

test('a board that somebody comes back to asks for the versions of its orders, and does not read its list again (D32)', async ({
  page,
  platform,
  line,
}) => {
  await tradeOverLine(page, platform, line);
  const listed: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/orders') && request.method() === 'GET') listed.push(request.url());
  });
  for (const event of ['focus', 'visibilitychange']) {
    const checked = page.waitForResponse(/\/order-versions$/);
    await page.evaluate((type) => document.dispatchEvent(new Event(type, { bubbles: true })), event);
    await (await checked).finished();
  }
  await platform.placeOrder();
  await expect(card(page, 1)).toBeVisible();
  expect(listed).toEqual([]);
});
