import { expect, test, type BrowserContext, type Page, type Route } from 'playwright/test';
import { fakeStripe, type FakeStripe } from '../../server/testing/fake-stripe.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { openLive, openSignedIn, pressStart } from '../support/shop/shift.ts';

let stripe: FakeStripe;
let platform: TestPlatform;
test.beforeEach(async ({ page }) => {
  stripe = await fakeStripe();
  platform = await startPlatform({
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_CLIENT_ID: stripe.clientId,
    STRIPE_API_BASE: stripe.origin,
  });
  await openSignedIn(page, platform);
});
test.afterEach(async () => {
  await platform.stop();
  await stripe.close();
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const openPayouts = (page: Page) => page.getByRole('link', { name: 'Payouts', exact: true }).click();

/** Stripe's page, where the seller answers at once; records the link's parameters. */
async function answerAtStripe(context: BrowserContext, answer: Record<string, string>): Promise<void> {
  await context.route('https://connect.stripe.com/**', (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ state: asked.get('state') ?? '', ...answer }).toString();
    return route.fulfill({ status: 303, headers: { location: back.href } });
  });
}

/** Presses the link to Stripe; returns the tab that it opens, once it has come back. */
async function goToStripe(page: Page, link: 'Connect with Stripe' | 'Change'): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: link }).click();
  const tab = await opened;
  await tab.waitForURL(`${platform.origin}/payouts*`);
  return tab;
}

/** The person returns to the page. */
const turnTo = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test('Payouts: loading, not connected, connected by way of Stripe, and changed (D39)', async ({
  page,
  context,
}) => {
  let profile: (() => void) | undefined;
  const hold = async (route: Route) => {
    await new Promise<void>((resolve) => (profile = resolve));
    await route.continue();
  };
  await page.route('**/api/sellers/profile', hold, { times: 1 });
  await openPayouts(page);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await expect.poll(() => profile).toBeDefined();
  profile?.();
  await expect(page.getByRole('heading', { name: 'Payouts' })).toBeVisible();
  await expect(page.getByText('Thames Taverns Ltd')).toBeVisible();
  const link = page.getByRole('link', { name: 'Connect with Stripe' });
  const address = new URL((await link.getAttribute('href')) ?? '');
  expect(address.origin + address.pathname).toBe('https://connect.stripe.com/oauth/authorize');
  const { state, ...asked } = Object.fromEntries(address.searchParams);
  expect(asked).toEqual({
    response_type: 'code',
    scope: 'read_write',
    client_id: stripe.clientId,
    redirect_uri: `${platform.origin}/api/stripe/get-token`,
  });
  expect(state, 'signed, never the bare id').toMatch(/^[^.]+\.\d+\.[\w-]+\.[\w-]+$/);
  await looksRightEverywhere(page, 'payouts not connected');

  stripe.codes.set('ac_1', 'acct_first');
  await answerAtStripe(context, { code: 'ac_1', scope: 'read_write' });
  const tab = await goToStripe(page, 'Connect with Stripe');
  await expect(tab.getByRole('status')).toContainText(['Your Stripe account is connected.']);
  await expect(tab).toHaveURL(`${platform.origin}/payouts`);
  await expect(tab.getByText('acct_first')).toBeVisible();
  await looksRightEverywhere(tab, 'payouts connected');
  await tab.close();
  await turnTo(page);
  await expect(page.getByText('acct_first'), 'the page that was left knows it too').toBeVisible();

  stripe.codes.set('ac_2', 'acct_second');
  await context.unroute('https://connect.stripe.com/**');
  await answerAtStripe(context, { code: 'ac_2', scope: 'read_write' });
  // The new tab looks at the account before the change, and is answered after it.
  const changed = context.waitForEvent('response', (reply) =>
    reply.url().endsWith('/sellers/stripe-account'),
  );
  let looks = 0;
  let looked = () => {};
  const hasLooked = new Promise<void>((resolve) => (looked = resolve));
  await context.route('**/api/sellers/stripe-account', async (route) => {
    await hasLooked;
    await route.continue();
  });
  await context.route('**/api/sellers/profile', async (route) => {
    if (route.request().frame().page() === page || (looks += 1) !== 2) return route.continue();
    const response = await route.fetch();
    looked();
    await changed;
    return route.fulfill({ response });
  });
  const again = await goToStripe(page, 'Change');
  await expect(again.getByText('acct_second')).toBeVisible();
});

