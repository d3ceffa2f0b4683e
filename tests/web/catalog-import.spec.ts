import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import type { Catalog } from '#shared/api/catalogs.ts';
import { itemsOf } from '../../renderer/catalog-model/content.ts';
import {
  button,
  dialog,
  firstCatalog,
  items,
  saved,
  ownCatalog as test,
} from '../support/shop/catalog-editing.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.slow();

test('a pub’s menu is imported whole, once its changes were looked at; again it changes nothing', async ({
  editor: page,
  api,
}) => {
  const file = 'tests/support/samples/menus/the-old-ferry.csv';
  const before = await firstCatalog(api);
  const importing = dialog(page, 'Import a menu');
  await button(page, 'Import').click();
  await importing.getByLabel('Choose a file').setInputFiles(file);
  await expect(importing.getByText('Nothing has changed yet.')).toBeVisible();
  const differences = importing.getByRole('list', { name: 'Differences' });
  await expect(differences.getByText('Small plates & sharing 14 items')).toBeVisible();
  await expect(differences.getByText('Mains › Moules marinière £16.00')).toBeVisible();
  await expect(differences.getByText('Removed')).toHaveCount(0);
  await looksRightEverywhere(page, 'editor import');
  expect(await firstCatalog(api), 'a look changes nothing').toEqual(before);
  await importing.getByLabel('Remove what the file does not name').check();
  await importing.getByRole('button', { name: /^Import \d+ changes$/ }).click();
  await expect(saved(page)).toBeVisible();
  const after = await firstCatalog(api);
  expect(itemsOf(after)).toHaveLength(131);
  expect(itemsOf(after).find(({ name }) => name === 'Champagne, bottle')?.cost).toBe(115_000);

  await button(page, 'Import').click();
  await importing.getByLabel('Choose a file').setInputFiles(file);
  await expect(importing.getByText('This file changes nothing')).toBeVisible();
  await expect(importing.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await importing.getByLabel('Choose a file').setInputFiles({
    name: 'wrong.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Category,Item,Price\nMains,Pie,twelve\n'),
  });
  await expect(
    importing.getByRole('alert').filter({ hasText: 'Row 2: “twelve” is no price.' }),
  ).toBeVisible();
  await looksRightEverywhere(page, 'editor import refused');
  await importing.getByRole('button', { name: 'Cancel' }).click();

  const downloading = page.waitForEvent('download');
  await button(page, 'Export').click();
  const exported = await (await downloading).path();
  expect(await readFile(exported, 'utf8')).toContain('"Served pink; Yorkshire, roasties, all the veg"');
  await button(page, 'Import').click();
  await importing.getByLabel('Choose a file').setInputFiles(exported);
  await importing.getByLabel('Remove what the file does not name').check();
  await expect(importing.getByText('This file changes nothing'), 'the round trip is exact').toBeVisible();
});

test('an earlier revision is compared and restored; what it took the place of stays in the history (D36)', async ({
  editor: page,
  api,
  catalogId,
}) => {
  await button(page, 'Remove Whitebait').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText('Revision 2', { exact: true })).toBeVisible();
  await button(page, 'History').click();
  await expect(dialog(page, 'History').getByText('As it is now')).toBeVisible();
  await looksRightEverywhere(page, 'editor history');
  await button(page, 'Compare revision 1').click();
  await expect(dialog(page, 'Revision 1').getByText('Small plates › Whitebait')).toBeVisible();
  await looksRightEverywhere(page, 'editor comparison');
  await button(page, 'Restore revision 1').click();
  await expect(items(page, 'Small plates')).toContainText('Whitebait');
  await expect(saved(page)).toBeVisible();
  expect(itemsOf(await firstCatalog(api)).map(({ name }) => name)).toContain('Whitebait');
  const revisions = await api.call<unknown[]>('GET', `/sellers/catalogs/${catalogId}/revisions`);
  expect(revisions).toHaveLength(3);
});

test('an item is sold out at once and offered again, on the row, the phone and the customer’s menu (D37)', async ({
  editor: page,
  platform,
}) => {
  await button(page, 'Sold out: Whitebait').click();
  const marking = dialog(page, 'Sold out: Whitebait');
  await marking.getByLabel('Whitebait').check();
  await marking.getByLabel('At a time').check();
  await marking.getByLabel('Time', { exact: true }).fill('20:00');
  await looksRightEverywhere(page, 'editor sold out form');
  await marking.getByRole('button', { name: 'Save' }).click();
  await expect(items(page, 'Small plates').getByText(/^Sold out until .*20:00$/)).toBeVisible();
  const phone = page.getByRole('complementary', { name: 'On the customer’s phone' });
  await expect(phone.getByText('Sold out', { exact: true })).toBeVisible();
  await looksRightEverywhere(page, 'editor sold out');
  const menu = await fetch(`${platform.origin}/api/customers/outlets/${platform.outletId}/menu`);
  const { catalog } = (await menu.json()) as { catalog: Catalog };
  expect(itemsOf(catalog)[0]?.soldOutUntil).toMatch(/^\d{4}-/);
  await button(page, 'Sold out: Whitebait').click();
  await marking.getByLabel('Whitebait').uncheck();
  await marking.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Sold out until/)).toHaveCount(0);
});

test('catalogs are duplicated and deleted; one in use is not (D36)', async ({
  editor: page,
  platform,
  api,
}) => {
  await page.goto(`${platform.origin}/catalogs`);
  await button(page, 'Duplicate Summer menu').click();
  await expect(page.getByText('Summer menu copy was added.')).toBeVisible();
  const [first, copy] = await api.call<Catalog[]>('GET', '/sellers/catalogs');
  expect(copy?.categories).toEqual(first?.categories);

  await button(page, 'Delete Summer menu').click();
  await expect(page.getByText('Are you sure you want to delete "Summer menu" catalog?')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This catalog is in use at The Old Ferry.' }),
  ).toBeVisible();
  await button(page, 'Delete Summer menu copy').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(button(page, 'Delete Summer menu copy')).toBeHidden();
  expect(await api.call<Catalog[]>('GET', '/sellers/catalogs')).toHaveLength(1);
});
