import { expect, type Page } from 'playwright/test';
import { nothingIsLeftBehind } from '../support/browser/nothing-left-behind.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { line, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { card, openSignedIn, signIn } from '../support/shop/shift.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const board = ({ origin, outletId }: TestPlatform) => `${origin}/outlets/${outletId}/trading-session`;
const orders = ({ outletId }: TestPlatform) => `**/api/sellers/outlets/${outletId}/orders`;

async function isAnErrorWithReload(page: Page, platform: TestPlatform) {
  await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
  await looksRightEverywhere(page, 'board failed');
  const asked = page.waitForRequest(orders(platform));
  await page.getByRole('button', { name: 'Reload' }).click();
  await asked;
}

test('the public home and the catalogs read well in both themes at every width', async ({
  page,
  platform,
}) => {
  await page.goto(platform.origin);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await looksRightEverywhere(page, 'home');
  await openSignedIn(page, platform);
  await page.goto(`${platform.origin}/catalogs`);
  await expect(page.getByRole('heading', { name: 'Summer menu' })).toBeVisible();
  await looksRightEverywhere(page, 'catalogs');
});

test('the board: closed, loading, failed, empty, and with orders of every length', async ({
  page,
  platform,
}) => {
  test.slow();
  await openSignedIn(page, platform);
  await page.goto(board(platform));
  await expect(page.getByRole('heading', { name: "You're Closed" })).toBeVisible();
  await looksRightEverywhere(page, 'closed');
  await (await sellerApi(platform)).start();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(orders(platform), async (route) => {
    await answered;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Loading orders' })).toBeVisible();
  await looksRightEverywhere(page, 'board loading');
  answer();
  await isAnErrorWithReload(page, platform);
  await page.unroute(orders(platform));
  // The list is read again when the window gets the focus.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByText('Nothing here just now.').first()).toBeVisible();
  await looksRightEverywhere(page, 'board empty');

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
  await expect(card(page, 2)).toBeVisible();
  expect(await page.evaluate(() => 'pwned' in globalThis), 'a note is text').toBe(false);
  await looksRightEverywhere(page, 'board');
  await card(page, 1).locator('[data-opens-order]').click();
  await expect(page.getByRole('complementary', { name: 'Order 1' })).toBeVisible();
  await looksRightEverywhere(page, 'board and detail');

  await page.keyboard.press('d');
  await expect(page.getByRole('complementary', { name: 'All day' })).toContainText('+ 30 new');
  await looksRightEverywhere(page, 'board and all day');
  await page.keyboard.press('d');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Mark as sold out' }).getByRole('option')).toHaveCount(8);
  await looksRightEverywhere(page, 'find');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Stop Trading' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Trading' }).click();
  await expect(page.getByText('You have outstanding orders')).toBeVisible();
  await looksRightEverywhere(page, 'outstanding orders');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await looksRightEverywhere(page, 'keys');
});

test('at 1366 × 768 ten orders of a full board are in view, whole', async ({ page, platform }) => {
  await openSignedIn(page, platform);
  const { outletId } = platform;
  const seller = await sellerApi(platform);
  const outlet = await seller.call<{ availability: string }>('GET', `/sellers/outlets/${outletId}`);
  if (outlet.availability === 'closed') await seller.start();
  const before = await seller.call<{ id: string; status: string }[]>(
    'GET',
    `/sellers/outlets/${outletId}/orders`,
  );
  for (const { id, status } of before)
    if (status !== 'deliver_aborted') await seller.call('POST', `/sellers/orders/cancel/${id}`, {});
  // Four new, four in progress, four ready to close.
  for (const steps of [0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4]) {
    const { order } = await platform.placeOrder({
      items: [line(platform.menu, 'Cola'), line(platform.menu, 'Americano')],
    });
    for (let step = 0; step < steps; step += 1)
      await seller.call('POST', `/sellers/outlets/${outletId}/progress-order/${order.id}`);
  }
  await page.goto(board(platform));
  await expect(page.locator('article')).toHaveCount(12);
  await page.locator('[data-opens-order]').first().click();
  await expect.poll(() => wholeCards(page)).toBeGreaterThanOrEqual(10);
  for (const button of await page.locator('article button:not([data-opens-order])').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
});

/** How many cards are completely visible. */
const wholeCards = (page: Page) =>
  page.locator('article').evaluateAll(
    (cards) =>
      cards.filter((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        const list = card.closest('[role=region]')?.getBoundingClientRect();
        return list !== undefined && top >= list.top && bottom <= Math.min(list.bottom, innerHeight);
      }).length,
  );

test('guards: signed out is sent to the start, and the session survives a reload', async ({
  page,
  platform,
}) => {
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
  await nothingIsLeftBehind(page);
});

test('wrong credentials, in the words of the specification (A5)', async ({ page, platform }) => {
  await page.goto(`${platform.origin}/sign-in`);
  await page.getByLabel('E-mail').fill(platform.email);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').getByText('Your credentials are not valid')).toBeVisible();
});
