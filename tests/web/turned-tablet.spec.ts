import { expect, type Page } from 'playwright/test';
import { line } from '../support/shop/platform.ts';
import { card } from '../support/shop/shift.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';

const detail = (page: Page, number: number) => page.getByRole('complementary', { name: `Order ${number}` });

test('a tablet that is turned keeps the lines that are ticked, and another order has none of them', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const items = [line(platform.menu, 'Ferry burger'), line(platform.menu, 'Americano')];
  const [first, second] = [await platform.placeOrder({ items }), await platform.placeOrder({ items })];
  const orders = [first, second].map(({ order }) => order);
  for (const { id } of orders) await seller.call('POST', `/sellers/orders/accept/${id}`, {});
  const [number, other] = orders.map(({ orderNumber }) => orderNumber);
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);
  await card(page, Number(number)).locator('[data-opens-order]').click();
  const burger = (of = number) =>
    detail(page, Number(of)).getByRole('checkbox', { name: /Ferry burger/, checked: true });
  await detail(page, Number(number))
    .getByRole('checkbox', { name: /Ferry burger/ })
    .check();
  for (const width of [1366, 1024, 900, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(page.getByRole('dialog')).toHaveCount(width < 960 ? 1 : 0);
    await expect(burger()).toBeVisible();
  }
  await detail(page, Number(number)).getByRole('button', { name: 'Ready' }).click();
  await expect(burger()).toHaveCount(0);
  await detail(page, Number(number))
    .getByRole('checkbox', { name: /Americano/ })
    .check();
  for (const shown of [other, number]) {
    await card(page, Number(shown)).locator('[data-opens-order]').click();
    await expect(detail(page, Number(shown)).getByRole('checkbox', { checked: true })).toHaveCount(0);
  }
  for (const { id } of orders) await seller.call('POST', `/sellers/orders/cancel/${id}`, {});
});
