import { expect } from 'playwright/test';
import { looksRight, looksRightEverywhere } from '../support/browser/looks-right.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';
import { line } from '../support/shop/platform.ts';
import { card } from '../support/shop/shift.ts';

test('how many are left is set with one press, and counts down on every screen to nil, and up again (D77)', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const burger = { items: [line(platform.menu, 'Ferry burger')] };
  const { order } = await platform.placeOrder(burger);
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);
  await card(page, order.orderNumber).locator('[data-opens-order]').click();
  await page.getByRole('button', { name: 'Sold out: Ferry burger' }).click();
  const left = page.getByRole('spinbutton', { name: 'Ferry burger left' });
  await page.getByRole('button', { name: '5 left', exact: true }).click();
  await expect(left).toHaveValue('5');
  await page.getByRole('button', { name: 'One less of Ferry burger' }).click();
  await expect(left).toHaveValue('4');
  await looksRight(page, 'portions left');
  await left.fill('1');
  await left.press('Enter');
  await expect(page.getByRole('button', { name: '5 left', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  const counts = `/sellers/outlets/${platform.outletId}/portions`;
  await expect.poll(() => seller.call('GET', counts)).toMatchObject({ portions: [{ left: 1 }] });
  const { order: last } = await platform.placeOrder(burger);
  await expect(left).toHaveValue('0');
  await expect(platform.placeOrder(burger)).rejects.toThrow('Ferry burger is sold out.');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'All day' }).click();
  const panel = page.getByRole('region', { name: 'Left to sell' });
  await expect(panel).toContainText('Sold out');
  await looksRightEverywhere(page, 'left to sell');
  await seller.call('POST', `/sellers/orders/cancel/${last.id}`, {});
  await expect(left).toHaveValue('1');
  await panel.getByRole('button', { name: 'One more of Ferry burger' }).click();
  await expect(left).toHaveValue('2');
  await seller.call('POST', counts, { itemId: burger.items[0]?.itemId, left: null });
  await expect(panel).toBeHidden();
  await seller.call('POST', `/sellers/orders/cancel/${order.id}`, {});
});

test('a guest’s page shows what is left and what is sold out as it changes, and reads its menu again only once that has changed (D69)', async ({
  page,
  platform,
  seller,
}) => {
  let reads = 0;
  await page.route('**/api/customers/outlets/*/menu', (route) => {
    reads += 1;
    return route.continue();
  });
  const { itemId } = line(platform.menu, 'Ferry burger');
  const [outlet] = await seller.call<{ id: string; catalogId: string }[]>('GET', '/sellers/outlets');
  const catalog = `/sellers/catalogs/${outlet?.catalogId}`;
  const counts = `/sellers/outlets/${platform.outletId}/portions`;
  await page.goto(`${platform.origin}/o/${platform.outletId}`);
  const burger = page.getByRole('listitem').filter({ hasText: 'Ferry burger' });
  await expect(burger).toContainText('£');
  await seller.call('POST', counts, { itemId, left: 2 });
  await expect(burger).toContainText('2 left');
  await seller.call('POST', counts, { itemId, left: 0 });
  await expect(burger).toContainText('Sold out');
  await seller.call('POST', counts, { itemId, left: null });
  await expect(burger).not.toContainText('Sold out');
  await seller.call('POST', `${catalog}/sold-out`, { itemId, until: 'session' });
  await expect(burger).toContainText('Sold out');
  expect(reads).toBe(0);
  const categories = platform.menu.map((category) => ({
    ...category,
    list: category.list.map((item) => (item.id === itemId ? { ...item, note: 'With pickles.' } : item)),
  }));
  await seller.call('PATCH', catalog, { name: 'Summer menu', categories });
  await expect(burger).toContainText('With pickles.');
  expect(reads).toBe(1);
});
