import { expect, type Page } from 'playwright/test';
import { card } from '../support/shop/shift.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { linesForBoth, openStation, stationsPlatform as test } from '../support/shop/stations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, kitchenFallback: 'bar' });

const WITHIN_MS = 5_000;

/** As if its process had been killed: the page says no more, not even that it goes. */
async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
}

test('a station whose screen is killed has its lines on its fallback within 5 s, marked, and again at home when it is back (D60)', async ({
  signedIn: bar,
  platform,
  elsewhere,
}) => {
  const open = (page: Page, station: string) => openStation(page, platform, station);
  const kitchen = await elsewhere();
  const office = await elsewhere();
  await open(bar, 'Bar');
  // Nobody shows the kitchen's lines yet, so the bar has them.
  const band = bar.getByRole('status').filter({ hasText: 'its lines are on Bar since' });
  await expect(band).toContainText('No screen shows Kitchen', { timeout: WITHIN_MS });
  await open(kitchen, 'Kitchen');
  await expect(band).toBeHidden({ timeout: WITHIN_MS });
  await open(office, 'All stations');

  const items = linesForBoth(platform);
  const { order: both } = await platform.placeOrder({ items });
  const { order: fish } = await platform.placeOrder({ items: items.slice(0, 1) });
  await expect(card(kitchen, fish.orderNumber)).toBeVisible();
  await expect(card(bar, both.orderNumber)).not.toContainText('Whitebait');
  await expect(card(bar, fish.orderNumber)).toBeHidden();
  await expect(bar.getByRole('link', { name: '1 new order' }), 'it rings at the kitchen alone').toBeVisible();

  await crash(kitchen);
  const killed = Date.now();
  const left = () => Math.max(1, WITHIN_MS - (Date.now() - killed));
  await expect(band).toContainText('Kitchen is not answering', { timeout: left() });
  await expect(card(bar, fish.orderNumber)).toContainText('Whitebait for Kitchen', { timeout: left() });
  await expect(card(bar, both.orderNumber)).toContainText('Whitebait for Kitchen', { timeout: left() });
  await expect(card(bar, both.orderNumber)).not.toContainText('Americano for');
  await expect(bar.getByRole('link', { name: '2 new orders' })).toBeVisible({ timeout: left() });
  const inTheOffice = card(office, both.orderNumber);
  await expect(inTheOffice).toContainText('Whitebait on Bar for Kitchen', { timeout: left() });
  await expect(inTheOffice).not.toContainText('Americano on');
  await inTheOffice.locator('[data-opens-order]').click();
  const detail = office.getByRole('region', { name: 'Details' });
  await expect(detail.locator('[data-line]').first()).toContainText('on Bar for Kitchen');
  await expect(detail.locator('[data-line]').last()).not.toContainText(' for ');
  await looksRightEverywhere(bar, 'a station that lapsed');
  await looksRightEverywhere(office, 'all stations, of which one lapsed');

  const back = await elsewhere();
  await open(back, 'Kitchen');
  await expect(card(back, fish.orderNumber)).toBeVisible();
  await expect(band).toBeHidden({ timeout: WITHIN_MS });
  await expect(card(bar, fish.orderNumber)).toBeHidden();
  await expect(card(bar, both.orderNumber)).not.toContainText('Whitebait');
  await expect(inTheOffice).not.toContainText('for Kitchen');
});
