import { expect, test } from 'playwright/test';
import { fakeStripe, type FakeStripe } from '../../server/testing/fake-stripe.ts';
import { png } from '../support/samples/pictures.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { signIn } from '../support/shop/shift.ts';
import { noteOpened, openTill, type Till } from '../support/till/till.ts';

let stripe: FakeStripe;
let platform: TestPlatform;
let till: Till;
test.beforeAll(async () => {
  stripe = await fakeStripe();
  platform = await startPlatform({
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_CLIENT_ID: stripe.clientId,
    STRIPE_API_BASE: stripe.origin,
  });
  till = await openTill(`${platform.origin}/api`);
  await signIn(till.page, platform);
});
test.afterAll(async () => {
  await till.remove();
  await platform.stop();
  await stripe.close();
});

test('the link to Stripe opens in the system’s browser, and the page picks up what came of it (D39)', async () => {
  const { page, app } = till;
  const openedOutside = await noteOpened(app);
  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  await page.getByRole('link', { name: 'Connect with Stripe' }).click();
  await expect.poll(openedOutside).toHaveLength(1);
  const [link = ''] = await openedOutside();
  const asked = new URL(link).searchParams;
  expect(asked.get('redirect_uri')).toBe(`${platform.origin}/api/stripe/get-token`);
  await expect(page).toHaveURL('app://till/payouts');

  stripe.codes.set('ac_1', 'acct_first');
  const back = new URLSearchParams({ code: 'ac_1', state: asked.get('state') ?? '' });
  const onwards = await fetch(`${asked.get('redirect_uri')}?${back.toString()}`, { redirect: 'manual' });
  // The same seller signs in there, and the page finishes with their session.
  const returned = new URLSearchParams(
    new URL(onwards.headers.get('location') ?? '', platform.origin).hash.slice(1),
  );
  const seller = await sellerApi(platform);
  await seller.call('POST', '/sellers/stripe-account', Object.fromEntries(returned));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByText('acct_first')).toBeVisible();
});

test('an outlet image is cropped, sent and shown under the policy of the till’s page (D38)', async () => {
  const { page } = till;
  await page.getByRole('link', { name: 'Outlets', exact: true }).click();
  await page.getByRole('link', { name: 'Manage The Old Ferry' }).click();
  await page.getByRole('link', { name: 'Change outlet image' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bar.png', mimeType: 'image/png', buffer: png(1200, 900) });
  await page.getByRole('button', { name: 'Upload' }).click();
  const image = page.getByRole('img', { name: 'The Old Ferry, as customers see it' });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(360);
});

test('the till shows the codes of tables, and where to print them', async () => {
  const { page } = till;
  await page.getByRole('link', { name: 'Outlets', exact: true }).click();
  await page.getByRole('link', { name: 'Manage The Old Ferry' }).click();
  const section = page.getByRole('region', { name: 'Guest page' });
  await expect(section.getByLabel('Address of the page', { exact: true })).toHaveValue(
    `${platform.origin}/o/${platform.outletId}`,
  );
  await expect(section.getByRole('link', { name: 'Open' })).toBeHidden();
  await section.getByRole('link', { name: 'QR codes for tables' }).click();
  await page.getByLabel('Tables').fill('1-3');
  await page.getByRole('button', { name: 'Show the cards' }).click();
  await expect(page.getByRole('img', { name: 'Code of Table 3' })).toBeVisible();
  await expect(page.getByLabel('Address of this screen', { exact: true })).toHaveValue(
    `${platform.origin}/outlets/${platform.outletId}/table-codes`,
  );
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});
