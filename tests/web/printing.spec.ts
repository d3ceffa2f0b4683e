import { expect } from 'playwright/test';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { card, signIn, signInAndTrade, startTrading } from '../support/shop/shift.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';

test('a browser gets the same documents for its own dialog, and says that they were handed to it', async ({
  signedIn: page,
  platform,
}) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('VAT number').fill('GB123456789');
  await page.getByLabel('VAT rate included in prices, in %').fill('20');
  await page.getByRole('button', { name: 'Save receipts' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await startTrading(page);
  const { order } = await platform.placeOrder({ tip: 150 });
  await card(page, order.orderNumber).locator('[data-opens-order]').click();

  // Records what the dialog would be given while it is open.
  await page.evaluate(() => {
    const sheets: string[] = [];
    Object.assign(globalThis, { sheets });
    globalThis.print = () => {
      sheets.push(document.querySelector('[data-print-sheet]')?.textContent ?? '');
      dispatchEvent(new Event('afterprint'));
    };
  });
  const sheets = () => page.evaluate(() => (globalThis as unknown as { sheets: string[] }).sheets);
  await page.keyboard.press('p');
  await expect(page.getByText('Order 1, table 7: handed to the browser')).toBeVisible();
  await expect.poll(async () => (await sheets()).length).toBe(1);
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await expect.poll(async () => (await sheets()).length).toBe(2);
  const [ticket, receipt] = await sheets();
  expect(ticket).toContain('1 x Americano');
  expect(ticket).not.toContain('£');
  expect(receipt).toContain('The Old Ferry');
  for (const words of ['Tip£1.50', 'VAT No. GB123456789', 'VAT included at 20%'])
    expect(receipt).toContain(words);
  await expect(page.locator('[data-print-sheet]')).toHaveCount(0);
});

test('the settings of receipts read well at every width, in both themes', async ({ page, platform }) => {
  await page.goto(platform.origin);
  await signIn(page, platform);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('A browser prints through its own dialog')).toBeVisible();
  await looksRightEverywhere(page, 'settings, receipts');
});

test('on paper there is the document alone, at the width of a till’s paper', async ({ page, platform }) => {
  await page.goto(platform.origin);
  await signInAndTrade(page, platform);
  const { order } = await platform.placeOrder();
  await card(page, order.orderNumber).locator('[data-opens-order]').click();
  await page.evaluate(() => (globalThis.print = () => undefined));
  await page.keyboard.press('p');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-print-sheet] > div')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  const { width } = (await page.locator('[data-print-sheet] > div').boundingBox()) ?? { width: 0 };
  expect(width).toBeGreaterThan(300);
  expect(width).toBeLessThan(480);
});
