import { expect, type Page } from 'playwright/test';
import { card } from '../support/shop/shift.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';
import { line } from '../support/shop/platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

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
  const seller = await sellerApi(platform);
  await seller.start();
  const { menu, origin, outletId } = platform;
  const categoryOf = (name: string) => menu.find(({ list }) => list.some((item) => item.name === name))?.id;
  const stations = [
    { id: 'kitchen', name: 'Kitchen', categories: [categoryOf('Whitebait')], fallback: 'bar' },
    { id: 'bar', name: 'Bar', categories: [categoryOf('Americano')], fallback: null },
  ];
  await seller.call('PUT', `/sellers/outlets/${outletId}/stations`, { stations });
  const board = `${origin}/outlets/${outletId}/trading-session`;
  const open = async (page: Page, station: string) => {
    await page.goto(board);
    await page.getByRole('combobox', { name: 'Station', exact: true }).selectOption(station);
  };
  const kitchen = await elsewhere();
  const office = await elsewhere();
  await open(bar, 'Bar');
  // Nobody shows the kitchen's lines yet, so the bar has them.
  const band = bar.getByRole('status').filter({ hasText: 'its lines are on Bar since' });
  await expect(band).toContainText('No screen shows Kitchen', { timeout: WITHIN_MS });
  await open(kitchen, 'Kitchen');
  await expect(band).toBeHidden({ timeout: WITHIN_MS });
  await open(office, 'All stations');

  const items = ['Whitebait', 'Americano'].map((name) => line(menu, name));
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
