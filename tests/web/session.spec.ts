import { expect, type Page } from 'playwright/test';
import { nothingIsLeftBehind } from '../support/browser/nothing-left-behind.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import { review } from '../support/shop/review.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';
import { fillSignIn } from '../support/shop/shift.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const registration = {
  'E-mail': 'landlady@example.com',
  'Company name': 'The Copper Kettle & Featherstonehaugh’s Celebrated Dining Rooms (Leeds) Ltd',
  'Company website': 'www.copperkettle.example',
  'Company phone number': '020 7946 0999',
  'Address line 1': '1 High Street',
  'Address line 2': 'Floor 2',
  City: 'Leeds',
  County: 'West Yorkshire',
  Country: 'United Kingdom',
  Postcode: 'LS1 1AA',
};
const password = 'a kettle of copper';

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}
const draft = (page: Page) => page.evaluate(() => localStorage.getItem('sellerRegistrationForm'));

async function signInAs(
  page: Page,
  { origin }: TestPlatform,
  email: string,
  password: string,
): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await fill(page, { 'E-mail': email, Password: password });
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('the form to sign in is there before its script, and what was typed into it by then goes on (M11)', async ({
  page,
  platform,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  let letScriptsGo = () => {};
  const heldUp = new Promise<void>((resolve) => (letScriptsGo = resolve));
  await page.route('**/*.js', async (route) => {
    await heldUp;
    await route.continue();
  });
  await page.goto(`${platform.origin}/sign-in`, { waitUntil: 'commit' });
  const password = page.getByLabel('Password');
  await page.getByLabel('E-mail').fill(platform.email);
  await password.pressSequentially(platform.password.slice(0, 4));
  // No part of it may end up in an address.
  await password.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
  const early = await password.elementHandle();
  letScriptsGo();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  expect(await password.evaluate((field, other) => field === other, early)).toBe(true);
  await expect(password).toBeFocused();
  await page.keyboard.type(platform.password.slice(4));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  expect(errors).toEqual([]);

  await page.goto(`${platform.origin}/sign-in`);
  await expect(page, 'whoever is signed in goes on').toHaveURL(`${platform.origin}/business`);
  expect(errors).toEqual([]);
});

/** Registers through the API; the account waits for review. */
async function register({ origin }: TestPlatform, email: string, companyName: string): Promise<void> {
  const reply = await fetch(`${origin}/api/sellers/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      password,
      companyName,
      companyWebsite: 'https://waiting.example',
      companyPhoneNumber: '020 7946 0999',
      addressLine1: '1 High Street',
      addressLine2: 'Floor 2',
      city: 'Leeds',
      county: 'West Yorkshire',
      country: 'United Kingdom',
      postcode: 'LS1 1AA',
    }),
  });
  expect(reply.status).toBe(201);
}

test('sign-up keeps its draft without the password, says what is wrong beside the fields, and forgets it', async ({
  page,
  platform,
}) => {
  await page.goto(`${platform.origin}/sign-up`);
  for (const field of await page.getByRole('textbox').all()) await expect(field).toHaveAttribute('required');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('At least 10 characters.');
  await looksRightEverywhere(page, 'sign-up');
  await fill(page, { ...registration, 'E-mail': 'landlady', Password: 'password123' });
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const email = page.getByLabel('E-mail');
  await expect(email).toHaveAccessibleDescription('Please give a valid e-mail address.');
  await expect(email).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('Some of what was sent is not right.');
  await looksRightEverywhere(page, 'sign-up refused');

  await page.reload();
  await expect(page.getByLabel('Company name')).toHaveValue(registration['Company name']);
  await expect(page.getByLabel('Password')).toHaveValue('');
  const kept = JSON.parse((await draft(page)) ?? '{}') as Record<string, string>;
  expect(Object.keys(kept).toSorted()).toEqual(
    [
      'addressLine1',
      'addressLine2',
      'city',
      'companyName',
      'companyPhoneNumber',
      'companyWebsite',
      'country',
      'county',
      'email',
      'message',
      'postcode',
    ].toSorted(),
  );
  expect(kept['message']).toBe('Some of what was sent is not right.');

  await fill(page, { 'E-mail': registration['E-mail'], Password: 'password123' });
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    /among the first that anybody would try/,
  );
  await fill(page, { Password: password });
  await expect(page.getByLabel('Password'), 'what is corrected is no longer wrong').not.toHaveAttribute(
    'aria-invalid',
  );
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/sign-in');
  expect(await draft(page)).toBeNull();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Company name')).toHaveValue('');
});

test('a registration that fails without a word is told of in general ones, and keeps what was typed', async ({
  page,
  platform,
}) => {
  await page.route('**/api/sellers/register', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${platform.origin}/sign-up`);
  await fill(page, { ...registration, Password: password });
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again.');
  await expect(page.getByLabel('Password')).toHaveValue(password);
});

