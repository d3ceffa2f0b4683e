import { expect, type Locator, type Page } from 'playwright/test';
import type { Catalog } from '#shared/api/catalogs.ts';
import { formatPence } from '#shared/base/money.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { button, dialog, ownCatalog as test } from '../support/shop/catalog-editing.ts';
import { openSignedIn, startTrading } from '../support/shop/shift.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.slow();

const phone = { width: 390, height: 844 };
const widthOf = async (what: Locator) => (await what.boundingBox())?.width ?? 0;
/** How much wider its content is than an element itself. */
const overflowOf = (what: Locator) =>
  what.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

/** Every one of these is wholly within the window's width. */
async function areInSight(page: Page, these: Locator): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  for (const one of await these.all()) {
    const box = await one.boundingBox();
    expect(box?.x, 'begins in sight').toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), 'ends in sight').toBeLessThanOrEqual(width);
  }
}

test('on a phone an option of a modifier has room for its name, and on a laptop for its VAT as well', async ({
  editor: page,
}) => {
  await page.setViewportSize(phone);
  await page.getByRole('link', { name: 'Edit items of Mains' }).click();
  await button(page, 'Modifiers of Ferry burger').click();
  await button(page, 'Add modifier').click();
  const asking = dialog(page, 'Add modifier');
  await asking.getByLabel('Name').fill('Cooked');
  const option = asking.getByLabel('Option 1', { exact: true });
  expect(await widthOf(option)).toBeGreaterThanOrEqual(200);
  await areInSight(page, asking.locator('input, select, button'));
  await page.setViewportSize({ width: 1366, height: 768 });
  expect(await widthOf(option)).toBeGreaterThanOrEqual(200);
  expect(await widthOf(asking.getByLabel('VAT of option 1'))).toBeGreaterThanOrEqual(140);
});

test('long names of modifiers break in the menu’s editor, which is as wide as its screen', async ({
  page,
  platform,
  api,
  catalogId,
}) => {
  await openSignedIn(page, platform);
  const catalog = await api.call<Catalog>('GET', `/sellers/catalogs/${catalogId}`);
  const [first, ...others] = catalog.categories;
  const [item, ...rest] = first?.list ?? [];
  if (!first || !item) throw new Error('The menu is empty');
  const name = 'How would you like your steak cooked, and which of our sauces beside it';
  const modifiers = [
    { id: 'long', name, kind: 'pickOne', note: '', list: [{ name: 'Rare', cost: 0 }] },
    {
      id: 'word',
      name: 'Sauce'.repeat(16),
      kind: 'optionalExtra',
      note: '',
      list: [{ name: 'Aioli', cost: 0 }],
    },
  ];
  await api.call('PATCH', `/sellers/catalogs/${catalogId}`, {
    name: catalog.name,
    categories: [{ ...first, list: [{ ...item, modifiers }, ...rest] }, ...others],
  });
  await page.goto(`${platform.origin}/catalogs/${catalogId}/edit/`);
  await page.setViewportSize(phone);
  await page.getByRole('link', { name: `Edit items of ${first.name}` }).click();
  const facts = page.getByRole('list', { name: `About ${item.name}` });
  await expect(facts).toContainText(name);
  await looksRightEverywhere(page, 'editor long modifiers');
  const cost = facts.locator('xpath=../following-sibling::*[1]');
  await expect(cost).toHaveText(formatPence(item.cost));
  for (const width of [1366, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    const left = (await cost.boundingBox())?.x ?? 0;
    for (const tag of await facts.getByRole('listitem').all()) {
      const box = await tag.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), 'ends before the price').toBeLessThanOrEqual(left);
    }
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect(await widthOf(page.getByRole('region', { name: 'Categories' }))).toBeGreaterThan(400);
});

test('on a phone the dialog of an import fits, with its buttons', async ({ editor: page }) => {
  await page.setViewportSize(phone);
  await button(page, 'Import').click();
  const importing = dialog(page, 'Import a menu');
  await expect(importing.getByLabel('Choose a file')).toBeVisible();
  expect(await overflowOf(importing)).toBeLessThanOrEqual(0);
  await areInSight(page, importing.locator('input, button'));
});

test('on the narrowest phone all four tabs of the board are in sight, with counts of two digits', async ({
  signedIn: page,
  platform,
  api,
}) => {
  await startTrading(page);
  await Promise.all(Array.from({ length: 10 }, () => platform.placeOrder()));
  await Promise.all(Array.from({ length: 10 }, () => api.closedOrder()));
  await page.setViewportSize({ width: 360, height: 740 });
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText([/^New\s*10$/, /^In progress\s*0$/, /^Ready to close\s*0$/, /^Closed\s*10$/]);
  await areInSight(page, tabs);
  for (const tab of await tabs.all()) expect(await overflowOf(tab)).toBeLessThanOrEqual(0);
});
