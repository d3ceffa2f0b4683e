import { expect, type Page } from 'playwright/test';
import type { Catalog } from '#shared/api/catalogs.ts';
import { ownPlatform } from './on-platform.ts';
import type { TestPlatform } from './platform.ts';
import { sellerApi, type SellerApi } from './seller-api.ts';
import { openSignedIn } from './shift.ts';

/** Each test has a platform of its own, the calls of its seller, and the catalog to edit. */
export const ownCatalog = ownPlatform.extend<{ api: SellerApi; catalogId: string; editor: Page }>({
  async api({ platform }, give) {
    await give(await sellerApi(platform));
  },
  async catalogId({ api }, give) {
    const { id } = await firstCatalog(api);
    await give(id);
  },
  /** `page`, with the editor open. */
  async editor({ page, platform, catalogId }, give) {
    await openEditor(page, platform, catalogId);
    await give(page);
  },
});

/** The steps of a person who edits a catalog. */
export async function openEditor(page: Page, platform: TestPlatform, catalogId: string): Promise<void> {
  await openSignedIn(page, platform);
  await page.goto(`${platform.origin}/catalogs/${catalogId}/edit/`);
  await expect(saved(page)).toBeVisible();
}

export const saved = (page: Page) => page.getByText('Saved', { exact: true });
export const categories = (page: Page) => page.getByRole('region', { name: 'Categories' });
/** The pane with the chosen category's items. */
export const items = (page: Page, category: string) =>
  page.getByRole('region', { name: category, exact: true });
export const names = (rows: ReturnType<typeof categories>) =>
  rows.locator(':scope > ul > li [data-row-name]').allTextContents();
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
/** The name of a row's drag handle is `Move` and the row's own. */
export const handle = (page: Page, name: string) => page.getByLabel(`Move ${name}`, { exact: true });

export async function addItem(page: Page, name: string, cost: string): Promise<void> {
  await button(page, 'Add item').first().click();
  await dialog(page, 'Add item').getByLabel('Name').fill(name);
  await dialog(page, 'Add item').getByLabel('Cost').fill(cost);
  await dialog(page, 'Add item').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page, 'Add item')).toBeHidden();
}

export async function firstCatalog(api: SellerApi): Promise<Catalog> {
  const [catalog] = await api.call<Catalog[]>('GET', '/sellers/catalogs');
  if (!catalog) throw new Error('The seller has no catalog');
  return catalog;
}
