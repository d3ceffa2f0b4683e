import { expect, type Page, type Request } from 'playwright/test';
import type { Order } from '#shared/api/orders.ts';
import { formatPence } from '#shared/base/money.ts';
import { line } from '../support/shop/platform.ts';
import { card, openLive } from '../support/shop/shift.ts';
import { looksRight, looksRightEverywhere } from '../support/browser/looks-right.ts';
import { tradingPlatform } from '../support/shop/on-platform.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Refund order/ });
const problem = (page: Page) => dialog(page).locator('p[role=alert]');
const amount = (page: Page) => dialog(page).getByLabel('Amount to refund');
const press = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name }).click();
const confirm = (page: Page) =>
  dialog(page)
    .getByRole('checkbox', { name: /^Yes, refund/ })
    .check();
const told = (page: Page, label: string) =>
  dialog(page).getByText(label, { exact: true }).locator('xpath=following-sibling::dd');

/** The page's refund calls. */
function refundCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/sellers/orders/refund/')) calls.push(request);
  });
  return calls;
}

/** The server answers each refund with this failure. */
const answerRefunds = (page: Page, status: number, code: string, message: string) =>
  page.route('**/sellers/orders/refund/*', (route) =>
    route.fulfill({ status, json: { error: { code, message } } }),
  );

/** Of each test: a closed order of four burgers, with its refund dialog open. */
const test = tradingPlatform.extend<{ order: Order }>({
  order: [
    async ({ signedIn: page, platform, seller }, give) => {
      await openLive(page);
      const order = await seller.closedOrder({ items: [line(platform.menu, 'Ferry burger', 4)] });
      // The board renders only visible cards, and this is one of many.
      await page.getByLabel('Search orders').fill(`#${order.orderNumber}`);
      await card(page, order.orderNumber).locator('[data-opens-order]').click();
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      await expect(dialog(page)).toBeVisible();
      await give(order);
    },
    { auto: true },
  ],
});

/** Fills the amount in, confirms and presses. */
async function refund(page: Page, pounds: string, name = 'Partial Refund'): Promise<void> {
  await amount(page).fill(pounds);
  await confirm(page);
  await press(page, name);
}

test('the amount: digits and a dot only, clamped when it is left, and what it would leave (D28)', async ({
  signedIn: page,
  order,
}) => {
  const fees = order.fees.reduce((total, fee) => total + fee.amount, 0);
  await expect(amount(page)).toHaveAttribute('placeholder', '0.00');
  const submit = dialog(page).getByRole('button', { name: 'Partial Refund' });
  await expect(submit).toBeDisabled();
  await amount(page).pressSequentially('£0,x.2-9');
  await expect(amount(page)).toHaveValue('0.29');
  await expect(told(page, 'The customer gets')).toHaveText('£0.29');
  await expect(told(page, 'Fees that stay with the business')).toHaveText(`est. ${formatPence(fees)}`);
  await expect(told(page, 'Net after this refund')).toHaveText(
    `est. ${formatPence(order.amount - fees - 29)}`,
  );
  await expect(told(page, 'Left to refund afterwards')).toHaveText(formatPence(order.amount - 29));
  await amount(page).fill('123456789.999');
  await amount(page).blur();
  await expect(amount(page)).toHaveValue(formatPence(order.amount).slice(1));
  await confirm(page);
  await expect(dialog(page).getByRole('button', { name: 'Full Refund' })).toBeEnabled();
  await amount(page).fill('0.00');
  await expect(submit).toBeDisabled();
  await expect(dialog(page).getByRole('checkbox', { name: /^Yes, refund/ })).toBeDisabled();
});

test('ten quick clicks are one request of 29 pence; a second refund takes the rest (P15)', async ({
  signedIn: page,
  platform,
  order,
}) => {
  const calls = refundCalls(page);
  await amount(page).fill('0.29');
  await dialog(page).getByLabel('Reason (optional)').fill('Cold chips');
  const submit = dialog(page).getByRole('button', { name: 'Partial Refund' });
  await expect(submit).toBeDisabled();
  await expect(dialog(page).getByText('This cannot be undone, are you sure?')).toBeVisible();
  await dialog(page).getByRole('checkbox', { name: 'Yes, refund £0.29' }).check();
  await submit.evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 10; click += 1) button.click();
  });
  await expect(page.getByText(`£0.29 of order ${order.orderNumber} is refunded.`)).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(calls[0]?.postDataJSON()).toEqual({
    amountToRefund: 29,
    orderId: order.id,
    outletId: platform.outletId,
    reason: 'Cold chips',
  });
  const detail = page.getByRole('complementary', { name: `Order ${order.orderNumber}` });
  await expect(detail.getByText(/^Refund, .* · Cold chips$/)).toBeVisible();

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await refund(page, '9999', 'Full Refund');
  await expect(detail.getByText('Refund Issued')).toBeVisible();
  await expect(detail.getByText(/^Refund, /)).toHaveCount(2);
  await expect(detail.getByRole('button', { name: 'Refund', exact: true })).toBeHidden();
  await expect(detail.getByText('Refund total').locator('xpath=..')).toContainText(
    formatPence(0 - order.amount),
  );
});

