import { expect, type Page } from 'playwright/test';

/* Steps on a screen that watches several outlets; the same in the browser and in the till. */

/** An order's card; two outlets may have an order of the same number. */
export const cardOf = (page: Page, { id }: { id: string }) => page.locator(`article[data-order-id="${id}"]`);

export const switcher = (page: Page) => page.getByRole('navigation', { name: 'Outlets on this screen' });

/** Chooses one more outlet for this screen. */
export async function alsoWatch(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Outlets on this screen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Outlets on this screen' });
  await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}
