import { expect } from 'playwright/test';
import { orderCalls } from '../support/shop/guest-by-card.ts';
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

test('who pays from a field or the button, with a card that is declined, goes on from the button', async ({
  page,
  platform,
  seller,
}) => {
  await seller.listen();
  let goOn = () => undefined as void;
  await page.route(orderCalls, async (route) => {
    await new Promise<void>((resolve) => (goOn = resolve));
    await route.continue();
  });
  await page.goto(`${platform.origin}/o/${platform.outletId}`);
  await page.getByRole('button', { name: 'Add Americano' }).click();
  await page.goto(`${platform.origin}/o/${platform.outletId}/pay`);
  await page.getByLabel('Your table’s number').fill('7');
  await page.getByLabel('Your name').fill('Priya Raman');
  await page.getByRole('radio', { name: 'A test card that is declined' }).check();
  const pay = page.getByRole('button', { name: /^Pay £/ });
  for (const from of [page.getByLabel('Your name'), pay]) {
    const asked = page.waitForRequest(orderCalls);
    await from.press('Enter');
    await asked;
    await expect(page.getByRole('button', { name: 'Paying…' })).toBeFocused();
    goOn();
    await expect(pay).toBeFocused();
    await expect(page.getByText('Your card was declined, and nothing was taken.')).toBeVisible();
  }
});