test('an account waits on its own page, and moves on by itself once it is verified', async ({
  page,
  platform,
}) => {
  await register(platform, 'waiting@example.com', 'The Waiting Room');
  await signInAs(page, platform, 'waiting@example.com', password);
  await expect(page).toHaveURL(`${platform.origin}/account-review`);
  await expect(page.getByRole('heading', { name: 'Account Status' })).toBeVisible();
  await expect(page.getByText('Your account is currently:')).toBeVisible();
  await expect(page.getByText('Pending review', { exact: true })).toBeVisible();
  await looksRightEverywhere(page, 'account-review');
  for (const path of ['/', '/business', '/outlets', '/catalogs', '/payouts', '/sign-in', '/sign-up']) {
    await page.goto(platform.origin + path);
    await expect(page, path).toHaveURL(`${platform.origin}/account-review`);
  }

  await page.clock.install();
  await page.reload();
  await expect(page.getByText('Pending review', { exact: true })).toBeVisible();
  await review(platform, 'sellers', 'The Waiting Room', 'rejected');
  await page.clock.fastForward(30_000);
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible();
  await review(platform, 'sellers', 'The Waiting Room', 'verified');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page).toHaveURL(`${platform.origin}/business`);
  await expect(page.getByRole('heading', { name: 'The Waiting Room' })).toBeVisible();
});

test('a seller who is suspended meanwhile is led to the review at the next call, which the screen makes by itself (D14)', async ({
  page,
  platform,
}) => {
  await register(platform, 'meanwhile@example.com', 'Meanwhile Inns');
  await review(platform, 'sellers', 'Meanwhile Inns', 'verified');
  await signInAs(page, platform, 'meanwhile@example.com', password);
  await expect(page.getByRole('heading', { name: 'Meanwhile Inns' })).toBeVisible();
  await review(platform, 'sellers', 'Meanwhile Inns', 'suspended');
  await expect(page).toHaveURL(`${platform.origin}/account-review`);
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out' });
  await expect(dialog).toContainText('Are you sure you want to sign out?');
  await looksRightEverywhere(page, 'sign-out');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await dialog.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${platform.origin}/`);
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await nothingIsLeftBehind(page);
});

const guarded = [
  '/account-review',
  '/outlets',
  '/outlets/any/manage',
  '/outlets/any/outlet-image',
  '/outlets/any/orders',
  '/outlets/any/orders-basic',
  '/outlets/any/trading-session',
  '/outlets/any/trading-sessions',
  '/outlets/any/trading-sessions/any',
  '/catalogs',
  '/payouts',
  '/admin',
  '/admin/sellers',
];
for (const path of guarded)
  test(`signed out, ${path} leads to the start`, async ({ page, platform }) => {
    await page.goto(platform.origin + path);
    await expect(page).toHaveURL(`${platform.origin}/`);
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

test('who is signed out by the server, where no orders are heard, reads when, and signs in again', async ({
  signedIn: page,
  platform,
}) => {
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto(`${platform.origin}/payouts`);
  await expect(page).toHaveURL(`${platform.origin}/`);
  const notice = page.getByText(/^Your sign-in ended at \d\d:\d\d\. Sign in again to go on\.$/);
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop the alarm' })).toHaveCount(0);
  await looksRightEverywhere(page, 'start page, sign-in ended');

  await page.unroute('**/api/**');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(notice).toBeVisible();
  await fillSignIn(page, platform);
  await expect(notice).toHaveCount(0);
});

test('signed in and verified, the ways in and the review lead home, and so do admin’s pages', async ({
  page,
  platform,
}) => {
  await signInAs(page, platform, platform.email, platform.password);
  await expect(page).toHaveURL(`${platform.origin}/business`);
  for (const path of ['/account-review', '/sign-in', '/sign-up', '/admin', '/admin/sellers']) {
    await page.goto(platform.origin + path);
    await expect(page, path).toHaveURL(`${platform.origin}/business`);
  }
  await page.goto(platform.origin);
  for (const name of ['Outlets', 'Catalogs', 'Payouts'])
    await expect(page.getByRole('link', { name: `Manage ${name.toLowerCase()}` })).toHaveText('Manage');
  await expect(page.getByText('Manage your stripe account to receive payments.')).toBeVisible();
  await looksRightEverywhere(page, 'business');
});

const storages = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('No room is left', 'QuotaExceededError');
    };
  },
  forbidden: () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('Cookies are blocked', 'SecurityError');
        },
      });
  },
};
for (const [kind, breakStorage] of Object.entries(storages))
  test(`with a ${kind} storage people register, sign in, work, and sign out`, async ({ page, platform }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.addInitScript(breakStorage);
    await page.goto(`${platform.origin}/sign-up`);
    await fill(page, { ...registration, 'E-mail': `${kind}@example.com`, Password: password });
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.waitForURL('**/sign-in');
    await fill(page, { 'E-mail': platform.email, Password: platform.password });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
    await page.getByRole('link', { name: 'Outlets', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'The Old Ferry' })).toBeVisible();
    await page.locator(`a[href="/outlets/${platform.outletId}/trading-session"]`).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    expect(errors).toEqual([]);
  });

test('a sign-out in the browser reaches the server: its refresh token is good for nothing', async ({
  page,
  platform,
}) => {
  await signInAs(page, platform, platform.email, platform.password);
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken'));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  const refresh = () =>
    fetch(`${platform.origin}/api/sellers/refresh-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    });
  await expect.poll(async () => (await refresh()).status).toBe(401);
});
