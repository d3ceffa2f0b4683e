import { expect, type Page } from 'playwright/test';
import { card } from '../support/shop/shift.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';
import { line } from '../support/shop/platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const choice = (page: Page) => page.getByRole('combobox', { name: 'Station', exact: true });

test('kitchen and bar are set up with one press; each screen shows and makes its own, and the order is ready when both are (D60)', async ({
  signedIn: kitchen,
  platform,
  elsewhere,
}) => {
  const seller = await sellerApi(platform);
  await seller.start();
  const board = `${platform.origin}/outlets/${platform.outletId}/trading-session`;
  await kitchen.goto(`${platform.origin}/outlets/${platform.outletId}/manage`);
  await kitchen.getByRole('button', { name: 'Set up stations' }).click();
  const dialog = kitchen.getByRole('dialog', { name: 'Stations' });
  await dialog.getByRole('button', { name: 'Kitchen and Bar' }).click();
  await expect(dialog.getByLabel('Soft and hot drinks').locator(':checked')).toHaveText('Bar');
  await expect(dialog.getByLabel('Small plates').locator(':checked')).toHaveText('Kitchen');
  await looksRightEverywhere(kitchen, 'stations');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(kitchen.getByText('Kitchen, Bar', { exact: true })).toBeVisible();

  const bar = await elsewhere();
  for (const [page, station] of [
    [kitchen, 'Kitchen'],
    [bar, 'Bar'],
  ] as const) {
    await page.goto(board);
    await choice(page).selectOption(station);
  }
  const items = [line(platform.menu, 'Whitebait'), line(platform.menu, 'Crispy squid')];
  const { order: both } = await platform.placeOrder({ items: [...items, line(platform.menu, 'Americano')] });
  const { order: coffee } = await platform.placeOrder({ items: [line(platform.menu, 'Americano')] });
  const atBar = card(bar, both.orderNumber);
  const atKitchen = card(kitchen, both.orderNumber);
  await expect(card(bar, coffee.orderNumber)).toBeVisible();
  await expect(card(kitchen, coffee.orderNumber)).toBeHidden();
  await atBar.getByRole('button', { name: /^Accept/ }).click();
  await expect(atKitchen).toContainText('Whitebait');
  await expect(atKitchen).not.toContainText('Americano');
  await expect(atKitchen).toContainText('Elsewhere: Bar 0/1');
  await expect(atBar).toContainText('Elsewhere: Kitchen 0/2');

  await atBar.getByRole('button', { name: /^Start/ }).click();
  await atBar.getByRole('button', { name: /^Ready/ }).click();
  await expect(atKitchen).toContainText('Elsewhere: Bar ready');
  const status = async () =>
    (await seller.call<{ status: string }>('GET', `/sellers/orders/${both.id}`)).status;
  expect(await status()).toBe('deliver_working');
  // Nothing is left to do at the bar before the kitchen has made its own.
  await expect(bar.getByRole('region', { name: 'Made here' }).locator('article')).toHaveCount(1);
  await expect(atBar.getByRole('button', { name: /^(Start|Ready|Delivered)/ })).toBeHidden();
  await kitchen.keyboard.press('d');
  await expect(kitchen.getByRole('complementary', { name: 'All day' })).not.toContainText('Americano');
  await looksRightEverywhere(kitchen, 'board of a station');

  await atKitchen.locator('[data-opens-order]').focus();
  await kitchen.keyboard.press('r');
  await expect.poll(status).toBe('deliver_enroute');
  await expect(atBar).toContainText('Elsewhere: Kitchen ready');
  await atBar.getByRole('button', { name: /^Delivered/ }).click();
  await expect(atBar.getByRole('button', { name: /^Close/ })).toBeVisible();

  // Remembered here, and all stations are one choice away.
  await kitchen.reload();
  await expect(choice(kitchen).locator(':checked')).toHaveText('Kitchen');
  await expect(card(kitchen, coffee.orderNumber)).toBeHidden();
  await choice(kitchen).selectOption('All stations');
  await expect(card(kitchen, coffee.orderNumber)).toBeVisible();
});
