import { expect, type Page } from 'playwright/test';
import { looksRight } from '../support/browser/looks-right.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { openLive } from '../support/shop/shift.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ready to trade?' });
const row = (page: Page, check: string) => dialog(page).locator(`[data-check="${check}"]`);
const figure = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('xpath=..');

/** A browser that lets a page keep the screen awake, unless `asleep` says otherwise. */
const lettingStayAwake = () => {
  const lock = () => Object.assign(new EventTarget(), { release: async () => undefined });
  const request = async () => {
    if (sessionStorage.getItem('asleep') !== null) throw new Error('NotAllowedError');
    return lock();
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });
};

test('what trading needs is checked before it starts, a test order goes the whole way, and nothing of it counts (D48)', async ({
  page,
  signedIn,
  platform,
}) => {
  expect(signedIn).toBe(page);
  const seller = await sellerApi(platform);
  await page.addInitScript(lettingStayAwake);
  await page.evaluate(() => sessionStorage.setItem('asleep', 'true'));
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/manage`);
  await page.getByRole('button', { name: 'Change profile' }).click();
  await page.getByLabel('Minutes until an unanswered order expires').fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const outlet = await seller.call<object>('GET', `/sellers/outlets/${platform.outletId}`);
  expect(outlet).toMatchObject({ orderExpiryMinutes: 3 });

  await openLive(page);
  const start = page.getByRole('button', { name: 'Start Trading' });
  await start.click();
  await expect(row(page, 'server')).toContainText('It answered in');
  await expect(row(page, 'menu')).toContainText('items are on sale');
  await expect(row(page, 'cards')).toContainText('Customers can pay.');
  await expect(row(page, 'awake')).toHaveAttribute('data-state', 'fault');
  await expect(row(page, 'awake')).toContainText('Switch its sleep off');
  await expect(row(page, 'printers')).toHaveCount(0);
  await expect(dialog(page)).toHaveCSS('text-align', 'start');
  await looksRight(page, 'ready to trade');
  await row(page, 'sound').getByRole('button', { name: 'Play the bell' }).click();
  await row(page, 'sound').getByRole('button', { name: 'I heard it' }).click();
  await expect(row(page, 'sound')).toHaveAttribute('data-state', 'ok');
  // The fault holds it.
  await expect(start).toBeVisible();
  await dialog(page).getByText('Place a test order once it trades').click();
  await dialog(page).getByRole('button', { name: 'Start anyway' }).click();

  const test = page.getByRole('article', { name: 'Order TEST, Collect, New' });
  await expect(test).toContainText('This is a test. Nothing is to be made.');
  await expect(page.getByRole('region', { name: 'New orders' })).toContainText('TEST');
  await expect(figure(page, 'Number of Orders')).toContainText('0');
  await test.getByRole('button', { name: 'Accept order TEST' }).click();
  await expect(page.getByRole('article', { name: 'Order TEST, Collect, Waiting' })).toBeVisible();
  await page.getByRole('button', { name: 'Place a test order' }).click();
  await expect(test).toBeVisible();

  // Two open tests keep nobody from going home.
  await page.getByRole('button', { name: 'Stop Trading' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Trading' }).click();
  await expect(page.getByText('No orders were placed in this session.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'When trading began' })).toContainText(
    'Switch its sleep off',
  );

  // With all well, and the bell heard today, one press is enough.
  await page.evaluate(() => sessionStorage.removeItem('asleep'));
  await openLive(page);
  await start.click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await seller.finish();
});
