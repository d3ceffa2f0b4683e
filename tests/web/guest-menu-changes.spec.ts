import { expect } from 'playwright/test';
import type { Item } from '#shared/api/catalogs.ts';
import { firstCatalog } from '../support/shop/catalog-editing.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';
import type { SellerApi } from '../support/shop/seller-api.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 390, height: 844 } });

async function changeItem(seller: SellerApi, name: string, change: (item: Item) => Item[]): Promise<void> {
  const { id, name: menu, categories } = await firstCatalog(seller);
  const changed = categories.map((category) => ({
    ...category,
    list: category.list.flatMap((item) => (item.name === name ? change(item) : [item])),
  }));
  await seller.call('PATCH', `/sellers/catalogs/${id}`, { name: menu, categories: changed });
}

test('an item that is open says what the menu says of it now, and closes once it is gone', async ({
  page,
  platform,
  seller,
}) => {
  await page.goto(`${platform.origin}/o/${platform.outletId}`);
  await page.getByRole('button', { name: 'Americano', exact: true }).click();
  const item = page.getByRole('dialog', { name: 'Americano' });
  await expect(item).toBeVisible();
  await expect(item).not.toContainText('Sesame');
  await changeItem(seller, 'Americano', ({ id, cost, note, modifiers }) => [
    { id, name: 'Americano', cost, note, modifiers, allergens: ['sesame'] },
  ]);
  await expect(item).toContainText('Contains: Sesame');
  await changeItem(seller, 'Americano', () => []);
  await expect(item).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'no longer on the menu' })).toBeAttached();
});

test('a phone that slept while an item was corrected does not order it: it says what to look at again (D56, D69)', async ({
  page,
  platform,
  seller,
}) => {
  await seller.listen();
  await page.goto(`${platform.origin}/o/${platform.outletId}`);
  await page.getByRole('button', { name: 'Add Apple juice' }).click();
  // It hears and reads nothing of the menu until its order is refused.
  await page.route('**/api/customers/outlets/*/events', (route) => route.abort());
  await page.route('**/api/customers/outlets/*/menu', (route) => route.abort());
  await page.goto(`${platform.origin}/o/${platform.outletId}/pay`);
  await page.getByLabel('Your name').fill('Priya Raman');
  await page.getByLabel('Your table’s number').fill('7');
  await changeItem(seller, 'Apple juice', ({ id, name, cost, note, modifiers }) => [
    { id, name, cost, note, modifiers, allergens: ['sesame'] },
  ]);
  const line = page.getByRole('listitem').filter({ hasText: 'Apple juice' });
  await expect(line).not.toContainText('Sesame');
  await page.route(
    '**/orders?catalogId=*',
    async (route) => {
      await page.unroute('**/api/customers/outlets/*/menu');
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await expect(page.getByText('What is in Apple juice has changed: please look again.')).toBeVisible();
  await expect(line).toContainText('Sesame');
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await expect(page.getByText('Sent. Waiting')).toBeVisible();
});

test('a basket of which something is gone says so where there is no way to pay, until that is taken out', async ({
  page,
  platform,
  seller,
}) => {
  await seller.listen();
  const address = `${platform.origin}/o/${platform.outletId}`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Add Sparkling water' }).click();
  await page.getByRole('button', { name: 'Add Fresh lemonade' }).click();
  await page.goto(`${address}/pay`);
  const pay = page.getByRole('button', { name: /^Pay £/ });
  await expect(pay).toBeEnabled();
  await page.getByLabel('A test card that is declined').check();
  await page.getByLabel('Your name').fill('Priya Raman');
  await page.getByLabel('Your table’s number').fill('7');
  await pay.click();
  await expect(page.getByText('Your card was declined')).toBeVisible();
  const whyNot = page.getByText('Not all of this can be ordered.');
  await expect(whyNot).toBeHidden();
  await changeItem(seller, 'Fresh lemonade', () => []);
  await expect(pay).toBeDisabled();
  await expect(whyNot).toBeVisible();
  await page.goto(address);
  await page.getByRole('button', { name: /^Basket/ }).click();
  const basket = page.getByRole('dialog', { name: 'Your basket' });
  await expect(whyNot).toBeVisible();
  await basket.getByRole('button', { name: 'Take out No longer on the menu' }).click();
  await expect(whyNot).toBeHidden();
  await expect(basket.getByRole('link', { name: 'Go to pay' })).toBeVisible();
});
