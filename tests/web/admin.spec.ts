import { expect, type Page } from 'playwright/test';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { review } from '../support/shop/review.ts';
import { adminEmail, type TestPlatform } from '../support/shop/platform.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

async function signInAsAdmin(page: Page, platform: TestPlatform) {
  await page.goto(`${platform.origin}/sign-in`);
  await page.getByLabel('E-mail').fill(adminEmail);
  await page.getByLabel('Password').fill(platform.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible();
}

async function register({ origin }: TestPlatform, companyName: string) {
  const reply = await fetch(`${origin}/api/sellers/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${companyName.toLowerCase().replaceAll(/\W+/g, '.')}@servery.test`,
      password: 'a long enough password',
      companyName,
      companyWebsite: 'https://hare.example',
      companyPhoneNumber: '020 7946 0001',
      addressLine1: '1 High Street',
      addressLine2: 'Floor 2',
      city: 'Abingdon-on-Thames',
      county: 'Oxfordshire',
      country: 'United Kingdom',
      postcode: 'OX14 5AA',
    }),
  });
  expect(reply.status).toBe(201);
}

const statusOf = (page: Page, name: string) =>
  page.getByRole('group', { name: `Account status of ${name}` }).locator('[aria-pressed="true"]');

test('an admin comes to /admin, finds who waits, and lets them in (D12, D16)', async ({ page, platform }) => {
  await register(platform, 'The Hare & Hounds Hospitality Group of Abingdon-on-Thames Ltd');
  await signInAsAdmin(page, platform);
  expect(new URL(page.url()).pathname).toBe('/admin');
  await expect(page.getByText('1 waiting for review')).toBeVisible();
  await looksRightEverywhere(page, 'admin');

  await page.getByRole('link', { name: 'Manage sellers' }).click();
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  await page.getByLabel('Account status').selectOption('Pending review');
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeHidden();
  await page.getByLabel('Search').fill('hounds');
  await expect(page.getByText('1 found')).toBeVisible();
  await looksRightEverywhere(page, 'admin sellers');
  const view = page.getByRole('link', { name: /^View Seller The Hare/ });
  await view.click();
  await expect(page.getByText('OX14 5AA')).toBeVisible();
  // Back from one seller the others are not to be filtered out again; the link to all of them shows all.
  await page.goBack();
  await expect(page.getByText('1 found')).toBeVisible();
  await expect(page.getByLabel('Search')).toHaveValue('hounds');
  await expect(page.getByLabel('Account status')).toHaveValue('pending');
  await page.getByRole('link', { name: 'Sellers', exact: true }).click();
  await expect(page.getByText('2 found')).toBeVisible();
  await expect(page.getByLabel('Search')).toHaveValue('');
  await page.goBack();
  await view.click();

  await expect(page.getByText('OX14 5AA')).toBeVisible();
  await expect(page.getByText('https://hare.example')).toBeVisible();
  await expect(page.getByText('No outlets found...')).toBeVisible();
  const name = 'The Hare & Hounds Hospitality Group of Abingdon-on-Thames Ltd';
  await expect(statusOf(page, name)).toHaveText('Pending review');
  await page.getByRole('button', { name: 'Verified' }).click();
  await expect(statusOf(page, name)).toHaveText('Verified');
  const trail = page.getByRole('region', { name: 'Audit log' });
  await expect(trail.getByRole('listitem')).toHaveCount(1);
  await expect(trail).toContainText(`Pending review → Verified · ${adminEmail}`);
  await looksRightEverywhere(page, 'admin seller');
  await page.reload();
  await expect(statusOf(page, name)).toHaveText('Verified');
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByText('None waiting for review')).toHaveCount(2);
});

