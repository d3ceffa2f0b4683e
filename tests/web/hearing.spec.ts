import { expect, type Page } from 'playwright/test';
import { withoutLoudspeaker } from '../support/browser/without-loudspeaker.ts';
import { listenToPage } from '../support/till/bell-of-page.ts';
import type { Line } from '../support/servers/line.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import {
  card,
  fillSignIn,
  openLive,
  openSignedIn,
  signInAndTrade,
  startTrading,
} from '../support/shop/shift.ts';
import { SLOW_S } from '../support/runner/waits.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';

const connected = (page: Page) => page.getByText('Connected', { exact: true });
const band = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not connected' });

/** On the live board of a trading outlet, over a connection that the test can break. */
async function openOverLine(page: Page, platform: TestPlatform, line: Line): Promise<void> {
  await openSignedIn(page, { ...platform, origin: `http://127.0.0.1:${line.port}` });
  await startTrading(page);
}

test('a line that swallows everything: within 10 s the screen says that it is not connected, and sounds; no order is lost', async ({
  page,
  platform,
  line,
}) => {
  const tones = await listenToPage(page);
  await openOverLine(page, platform, line);
  line.be('silent');
  const brokenAt = Date.now();
  await expect(connected(page)).toBeHidden();
  // The next heartbeat follows within 5 s and waits 5 s.
  expect((Date.now() - brokenAt) / 1000).toBeLessThan(10 + SLOW_S);
  await expect(band(page)).toContainText(/new orders do not arrive here, since \d\d:\d\d/);
  await expect.poll(async () => (await tones()).some(({ sound }) => sound === 'fault')).toBe(true);
  const { order } = await platform.placeOrder();
  line.be('well');
  await expect(card(page, order.orderNumber)).toBeVisible();
  await expect(connected(page)).toBeVisible();
  await expect(band(page)).toBeHidden();
  await expect.poll(async () => (await tones()).at(-1)?.sound).toBe('order');
});

test('the band is on every signed-in screen, and its alarm stops with one press until the next fault', async ({
  page,
  platform,
  line,
}) => {
  const tones = await listenToPage(page);
  const faults = async () => (await tones()).filter(({ sound }) => sound === 'fault').length;
  await openOverLine(page, platform, line);
  await page.getByRole('link', { name: 'Catalogs', exact: true }).click();
  line.be('cut');
  await expect(band(page)).toBeVisible();
  await expect.poll(faults).toBeGreaterThan(0);
  await band(page).getByRole('button', { name: 'Stop the alarm' }).click();
  await expect(band(page).getByRole('button')).toBeHidden();
  const [before, stoppedAt] = [await faults(), Date.now()];
  // It would sound again every 10 s.
  await expect.poll(() => Date.now() - stoppedAt, { timeout: 30_000 }).toBeGreaterThan(12_000);
  expect(await faults()).toBe(before);
  await expect(band(page)).toBeVisible();
  line.be('well');
  await expect(band(page)).toBeHidden();
  expect(await faults()).toBe(before);
  line.be('cut');
  await expect(band(page).getByRole('button', { name: 'Stop the alarm' })).toBeVisible();
  await expect.poll(faults).toBeGreaterThan(before);
});

test('a cut is no fault where the outlet is known to be closed', async ({ page, platform, line }) => {
  await openSignedIn(page, { ...platform, origin: `http://127.0.0.1:${line.port}` });
  await openLive(page);
  await expect(page.getByRole('heading', { name: "You're Closed" })).toBeVisible();
  await page.clock.install();
  line.be('cut');
  await page.clock.runFor(20_000);
  await expect(band(page)).toBeHidden();
});

test('a tab that was opened anew may not sound: it says so, on the seller’s other screens too, until somebody presses once', async ({
  onBoard: page,
  context,
}) => {
  const second = await context.newPage();
  // Everything that Playwright itself runs in a page counts as a press there.
  const browser = await context.newCDPSession(second);
  const textOf = async () => {
    const { result } = await browser.send('Runtime.evaluate', { expression: 'document.body.innerText' });
    return String(result.value);
  };
  await second.goto(page.url());
  await expect.poll(textOf).toContain('Press once to hear orders.');
  const told = page.getByText('1 screen does not hear orders of The Old Ferry: Chrome on Linux');
  await expect(told).toContainText('somebody must press something there once');
  await second.mouse.click(5, 5);
  await expect(second.getByText('Press once to hear orders.')).toBeHidden();
  await expect(told).toBeHidden();
});

test('a computer without a loudspeaker says so', async ({ page, platform }) => {
  await withoutLoudspeaker(page);
  await openSignedIn(page, platform);
  await startTrading(page);
  await expect(page.getByRole('alert').filter({ hasText: 'no loudspeaker' })).toContainText(
    'new orders make no sound here',
  );
});

test('a session that the server ends shows the sign-in, why, and which outlet is not heard; it sounds in every tab until somebody answers', async ({
  page,
  context,
  platform,
}) => {
  const tones = await listenToPage(page);
  await page.goto(platform.origin);
  await signInAndTrade(page, platform);
  const second = await context.newPage();
  await second.goto(`${platform.origin}/catalogs`);
  await expect(second.getByRole('heading', { name: 'Catalogs' })).toBeVisible();

  await page.route('**/api/sellers/refresh-token', (route) => route.fulfill({ status: 401, json: {} }));
  await page.route('**/api/sellers/outlets/*/orders', (route) => route.fulfill({ status: 401, json: {} }));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  for (const tab of [page, second]) {
    await expect(tab.getByText('Orders of The Old Ferry are not heard here.')).toBeVisible();
    expect(new URL(tab.url()).pathname).toBe('/sign-in');
  }
  await expect.poll(async () => (await tones()).some(({ sound }) => sound === 'fault')).toBe(true);
  await page.getByRole('button', { name: 'Stop the alarm' }).click();
  await expect(page.getByRole('button', { name: 'Stop the alarm' })).toBeHidden();
  await page.unrouteAll();
  await fillSignIn(page, platform);
  await openLive(page);
  await expect(connected(page)).toBeVisible();
});

test('code that cannot be loaded is loaded again until orders are heard', async ({ page, platform }) => {
  const refused: string[] = [];
  await page.route(/\/assets\/(?:duties|live-feed)-/, (route) => {
    const file = new URL(route.request().url()).pathname;
    const again = refused.filter((one) => one === file).length > 1;
    if (again) return route.continue();
    refused.push(file);
    return route.abort();
  });
  await openSignedIn(page, platform);
  await startTrading(page);
  await expect(connected(page)).toBeVisible();
  expect(new Set(refused).size).toBe(2);
  const { order } = await platform.placeOrder();
  await expect(card(page, order.orderNumber)).toBeVisible();
});
