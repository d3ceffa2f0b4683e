import { expect } from 'playwright/test';
import { looksRight, looksRightEverywhere } from '../support/browser/looks-right.ts';
import { card, openLive, signIn } from '../support/shop/shift.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

test('settings: what was chosen on this computer outlives the session and the page, and is told to other tabs', async ({
  page,
  context,
  platform,
}) => {
  await page.goto(`${platform.origin}/settings`);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Connection' })).toBeHidden();
  await looksRight(page, 'settings, signed out');
  await page.getByRole('link', { name: 'Back' }).click();
  await signIn(page, platform);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText(/Mozilla/)).toBeVisible();
  await looksRightEverywhere(page, 'settings');

  const other = await context.newPage();
  await other.goto(`${platform.origin}/settings`);
  await page.getByRole('radio', { name: 'Dark', exact: true }).check();
  for (const tab of [page, other])
    await expect(tab.locator('body')).toHaveCSS('background-color', 'rgb(15, 20, 25)');
  await other.close();
  await page.getByRole('radio', { name: 'Alarm' }).check();
  const name = page.getByRole('textbox', { name: 'Name of this screen' });
  await expect(name).toHaveAttribute('placeholder', /^Chrome on /);
  await name.fill('  Bar till ');
  await name.press('Enter');
  await expect(name).toHaveValue('Bar till');
  const named = page.waitForRequest((request) => request.headers()['x-screen-name'] === 'Bar%20till');
  await page.getByRole('link', { name: 'Outlets' }).click();
  await named;
  await page.getByRole('link', { name: 'Settings' }).click();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['preferences']);
  await page.goto(`${platform.origin}/settings`);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 20, 25)');
  await expect(page.getByRole('radio', { name: 'Alarm' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Name of this screen' })).toHaveValue('Bar till');
});

test('settings: dark by the hour, as the clock goes and after a reload', async ({ page, platform }) => {
  await page.clock.install({ time: new Date(2026, 10, 20, 17, 58) });
  await page.goto(`${platform.origin}/settings`);
  await page.getByRole('radio', { name: 'Dark from 18:00 to 6:00' }).check();
  const background = page.locator('body');
  await expect(background).toHaveCSS('background-color', 'rgb(250, 247, 242)');
  await page.clock.runFor('03:00');
  await expect(background).toHaveCSS('background-color', 'rgb(15, 20, 25)');
  await page.reload();
  await expect(background).toHaveCSS('background-color', 'rgb(15, 20, 25)');
  await page.clock.runFor('12:00:00');
  await expect(background).toHaveCSS('background-color', 'rgb(250, 247, 242)');
});

test('settings: the licences of what the page is made of', async ({ page, platform }) => {
  await page.goto(`${platform.origin}/settings`);
  await page.getByRole('button', { name: 'Licences' }).click();
  await expect(page.getByRole('dialog', { name: 'Licences' })).toContainText('react-router');
});

test('muted while trading is said on every screen, and moves no button of the board (D34)', async ({
  onBoard: page,
  platform,
}) => {
  const { order } = await platform.placeOrder();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('slider', { name: 'Volume' }).fill('0');
  const muted = page.getByRole('alert').filter({ hasText: 'MUTED' });
  await expect(muted).toBeVisible();
  await looksRightEverywhere(page, 'settings, muted');

  await openLive(page);
  const acceptIt = card(page, order.orderNumber).getByRole('button', { name: /^Accept/ });
  await expect(muted).toBeVisible();
  await expect(acceptIt).toBeVisible();
  const before = await acceptIt.boundingBox();
  await muted.getByRole('button', { name: 'Sound on' }).click();
  await expect(muted).toBeHidden();
  expect(await acceptIt.boundingBox()).toEqual(before);
});
