import { expect, type Page } from 'playwright/test';
import { looksRight } from '../support/browser/looks-right.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';
import { card, openLive, openSignedIn } from '../support/shop/shift.ts';

test('a board whose styles were lost as they were preloaded has them when it is opened', async ({
  page,
  platform,
}) => {
  const styles = /\/assets\/trading-session-screen-.*\.css/;
  await page.route(styles, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => styles.test(request.url()));
  await openSignedIn(page, platform);
  await lost;
  await page.unroute(styles);

  await openLive(page);
  const title = page.getByRole('heading', { name: 'The Old Ferry' });
  await expect(title).toBeVisible();
  await expect(page.locator('header').filter({ has: title })).toHaveCSS('display', 'flex');
});

/** Whatever is requested from now on fails, until the result is called. */
async function loseTheServer(page: Page): Promise<() => Promise<void>> {
  const all = /\/(?:assets|api)\//;
  await page.route(all, (route) => route.abort());
  return () => page.unroute(all);
}

const failure = 'This part could not be loaded.';

test('with the server away, an order opens beside the board, without the part whose code is missing', async ({
  signedIn: page,
  platform,
}) => {
  const { order } = await platform.placeOrder({ tableNumber: '7' });
  await openLive(page);
  await expect(card(page, order.orderNumber)).toBeVisible();
  const cameBack = await loseTheServer(page);
  await card(page, order.orderNumber).locator('[data-opens-order]').click();
  const detail = page.getByRole('complementary', { name: `Order ${order.orderNumber}` });
  await expect(detail.getByText(failure).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The Old Ferry' })).toBeVisible();
  await expect(card(page, order.orderNumber)).toBeVisible();

  await cameBack();
  await detail.getByRole('button', { name: 'Reload' }).first().click();
  await expect(detail.getByText(failure)).toHaveCount(0);
});

test('with the server away, a dialog whose code is missing says so, and is tried again', async ({
  signedIn: page,
}) => {
  await page.getByRole('link', { name: 'Outlets', exact: true }).click();
  const add = page.getByRole('button', { name: 'Add an outlet' });
  await expect(add).toBeVisible();
  const cameBack = await loseTheServer(page);
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Outlet profile' });
  await expect(dialog.getByText(failure)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(add).toBeFocused();
  await add.click();
  await expect(dialog.getByText(failure)).toBeVisible();

  await cameBack();
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toBeVisible();
  await looksRight(page, 'a dialog whose code came later');
});
