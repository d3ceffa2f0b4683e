import { expect, test, type Locator, type Page } from 'playwright/test';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { card, openSignedIn } from '../support/shop/shift.ts';

let platform: TestPlatform;
test.beforeAll(async () => {
  platform = await startPlatform();
  await (await sellerApi(platform)).start();
  await platform.placeOrder();
});
test.afterAll(() => platform.stop());
test.beforeEach(async ({ page }) => {
  await openSignedIn(page, platform);
  await page.route('**/api/sellers/orders/**', (route) =>
    route.request().method() === 'POST' ? refuse(route) : route.continue(),
  );
});

const message = 'The kitchen printer ate it.';
const refuse = (route: Parameters<Parameters<Page['route']>[1]>[0]) =>
  route.fulfill({ status: 422, json: { error: { code: 'NOT_NOW', message } } });
const openFace = (page: Page, face: string) =>
  page.goto(`${platform.origin}/outlets/${platform.outletId}/${face}`);

/** Whether a press in the middle of the element would hit it. */
const isReachable = (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

async function isSeenAndHeard(page: Page) {
  // By its role: an inert element has none.
  const toast = page.getByRole('alert').locator(':scope > div', { hasText: message });
  await expect(toast).toBeVisible();
  expect(await isReachable(toast)).toBe(true);
  return toast;
}

test('a toast is over the dialog that it comes from, and stays when the dialog goes', async ({ page }) => {
  await openFace(page, 'trading-session');
  await card(page, 1).locator('[data-opens-order]').click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Cancel Order' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel Order' });
  await question.getByRole('button', { name: 'Cancel Order' }).click();
  await isSeenAndHeard(page);
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  const toast = await isSeenAndHeard(page);
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
});

test('a toast is over the side modal, and over a dialog that opens after it', async ({ page }) => {
  await openFace(page, 'orders');
  await card(page, 1).locator('[data-opens-order]').click();
  const modal = page.getByRole('dialog', { name: 'Order 1' });
  await modal.getByRole('button', { name: 'Accept', exact: true }).click();
  await isSeenAndHeard(page);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  const toast = await isSeenAndHeard(page);
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
});

test('a toast is over a form in a dialog', async ({ page }) => {
  await page.route('**/api/sellers/outlets', (route) =>
    route.request().method() === 'POST' ? refuse(route) : route.continue(),
  );
  await page.getByRole('link', { name: 'Outlets', exact: true }).click();
  await page.getByRole('button', { name: 'Add an outlet' }).click();
  await page.getByLabel('Name', { exact: true }).fill('The Lighterman');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await isSeenAndHeard(page);
});

/**
 * Waits until the toast goes, with the page's time accelerated; returns how long it was there by that time, in ms.
 */
async function timeOf(page: Page, toast: Locator): Promise<number> {
  const since = (came: number) => page.evaluate((then) => Date.now() - then, came);
  await expect(toast).toBeVisible();
  const came = await toast.evaluate((node) => Number(node.dataset['came']));
  while (await toast.isVisible()) await page.clock.runFor(200);
  return since(came);
}

test('a toast is at the top centre and at least 50 px high, comes up in 1 s, and stays 3 s, an error 8 s', async ({
  page,
}) => {
  await page.clock.install();
  await page.addInitScript(() =>
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.matches('div:has(> [aria-label=Dismiss])'))
            node.dataset['came'] = String(Date.now());
    }).observe(document, { childList: true, subtree: true }),
  );
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/manage`);
  await page.getByRole('button', { name: 'Change profile' }).click();
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  const toast = page.locator('div:has(> [aria-label=Dismiss])');
  // Only the save, because the outlet may be read again at any time.
  await page.route('**/api/sellers/outlets/*', (route) =>
    route.request().method() === 'PATCH' ? refuse(route) : route.continue(),
  );
  await save.click();
  await expect(toast).toContainText(message);
  const { centre, top, height, animation } = await toast.evaluate((node: HTMLElement) => {
    const box = node.getBoundingClientRect();
    const { animationDuration } = getComputedStyle(node);
    return {
      centre: box.left + box.width / 2,
      top: box.top,
      // The layout's height: during the animation a bounding box is a fraction off.
      height: node.offsetHeight,
      animation: animationDuration,
    };
  });
  expect(Math.abs(centre - 1366 / 2)).toBeLessThanOrEqual(1);
  expect(top).toBeLessThan(60);
  expect(height).toBeGreaterThanOrEqual(50);
  expect(animation).toBe('1s');
  // Its time starts with React's effect, some ms before the page's observer sees it.
  const error = await timeOf(page, toast);
  expect(error).toBeGreaterThanOrEqual(7_900);
  expect(error).toBeLessThan(10_500);

  await page.unroute('**/api/sellers/outlets/*');
  await save.click();
  await expect(page.getByRole('status').filter({ has: toast })).toContainText('The Old Ferry was saved.');
  const notice = await timeOf(page, toast);
  expect(notice).toBeGreaterThanOrEqual(2_900);
  expect(notice).toBeLessThan(5_500);
});
