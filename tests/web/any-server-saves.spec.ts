import { expect, test, type Page } from 'playwright/test';
import { addItem, button, categories, dialog, saved } from '../support/shop/catalog-editing.ts';
import { png } from '../support/samples/pictures.ts';
import { pressStart } from '../support/shop/shift.ts';
import { dialects, speak, type Dialect, type Json } from '../support/stand-in/dialects.ts';
import { signInAt } from '../support/stand-in/sign-in.ts';
import { startStandIn, type StandIn } from '../support/stand-in/stand-in-server.ts';
import { visit } from '../support/stand-in/screens.ts';

const go = (page: Page, path: string, heading: string) => visit(page, { path, heading, shows: [] });

/** A part of a server's reply, by its path. */
function at(thing: unknown, ...way: (string | number)[]): Json {
  return way.reduce((part, step) => (part as Json)[step], thing) as Json;
}

for (const [name, dialect] of Object.entries(dialects))
  test(`whatever is saved at a server of ${name} leaves all else as it was (D75)`, async ({ page }) => {
    const server = await startStandIn(dialect);
    try {
      await signInAt(page, server, 'seller@example.com', 'Another Company Ltd');
      await saveTheMenu(page, server, dialect);
      await saveTheProfile(page, server, dialect);
      await saveAnImage(page, server);
      await addAndRemoveCatalogs(page, server);
      await closeAndOpen(page, server);
      await signInAt(page, server, 'admin@example.com', 'Admin');
      await reviewAnOutlet(page, server);
    } finally {
      await server.stop();
    }
  });

async function saveTheMenu(page: Page, { shop }: StandIn, dialect: Dialect): Promise<void> {
  const options = dialect.options ? 'options' : 'list';
  const expected = structuredClone(shop.catalogs[0]) as Json;
  const menu = () => at(expected, 'latestRevision', 'categories') as unknown as Json[];
  await go(page, '/catalogs/catalog-1/edit/?category=food', 'All day');

  await button(page, 'Edit Cheeseburger').click();
  await dialog(page, 'Edit item').getByLabel('Cost').fill('13.00');
  await dialog(page, 'Edit item').getByRole('button', { name: 'Save' }).click();
  at(menu(), 0, 'list', 0)['cost'] = 1_300;

  await button(page, 'Modifiers of Cheeseburger').click();
  await button(page, 'Edit Cheese').click();
  await dialog(page, 'Edit modifier').getByLabel('Option 1', { exact: true }).fill('Mature Cheddar');
  await dialog(page, 'Edit modifier').getByRole('button', { name: 'Save' }).click();
  at(menu(), 0, 'list', 0, 'modifiers', 0, options, 0)['name'] = 'Mature Cheddar';

  await button(page, 'Edit Drinks').click();
  await dialog(page, 'Edit category').getByLabel('Name').fill('Ales');
  await dialog(page, 'Edit category').getByRole('button', { name: 'Save' }).click();
  at(menu(), 1)['name'] = 'Ales';

  await addItem(page, 'Soup', '6.20');
  const food = at(menu(), 0, 'list') as unknown as Json[];
  food.push({ id: expect.any(String), name: 'Soup', cost: 620, note: '', modifiers: [] });

  await button(page, 'Remove Pie').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  food.splice(1, 1);

  await expect(categories(page).getByText('Ales')).toBeVisible();
  await expect(saved(page)).toBeVisible();
  if (dialect.versions) expected['revision'] = expect.anything();
  await expect.poll(() => shop.catalogs[0]).toEqual(expected);
}

async function saveTheProfile(page: Page, { shop }: StandIn, dialect: Dialect): Promise<void> {
  const before = structuredClone(shop.outlets[0]) as Json;
  await go(page, '/outlets/outlet-1/manage', 'Manage Outlet');
  await button(page, 'Change profile').click();
  const form = page.getByRole('dialog', { name: 'Outlet profile' });
  await form.getByLabel('City').fill('Bradford');
  await form.getByLabel('Vegetarian').uncheck();
  await form.getByLabel('Thai').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const [pizza, roast] = before['services'] as Json[];
  const changed = { city: 'Bradford', services: [pizza, roast, { slug: 'thai', name: 'Thai' }] };
  await expect
    .poll(() => shop.outlets[0], 'nothing but what was edited')
    .toMatchObject({ ...before, ...changed });
  expect(at(shop.outlets[0], 'services', 0)).toEqual(pizza);

  await go(page, '/outlets/outlet-2/manage', 'Manage Outlet');
  await button(page, 'Change catalog').click();
  const select = page.getByRole('dialog', { name: 'Select a catalog' });
  await select.getByRole('combobox').selectOption('Winter menu');
  await select.getByRole('button', { name: 'Save' }).click();
  await expect(select).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'Winter menu' })).toBeVisible();
  const catalog = speak(dialect, { id: 'catalog-2', name: 'Winter menu' });
  await expect.poll(() => shop.outlets[1]?.['catalog']).toEqual(catalog);
}

async function saveAnImage(page: Page, { shop, origin }: StandIn): Promise<void> {
  await go(page, '/outlets/outlet-1/outlet-image', 'Outlet Image');
  const picture = { name: 'bar.png', mimeType: 'image/png', buffer: png(80, 60) };
  await page.locator('input[type=file]').setInputFiles([picture]);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('img', { name: /as customers see it/ })).toBeVisible();
  expect(String(shop.outlets[0]?.['brandImageUrl'])).toContain(`${origin}/uploads/outlet-1`);
}

async function addAndRemoveCatalogs(page: Page, { shop }: StandIn): Promise<void> {
  const names = () => shop.catalogs.map((catalog) => catalog['name']);
  await go(page, '/catalogs', 'Catalogs');
  await page.getByRole('button', { name: 'Add a catalog' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Specials');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('heading', { name: 'Specials' })).toBeVisible();
  await page.getByRole('button', { name: 'Duplicate All day' }).click();
  await expect(page.getByText('this server left it empty')).toBeVisible();
  await page.getByRole('button', { name: 'Delete All day copy' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'All day copy' })).toBeHidden();
  expect(names()).toEqual(['All day', 'Winter menu', 'Specials']);
}

async function closeAndOpen(page: Page, server: StandIn): Promise<void> {
  await go(page, '/outlets/outlet-1/trading-session', 'The <b>Other</b> Inn');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  server.forgetTokens();
  await page.getByRole('button', { name: 'Stop Trading' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Trading' }).click();
  await expect(page.getByText('No orders were placed in this session.')).toBeVisible();
  await go(page, '/outlets/outlet-1/trading-session', "You're Closed");
  await pressStart(page);
  await expect(page.getByRole('button', { name: 'Stop Trading' })).toBeVisible();
}

async function reviewAnOutlet(page: Page, { shop }: StandIn): Promise<void> {
  const [, before] = structuredClone(shop.outlets);
  const [, verified] = shop.statuses;
  await go(page, '/admin/outlets', 'Outlets');
  const status = page.getByRole('group', { name: 'Account status of The Cabin' });
  await status.getByRole('button', { name: verified?.label ?? '' }).click();
  await expect.poll(() => shop.outlets[1]).toEqual({ ...before, accountStatus: verified });
}
