import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from 'playwright/test';
import { startPlatform, line, type TestPlatform } from '../support/platform.ts';
import { card, openLive, signIn } from '../support/shift.ts';

let platform: TestPlatform;

test.beforeAll(async () => {
  platform = await startPlatform();
});
test.afterAll(() => platform.stop());

async function looksRight(page: Page, screen: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    screen,
  ).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${screen} fits the width`).toBeLessThanOrEqual(0);
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing on any screen, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 1366, height: 768 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(platform.origin);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await looksRight(page, 'home');
    await page.goto(`${platform.origin}/sign-up`);
    await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
    await looksRight(page, 'sign-up');
    await page.goto(platform.origin);
    await signIn(page, platform);
    await looksRight(page, 'business');

    await openLive(page);
    const start = page.getByRole('button', { name: 'Start Trading' });
    const connected = page.getByText('Connected', { exact: true });
    await expect(start.or(connected)).toBeVisible();
    if (await start.isVisible()) {
      await looksRight(page, 'closed');
      await start.click();
      await platform.placeOrder({
        customerName: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh & Friends',
        note: 'x'.repeat(40) + ' allergy '.repeat(30),
        items: Array.from({ length: 20 }, (_, index) =>
          line(platform.menu, index % 2 ? 'Ribeye, 10 oz' : 'Ferry burger', 3),
        ),
      });
      await platform.placeOrder({
        note: '<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>',
      });
    }
    await expect(connected).toBeVisible();
    await expect(card(page, 1)).toBeVisible();
    expect(await page.evaluate(() => 'pwned' in globalThis), 'a note is text').toBe(false);
    await card(page, 1).locator('.card-open').click();
    await looksRight(page, 'board and detail');
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByRole('complementary', { name: 'Order 1' })).toBeVisible();
      await looksRight(page, `board and detail at ${width}`);
    }
    await page.getByRole('button', { name: 'Back to the board' }).click();
    await looksRight(page, 'board at 390');

    await page.goto(`${platform.origin}/outlets`);
    await expect(page.getByRole('heading', { name: 'The Old Ferry' })).toBeVisible();
    await looksRight(page, 'outlets');
    await page.goto(`${platform.origin}/outlets/${platform.outletId}/manage`);
    await expect(page.getByRole('heading', { name: 'Manage Outlet' })).toBeVisible();
    await looksRight(page, 'manage');
    await page.goto(`${platform.origin}/outlets/${platform.outletId}/trading-sessions`);
    await expect(page.getByText('Total Earnings')).toBeVisible();
    await looksRight(page, 'history');
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await expect(page.getByText('Wolfeschlegelsteinhausenbergerdorff')).toBeVisible();
    await looksRight(page, 'session');
    await page.goto(`${platform.origin}/catalogs`);
    await expect(page.getByRole('heading', { name: 'Summer menu' })).toBeVisible();
    await looksRight(page, 'catalogs');
    await context.close();
  });

test('guards: signed out is sent to the start, and the session survives a reload', async ({ page }) => {
  await page.goto(`${platform.origin}/outlets`);
  await expect(page).toHaveURL(`${platform.origin}/`);
  await signIn(page, platform);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  await page.goto(`${platform.origin}/account-review`);
  await expect(page).toHaveURL(`${platform.origin}/business`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Are you sure you want to sign out?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${platform.origin}/`);
  expect(await page.evaluate(() => localStorage.length), 'A16 nothing is left behind').toBe(0);
});

test('A5 wrong credentials, in the words of the specification', async ({ page }) => {
  await page.goto(`${platform.origin}/sign-in`);
  await page.getByLabel('E-mail').fill(platform.email);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').getByText('Your credentials are not valid')).toBeVisible();
});

test('a new account waits for review; its draft is kept while it is typed, without the password', async ({
  page,
}) => {
  await page.goto(`${platform.origin}/sign-up`);
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  await fill('E-mail', 'landlady@example.com');
  await fill('Password', 'password123');
  await fill('Company name', 'The Copper Kettle');
  await page.reload();
  await expect(page.getByLabel('Company name')).toHaveValue('The Copper Kettle');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await fill('Password', 'password123');
  await fill('Company phone number', '020 7946 0999');
  await fill('Address line 1', '1 High Street');
  await fill('City', 'Leeds');
  await fill('Country', 'United Kingdom');
  await fill('Postcode', 'LS1 1AA');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(
    page.locator('.field').filter({ hasText: 'among the first that anybody would try' }),
  ).toBeVisible();
  await fill('Password', 'a kettle of copper');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/sign-in');
  expect(await page.evaluate(() => localStorage.getItem('sellerRegistrationForm'))).toBeNull();

  await page.getByLabel('E-mail').fill('landlady@example.com');
  await page.getByLabel('Password').fill('a kettle of copper');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Your account is currently:')).toBeVisible();
  await expect(page.getByText('Pending review')).toBeVisible();
});

test('an outlet is set up: added, given a catalog, and still waits for review', async ({ page }) => {
  await page.goto(platform.origin);
  await signIn(page, platform);
  await page.getByRole('link', { name: 'Outlets', exact: true }).click();
  await page.getByRole('button', { name: 'Add an outlet' }).click();
  await page.getByLabel('Name', { exact: true }).fill('The Lighterman');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'The Lighterman' });
  await expect(row).toContainText('Pending review');
  await expect(row.getByRole('link', { name: /LIVE/ })).toBeHidden();
  await row.getByRole('link', { name: 'Manage The Lighterman' }).click();
  await page.getByRole('button', { name: 'Change catalog' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please select a catalog or cancel')).toBeVisible();
  await page.getByRole('combobox', { name: 'Catalog' }).click();
  await page.getByTitle('Summer menu').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Catalog' })).toContainText('Summer menu');
});

test('D35 a list that cannot be loaded is an error with Reload, never an empty list', async ({ page }) => {
  await page.goto(platform.origin);
  await signIn(page, platform);
  await page.route('**/api/sellers/outlets', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('link', { name: 'Outlets', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
  await expect(page.getByText('There are no outlets at the moment.')).toBeHidden();
  await page.unroute('**/api/sellers/outlets');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'The Old Ferry' })).toBeVisible();
});