test('what went wrong on the way is said, and the link can be pressed again (P10, P11)', async ({
  page,
  context,
}) => {
  await openPayouts(page);
  await answerAtStripe(context, { error: 'access_denied' });
  const denied = await goToStripe(page, 'Connect with Stripe');
  await expect(
    denied.getByRole('alert').filter({ hasText: 'You did not let Stripe connect your account' }),
  ).toBeVisible();
  await expect(denied.getByRole('link', { name: 'Connect with Stripe' })).toBeVisible();
  await denied.close();

  await context.unroute('https://connect.stripe.com/**');
  await answerAtStripe(context, { code: 'ac_1', state: 'one.that.is.over' });
  const stale = await goToStripe(page, 'Connect with Stripe');
  await expect(
    stale.getByRole('alert').filter({ hasText: 'This link to Stripe has been used' }),
  ).toBeVisible();
  await stale.close();

  await turnTo(page);
  await context.unroute('https://connect.stripe.com/**');
  await answerAtStripe(context, { code: 'ac_of-nobody' });
  const before = await page.getByRole('link', { name: 'Connect with Stripe' }).getAttribute('href');
  await turnTo(page);
  await expect(page.getByRole('link', { name: 'Connect with Stripe' })).not.toHaveAttribute(
    'href',
    before ?? '',
  );
  const failed = await goToStripe(page, 'Connect with Stripe');
  const problem = failed.getByRole('alert').filter({ hasText: 'Stripe could not connect your account.' });
  await expect(problem).toContainText('Authorization code does not exist');
  await looksRightEverywhere(failed, 'payouts failed to connect');
  await failed.close();
});

test('an address that says connected is believed by nobody; a load that fails is an error with its message (D39)', async ({
  page,
}) => {
  await page.goto(`${platform.origin}/payouts?stripe=connected`);
  await expect(page.getByRole('link', { name: 'Connect with Stripe' })).toBeVisible();
  await expect(page).toHaveURL(`${platform.origin}/payouts`);
  await expect(page.getByText('Your Stripe account is connected.')).toBeHidden();
  await page.route('**/api/sellers/profile', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'AWAY', message: 'Back in a minute.' } } }),
  );
  await page.reload();
  const error = page.getByRole('alert').filter({ hasText: 'Back in a minute.' });
  await expect(error.getByRole('heading', { name: 'Error' })).toBeVisible();
  await looksRightEverywhere(page, 'payouts error');
  await page.unroute('**/api/sellers/profile');
  await error.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('link', { name: 'Connect with Stripe' })).toBeVisible();
});

test('who comes back in a browser that nobody is signed in to signs in, and that finishes it (D39)', async ({
  page: first,
  browser,
}) => {
  await openPayouts(first);
  const link = first.getByRole('link', { name: 'Connect with Stripe' });
  const state = new URL((await link.getAttribute('href')) ?? '').searchParams.get('state') ?? '';
  stripe.codes.set('ac_1', 'acct_first');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${platform.origin}/api/stripe/get-token?${new URLSearchParams({ code: 'ac_1', state })}`);
  await expect(page).toHaveURL(`${platform.origin}/`);
  await expect(page.getByText('You are back from Stripe. Sign in here to finish.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(platform.email);
  await page.getByLabel('Password').fill(platform.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Your Stripe account is connected.')).toBeVisible();
  await expect(page.getByText('acct_first')).toBeVisible();
  await expect(page).toHaveURL(`${platform.origin}/payouts`);
  await context.close();
});

test('trading without a card account is warned of before and while, and hindered by nothing (D18)', async ({
  page,
}) => {
  const warning = page.getByText('No card account is connected');
  await openLive(page);
  await expect(warning).toBeVisible();
  await pressStart(page);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(warning).toBeVisible();
  await page.getByRole('link', { name: 'Connect one' }).click();
  await expect(page.getByRole('link', { name: 'Connect with Stripe' })).toBeVisible();
});

test('a server that only plays at taking cards has nothing to warn of', async ({ page }) => {
  const playing = await startPlatform();
  try {
    await openSignedIn(page, playing);
    const read = page.waitForResponse('**/api/sellers/profile');
    await openLive(page);
    await read;
    await expect(page.getByRole('button', { name: 'Start Trading' })).toBeVisible();
    await expect(page.getByText('No card account is connected')).toBeHidden();
  } finally {
    await playing.stop();
  }
});
