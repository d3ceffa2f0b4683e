import { expect } from 'playwright/test';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 740 } });

test('who closes an item or the basket, or adds an item, goes on from the button that opened it', async ({
  page,
  platform,
  seller,
}) => {
  await seller.listen();
  await page.goto(`${platform.origin}/o/${platform.outletId}`);
  const choose = page.getByRole('button', { name: 'Choose Flat white' });
  const item = page.getByRole('dialog', { name: 'Flat white' });
  await choose.press('Enter');
  await expect(item).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(item).toBeHidden();
  await expect(choose).toBeFocused();
  await choose.press('Enter');
  await item.getByRole('radio', { name: /Oat/ }).press('Space');
  await item.getByRole('button', { name: /^Add £/ }).press('Enter');
  await expect(item).toBeHidden();
  await expect(choose).toBeFocused();
  const open = page.getByRole('button', { name: /^Basket/ });
  await open.press('Enter');
  await page
    .getByRole('dialog', { name: 'Your basket' })
    .getByRole('button', { name: 'Close' })
    .press('Enter');
  await expect(open).toBeFocused();
});
