import { expect, type Page } from 'playwright/test';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { review } from '../support/shop/review.ts';
import { firstCatalog } from '../support/shop/catalog-editing.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { openLive } from '../support/shop/shift.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const longName =
  'Wolfeschlegelsteinhausenbergerdorff’s Celebrated Oyster Rooms & Late Supper Bar at Rotherhithe';
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const profile = (page: Page) => page.getByRole('dialog', { name: 'Outlet profile' });
const openOutlets = (page: Page) => page.getByRole('link', { name: 'Outlets', exact: true }).click();

test('a seller without outlets, one whose list is on its way, and one whose list cannot be had', async ({
  signedIn: page,
}) => {
  let answer: (() => void) | undefined;
  await page.route('**/api/sellers/outlets', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.fulfill({ json: [] });
  });
  await openOutlets(page);
  await expect(page.getByRole('status').filter({ hasText: 'Loading outlets' })).toBeVisible();
  await looksRightEverywhere(page, 'outlets loading');
  answer?.();
  await expect(page.getByText('There are no outlets at the moment.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add an outlet' })).toBeVisible();
  await looksRightEverywhere(page, 'outlets empty');

  await page.unroute('**/api/sellers/outlets');
  await page.route('**/api/sellers/outlets', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'AWAY', message: 'Back in a minute.' } } }),
  );
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Back in a minute.' })).toBeVisible();
  await looksRightEverywhere(page, 'outlets failed');
});