test('until the answer is there the figures stay as they were pressed on, though the order has changed (D73)', async ({
  signedIn: page,
  order,
}) => {
  const detail = page.getByRole('complementary', { name: `Order ${order.orderNumber}` });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/sellers/orders/refund/*', async (route) => {
    const response = await route.fetch();
    await answered;
    await route.fulfill({ response });
  });
  await refund(page, formatPence(order.amount).slice(1), 'Full Refund');
  await expect(detail.getByText('Refund Issued')).toBeVisible();
  await expect(told(page, 'The customer gets')).toHaveText(formatPence(order.amount));
  await expect(told(page, 'Left to refund afterwards')).toHaveText('£0.00');
  await expect(dialog(page).getByText('Refunded already')).toBeHidden();
  answer();
  await expect(dialog(page)).toBeHidden();
});

test('a refusal of the card provider shows its reason, keeps the amount, and the next try is another (D28)', async ({
  signedIn: page,
}) => {
  const calls = refundCalls(page);
  await answerRefunds(page, 422, 'REFUND_REFUSED', 'The card has been closed.');
  await refund(page, '3');
  await expect(problem(page)).toContainText('The card has been closed.');
  await expect(amount(page)).toHaveValue('3.00');
  await page.unroute('**/sellers/orders/refund/*');
  await confirm(page);
  await press(page, 'Partial Refund');
  await expect(dialog(page)).toBeHidden();
  const [first, second] = calls.map((call) => call.headers()['idempotency-key']);
  expect(first).toBeTruthy();
  expect(second).not.toBe(first);
});

test('an answer that was lost is asked for again with the same key, even after a reload: one refund (D10)', async ({
  signedIn: page,
  seller,
  order,
}) => {
  const calls = refundCalls(page);
  await page.route(
    '**/sellers/orders/refund/*',
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 500 });
    },
    { times: 1 },
  );
  await refund(page, '2.50');
  await expect(dialog(page).getByText('£2.50 may already be on its way.')).toBeVisible();
  await expect(amount(page)).toBeHidden();
  await looksRight(page, 'refund without an answer');
  await page.reload();
  await card(page, order.orderNumber).locator('[data-opens-order]').click();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await press(page, 'Check again');
  await expect(page.getByText(`£2.50 of order ${order.orderNumber} is refunded.`)).toBeVisible();
  expect(new Set(calls.map((call) => call.headers()['idempotency-key'])).size).toBe(1);
  expect(calls).toHaveLength(2);
  const now = await seller.call<{ refunded: number }>('GET', `/sellers/orders/${order.id}`);
  expect(now.refunded).toBe(250);
});

test('REFUND_UNCONFIRMED says so and offers no second refund (D28)', async ({ signedIn: page }) => {
  await answerRefunds(page, 503, 'REFUND_UNCONFIRMED', 'The card provider has not confirmed this.');
  await refund(page, '1');
  await expect(problem(page)).toHaveText('The card provider has not confirmed this.');
  await expect(dialog(page).getByRole('button', { name: /Refund$/ })).toHaveCount(0);
  await page.unroute('**/sellers/orders/refund/*');
  await press(page, 'Check again');
  await expect(dialog(page)).toBeHidden();
});

test('a refund whose 401 came after the server had acted is made once (A15)', async ({
  signedIn: page,
  seller,
  order,
}) => {
  await page.route(
    '**/sellers/orders/refund/*',
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 401, json: { error: { code: 'TOKEN_EXPIRED', message: 'Expired.' } } });
    },
    { times: 1 },
  );
  await refund(page, '4');
  await expect(dialog(page)).toBeHidden();
  const now = await seller.call<{ refunded: number }>('GET', `/sellers/orders/${order.id}`);
  expect(now.refunded).toBe(400);
});

test('a tablet that is turned keeps the open dialog, what was typed in it, and where its answer comes', async ({
  signedIn: page,
}) => {
  await amount(page).fill('1.50');
  await confirm(page);
  for (const width of [900, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(amount(page)).toHaveValue('1.50');
  }
  await page.setViewportSize({ width: 900, height: 768 });
  await answerRefunds(page, 422, 'REFUND_REFUSED', 'The card has been closed.');
  await press(page, 'Partial Refund');
  await expect(problem(page)).toContainText('The card has been closed.');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('dialog', { name: /^Order/ }), 'no longer beside the board').toBeVisible();
});

test('the refund dialog reads well in both themes at every width', async ({ signedIn: page }) => {
  await amount(page).fill('1.50');
  await confirm(page);
  await looksRightEverywhere(page, 'refund');
});
