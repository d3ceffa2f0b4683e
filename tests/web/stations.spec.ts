import { expect, type Locator, type Page } from 'playwright/test';
import { card } from '../support/shop/shift.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { ownTradingPlatform as test } from '../support/shop/on-platform.ts';
import { line } from '../support/shop/platform.ts';
import { openStation, stationChoice } from '../support/shop/stations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function dragOnto(page: Page, from: Locator, onto: Locator): Promise<void> {
  const middleOf = async (of: Locator) => {
    await of.scrollIntoViewIfNeeded();
    const box = await of.boundingBox();
    if (!box) throw new Error('It cannot be seen.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const end = await middleOf(onto);
  const start = await middleOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 10, start.y);
  await expect(page.locator('[data-dragging]')).toHaveCount(1);
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await expect(onto).toHaveAttribute('data-over');
  await page.mouse.up();
  await expect(page.locator('[data-dragging]')).toHaveCount(0);
}

test('kitchen and bar are set up with one press; each screen shows and makes its own, and the order is ready when both are (D60)', async ({
  signedIn: kitchen,
  platform,
  seller,
  elsewhere,
}) => {
  await kitchen.goto(`${platform.origin}/outlets/${platform.outletId}/manage`);
  await kitchen.getByRole('button', { name: 'Set up stations' }).click();
  const dialog = kitchen.getByRole('dialog', { name: 'Stations' });
  await dialog.getByRole('button', { name: 'Kitchen and Bar' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Soft and hot drinks' }).locator(':checked')).toHaveText(
    'Bar',
  );
  await expect(dialog.getByRole('combobox', { name: 'Small plates' }).locator(':checked')).toHaveText(
    'Kitchen',
  );
  // Dragged with the mouse or the keyboard, or chosen: each shows in the other.
  const at = (name: string) => dialog.getByRole('region', { name: `Made at ${name}` });
  const drinks = dialog.getByRole('button', { name: 'Move Soft and hot drinks' });
  const plates = dialog.getByRole('button', { name: 'Move Small plates' });
  await expect(at('Bar').getByRole('button', { name: 'Move Soft and hot drinks' })).toBeVisible();
  await dragOnto(kitchen, plates, at('Bar').getByRole('list'));
  await expect(dialog.getByRole('combobox', { name: 'Small plates' }).locator(':checked')).toHaveText('Bar');
  await expect(at('Kitchen').getByRole('button', { name: 'Move Small plates' })).toBeHidden();
  await plates.focus();
  await kitchen.keyboard.press('Space');
  await expect(dialog.locator('[data-dragging]')).toHaveCount(1);
  await kitchen.keyboard.press('ArrowLeft');
  await kitchen.keyboard.press('Space');
  await expect(dialog.getByRole('combobox', { name: 'Small plates' }).locator(':checked')).toHaveText(
    'Kitchen',
  );
  await dialog.getByRole('combobox', { name: 'Soft and hot drinks' }).selectOption('Everywhere');
  await expect(at('Everywhere').getByRole('button', { name: 'Move Soft and hot drinks' })).toBeVisible();
  await dragOnto(kitchen, drinks, at('Bar').getByRole('list'));
  await expect(dialog.getByRole('combobox', { name: 'Soft and hot drinks' }).locator(':checked')).toHaveText(
    'Bar',
  );
  await looksRightEverywhere(kitchen, 'stations');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(kitchen.getByText('Kitchen, Bar', { exact: true })).toBeVisible();

  const bar = await elsewhere();
  await openStation(kitchen, platform, 'Kitchen');
  await openStation(bar, platform, 'Bar');
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
  await expect(stationChoice(kitchen).locator(':checked')).toHaveText('Kitchen');
  await expect(card(kitchen, coffee.orderNumber)).toBeHidden();
  await stationChoice(kitchen).selectOption('All stations');
  await expect(card(kitchen, coffee.orderNumber)).toBeVisible();
});
