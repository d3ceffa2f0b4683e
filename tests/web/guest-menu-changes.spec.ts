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