test('an outlet is added with every field, edited, and lists its address and status', async ({
  signedIn: page,
  platform,
}) => {
  await openOutlets(page);
  await page.getByRole('button', { name: 'Add an outlet' }).click();
  const dialog = profile(page);
  await expect(dialog.getByText('Please select at least one of the relevant services')).toHaveText(
    'Please select at least one of the relevant services that you provide.',
  );
  await expect(dialog.getByLabel('Latitude')).toHaveValue('0');
  await expect(dialog.getByLabel('Longitude')).toHaveValue('0');
  await expect(dialog.getByLabel('Require a table number')).toBeChecked();
  await dialog.getByLabel('City').fill('Typed and left');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Add an outlet' }).click();
  await expect(dialog.getByLabel('City'), 'the form starts afresh').toHaveValue('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();

  const values = {
    Name: longName,
    Website: 'oysters.example',
    Telephone: '020 7946',
    'E-mail': 'oysters',
    'Building name or number': 'Wharf 9',
    Street: 'Rotherhithe Street',
    'Address line 1': '9 Wharf',
    'Address line 2': 'Cuckold’s Point',
    City: 'London',
    County: 'Greater London',
    Country: 'United Kingdom',
    Postcode: 'SE16',
    Latitude: '51.505',
    Longitude: '-0.03',
  };
  for (const [label, value] of Object.entries(values))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByLabel('Thai').check();
  await dialog.getByLabel('Breakfast').check();
  await dialog.getByLabel('Collection').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please give a postcode, such as SE1 9DX.')).toBeVisible();
  await dialog.getByLabel('Postcode').fill('se165nq');
  await dialog.getByLabel('Order number only').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    dialog.getByText('Please give a valid e-mail address.'),
    'the server’s own word',
  ).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Some of what was sent is not right.' }),
  ).toBeVisible();
  await looksRightEverywhere(page, 'outlet profile refused');
  await dialog.getByLabel('E-mail').fill('oysters@example.com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await expect(row(page, longName)).toContainText('Cuckold’s Point, London');
  await expect(row(page, longName)).toContainText('Pending review');
  await expect(row(page, longName).getByRole('link')).toHaveText(['Manage']);
  await expect(row(page, 'The Old Ferry').getByRole('link')).toHaveText(['Manage', 'Orders List', 'LIVE']);
  await expect(row(page, 'The Old Ferry')).not.toContainText('Verified');
  await looksRightEverywhere(page, 'outlets');

  await review(platform, 'outlets', longName, 'verified');
  await page.reload();
  await expect(row(page, longName).getByRole('link')).toHaveText(['Manage', 'Orders List', 'LIVE']);
  await row(page, longName).getByRole('link', { name: 'Manage' }).click();
  await expect(page.getByRole('heading', { name: 'Manage Outlet' })).toBeVisible();
  await page.getByRole('button', { name: 'Change profile' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(longName);
  await expect(dialog.getByLabel('Website')).toHaveValue('https://oysters.example');
  await expect(dialog.getByLabel('Collection')).toBeChecked();
  await expect(dialog.getByLabel('Table service')).not.toBeChecked();
  await expect(dialog.getByLabel('Latitude')).toHaveValue('51.505');
  await expect(dialog.getByLabel('Longitude')).toHaveValue('-0.03');
  await expect(dialog.getByLabel('Order number only')).toBeChecked();
  await expect(dialog.getByLabel('Thai')).toBeChecked();
  await dialog.getByLabel('Thai').uncheck();
  await dialog.getByLabel('Address line 1').fill('10 Wharf');
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const body = (await saved).postDataJSON() as { services: unknown; lineOne: string };
  expect(body.services).toEqual([
    { slug: 'breakfast', name: 'Breakfast' },
    { slug: 'collection', name: 'Collection' },
  ]);
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Profile')).toContainText('10 Wharf, Cuckold’s Point, London, se165nq');
});

test('an outlet that cannot be saved is told of, in general words where there are none; the form keeps it', async ({
  signedIn: page,
}) => {
  await openOutlets(page);
  await page.route('**/api/sellers/outlets', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Add an outlet' }).click();
  await profile(page).getByLabel('Name', { exact: true }).fill('The Lighterman');
  await profile(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again.');
  await expect(profile(page).getByLabel('Name', { exact: true })).toHaveValue('The Lighterman');
});

test('the manage screen and its catalog select, by keyboard alone', async ({ signedIn: page, platform }) => {
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/manage`);
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText([
    'Catalog',
    'Profile',
    'Order History',
    'Outlet Image',
  ]);
  await looksRightEverywhere(page, 'manage');
  await page.route(`**/api/sellers/outlets/${platform.outletId}`, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...(await reply.json()), catalog: null, catalogId: null } });
  });
  await page.reload();
  await expect(row(page, 'Catalog')).toContainText('None yet');
  await page.getByRole('button', { name: 'Change catalog' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Select a catalog' });
  await expect(dialog.getByRole('combobox', { name: 'Catalog' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  const refused = dialog.getByRole('alert').filter({ hasText: /^Please select a catalog or cancel$/ });
  await expect(refused).toBeVisible();
  await looksRightEverywhere(page, 'catalog select refused');
  await page.unroute(`**/api/sellers/outlets/${platform.outletId}`);
  await dialog.getByRole('combobox', { name: 'Catalog' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('combobox', { name: 'Catalog' }).locator(':checked')).toHaveText(
    'Summer menu',
  );
  await expect(refused).toBeHidden();
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Catalog')).toContainText('Summer menu');
  await expect(page.getByRole('button', { name: 'Change catalog' }), 'the focus comes back').toBeFocused();
});

test('the manage screen of an outlet whose name is one long word fits a phone', async ({
  signedIn: page,
  platform,
}) => {
  const seller = await sellerApi(platform);
  const name = 'Llanfairpwllgwyngyll'.repeat(4);
  const { id } = await seller.call<{ id: string }>('POST', '/sellers/outlets', { name });
  await page.goto(`${platform.origin}/outlets/${id}/manage`);
  await expect(page.getByText(name).first()).toBeVisible();
  await expect(page).toHaveTitle('Manage Outlet · Servery');
  await looksRightEverywhere(page, 'manage, a long word');
});

test('a menu that was renamed has its new name on the manage screen, also of an outlet that this screen knows', async ({
  signedIn: page,
  platform,
}) => {
  const seller = await sellerApi(platform);
  const { id, categories } = await firstCatalog(seller);
  await openLive(page);
  await expect(page.getByRole('heading', { name: "You're Closed" })).toBeVisible();
  for (const name of ['Summer menu', 'Autumn menu']) {
    await seller.call('PATCH', `/sellers/catalogs/${id}`, { name, categories });
    await openOutlets(page);
    await page.getByRole('link', { name: 'Manage The Old Ferry' }).click();
    await expect(row(page, 'Catalog')).toContainText(name);
  }
});

test('where there are no catalogs, the select says where to make one; a list that fails is no empty list', async ({
  signedIn: page,
  platform,
}) => {
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/manage`);
  await page.route('**/api/sellers/catalogs', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Change catalog' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select a catalog' });
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'Something went wrong. Please try again.' }),
  ).toBeVisible();
  await page.unroute('**/api/sellers/catalogs');
  await page.route('**/api/sellers/catalogs', (route) => route.fulfill({ json: [] }));
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await expect(dialog).toContainText('There are no catalogs yet.');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('link', { name: 'Go to Catalogs' }).click();
  await expect(page).toHaveURL(`${platform.origin}/catalogs`);
});

test('an outlet that is not there is an error with a Reload (D6)', async ({ signedIn: page, platform }) => {
  for (const part of ['manage', 'outlet-image']) {
    await page.goto(`${platform.origin}/outlets/00000000-0000-4000-8000-000000000000/${part}`);
    await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  }
});
