import { expect, type Page } from 'playwright/test';
import { looksRight } from '../support/browser/looks-right.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import { card, startTrading } from '../support/shop/shift.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';

/** Names as they are, of which a compact card must show all. */
const names = ['Oluwaseun Adebayo', 'Wilhelmina Stone', 'Priya Raman', 'Zoë Müller'];

/** The board with twelve new orders, of which each name has three. */
async function openFullBoard(page: Page, platform: TestPlatform): Promise<void> {
  await startTrading(page);
  for (let order = 0; order < 12; order += 1)
    await platform.placeOrder({
      customerName: names[order % 4] ?? '',
      tableNumber: order === 0 ? 'شرفة 3' : `Garden ${order + 1}`,
    });
  await expect(page.getByRole('heading', { name: 'New 12' })).toBeVisible();
}

test('a search says what it hides, and one press shows all orders again', async ({
  signedIn: page,
  platform,
}) => {
  await openFullBoard(page, platform);
  const search = page.getByLabel('Search orders');
  await search.fill('garden 12');
  await expect(page.getByRole('heading', { name: 'New 1', exact: true })).toBeVisible();
  await expect(page.getByText('Showing 1 of 12 orders', { exact: true })).toBeVisible();
  await expect(page.getByText('No order here matches “garden 12”.').first()).toBeVisible();
  await looksRight(page, 'board with a search');
  await search.fill('nobody');
  await expect(page.getByText('Showing 0 of 12 orders', { exact: true })).toBeVisible();
  await expect(page.getByText('No order here matches “nobody”.')).toHaveCount(3);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('heading', { name: 'New 12' })).toBeVisible();
  await expect(search).toHaveValue('');
  await expect(page.getByText('Nothing here just now.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show all' })).toBeHidden();
});

test('at 1366 px the band of new orders shows whole orders only, and a compact card its customer’s whole name', async ({
  signedIn: page,
  platform,
}) => {
  await openFullBoard(page, platform);
  const band = page.getByRole('region', { name: 'New orders' });
  await expect(band).toContainText('12 new orders');
  const shown = await band.getByRole('list').evaluate((list) => {
    const { right, bottom } = list.getBoundingClientRect();
    return [...list.children].map((item) => {
      const box = item.getBoundingClientRect();
      return box.top >= bottom
        ? 'out'
        : box.right <= right && item.scrollWidth <= item.clientWidth
          ? 'whole'
          : 'cut';
    });
  });
  await expect(band.getByText('table شرفة 3', { exact: true })).toHaveCSS('unicode-bidi', 'isolate');
  expect(shown).toContain('whole');
  expect(shown).not.toContain('cut');

  await expect(card(page, 1).getByRole('img', { name: 'expires in' })).toBeVisible();
  for (const [at, customer] of names.entries()) {
    const name = card(page, at + 1).getByText(customer, { exact: true });
    expect(
      await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0);
  }
});