test('a status that the server refuses is put back, and the admin is told (D35)', async ({
  page,
  platform,
}) => {
  await signInAsAdmin(page, platform);
  await page.goto(`${platform.origin}/admin/outlets`);
  await expect(statusOf(page, 'The Old Ferry')).toHaveText('Verified');
  await page.route('**/api/admin/sellers/outlet', (route) =>
    route.fulfill({
      status: 409,
      json: { error: { code: 'CONFLICT', message: 'Somebody else is reviewing this outlet.' } },
    }),
  );
  const leaving = page.getByRole('alertdialog', { name: 'Suspended' });
  await page.getByRole('button', { name: 'Suspended' }).click();
  await expect(leaving).toContainText('“The Old Ferry”');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(statusOf(page, 'The Old Ferry')).toHaveText('Verified');
  await page.getByRole('button', { name: 'Suspended' }).click();
  await leaving.getByRole('button', { name: 'Set to Suspended' }).click();
  await expect(page.getByText('Somebody else is reviewing this outlet.')).toBeVisible();
  await expect(statusOf(page, 'The Old Ferry')).toHaveText('Verified');

  await page.unroute('**/api/admin/sellers/outlet');
  await page.getByRole('button', { name: 'Suspended' }).click();
  await leaving.getByRole('button', { name: 'Set to Suspended' }).click();
  await expect(statusOf(page, 'The Old Ferry')).toHaveText('Suspended');
  // The pressed state shows at once; the server has agreed when the others can be pressed again.
  await expect(page.getByRole('button', { name: 'Verified' })).toBeEnabled();
  await expect(page.getByText('Thames Taverns Ltd')).toBeVisible();
  await looksRightEverywhere(page, 'admin outlets');
  await page.getByLabel('Search').fill('nobody of that name');
  await expect(page.getByText('No outlets found...')).toBeVisible();
});

test('the page of a seller whose name is one long word fits a phone, with every button', async ({
  page,
  platform,
}) => {
  const name = 'Llanfairpwllgwyngyll'.repeat(4);
  await register(platform, name);
  await signInAsAdmin(page, platform);
  await page.goto(`${platform.origin}/admin/sellers`);
  await page.getByRole('link', { name: `View Seller ${name}` }).click();
  await expect(page).toHaveTitle(`${name} · Servery`);
  await expect(page.getByRole('group', { name: `Account status of ${name}` })).toBeVisible();
  await looksRightEverywhere(page, 'admin seller, a long word');
});

test('the audit log of all sellers, a page at a time (D16)', async ({ page, platform }) => {
  await register(platform, 'The Turning Tide');
  await signInAsAdmin(page, platform);
  for (let turn = 0; turn < 51; turn += 1)
    await review(platform, 'sellers', 'The Turning Tide', turn % 2 === 0 ? 'verified' : 'suspended');
  await page.getByRole('link', { name: 'Audit log' }).click();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toContainText('The Turning TideSuspended → Verified');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows.filter({ hasText: 'The Turning Tide' })).toHaveCount(51);
  await looksRightEverywhere(page, 'admin audit log');
});

test('who asked to be let in, newest first (D17)', async ({ page, platform }) => {
  await signInAsAdmin(page, platform);
  await page.getByRole('link', { name: 'Leads' }).click();
  await expect(page.getByText('Nobody has asked to be let in yet.')).toBeVisible();
  const leads = ['The Hare & Hounds', 'The Copper Kettle'].map((companyName) => ({
    email: 'landlady@hare.example',
    companyName,
    message: 'Two pubs and a café.\nWe serve pies, mostly.',
  }));
  const reply = await fetch(`${platform.origin}/api/sellers/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(leads),
  });
  expect(reply.status).toBe(201);
  await page.reload();
  await expect(page.getByText('2 found')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'The Copper Kettle',
    'The Hare & Hounds',
  ]);
  await expect(page.getByRole('link', { name: 'landlady@hare.example' }).first()).toHaveAttribute(
    'href',
    'mailto:landlady@hare.example',
  );
  await looksRightEverywhere(page, 'admin leads');
});

test('who is no admin does not get in, and an admin gets out', async ({ page, platform }) => {
  await page.goto(`${platform.origin}/admin/sellers`);
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.goto(`${platform.origin}/sign-in`);
  await page.getByLabel('E-mail').fill(platform.email);
  await page.getByLabel('Password').fill(platform.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  await page.goto(`${platform.origin}/admin`);
  await expect(page).toHaveURL(`${platform.origin}/business`);
  await expect(page.getByRole('link', { name: 'Admin' })).toBeHidden();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();

  await signInAsAdmin(page, platform);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Are you sure you want to sign out?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${platform.origin}/`);
});
