import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from 'playwright/test';
import { formatPence } from '#shared/base/money.ts';
import { looksRight, looksRightEverywhere } from '../support/browser/looks-right.ts';
import { line, startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi, type SellerApi } from '../support/shop/seller-api.ts';
import { openSignedIn } from '../support/shop/shift.ts';

let platform: TestPlatform;
let seller: SellerApi;
/** A finished session with orders of every ending, and its takings. */
let sessionId: string;
let earnings: number;

const note = 'x'.repeat(40) + ' allergy '.repeat(29);

test.beforeAll(async () => {
  // Six seconds: long enough to accept the others, however slow the machine.
  platform = await startPlatform({ ORDER_EXPIRY_MINUTES: '0.1' });
  await playTheEvening();
});
test.afterAll(() => platform.stop());
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ page }) => {
  await openSignedIn(page, platform);
});

const sessions = () => `${platform.origin}/outlets/${platform.outletId}/trading-sessions`;
const fact = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd').first();
const order = (page: Page, number: number) =>
  page.getByRole('listitem').filter({ has: page.getByText(`#${number}`, { exact: true }) });

async function playTheEvening() {
  seller = await sellerApi(platform);
  await seller.start();
  const twenty = Array.from({ length: 20 }, (_, index) =>
    line(platform.menu, index % 2 ? 'Ribeye, 10 oz' : 'Ferry burger', 4),
  );
  const large = await seller.closedOrder({
    customerName: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh & Friends',
    note,
    items: twenty,
  });
  const refunded = await seller.closedOrder();
  const refund = (id: string, amountToRefund: number) =>
    seller.call('POST', `/sellers/orders/refund/${id}`, { amountToRefund, reason: 'Cold' });
  await refund(refunded.id, 100);
  await refund(refunded.id, refunded.amount - 100);
  const cancelled = await platform.placeOrder({ note: '<img src=x onerror="globalThis.pwned=1">' });
  await seller.call('POST', `/sellers/orders/cancel/${cancelled.order.id}`, { reason: 'Kitchen closed' });
  const { order: late } = await platform.placeOrder();
  await expect
    .poll(
      () => seller.call<{ status: string }>('GET', `/sellers/orders/${late.id}`).then(({ status }) => status),
      { timeout: 30_000 },
    )
    .toBe('deliver_expired');
  earnings = large.amount;
  sessionId = await seller.finish();
}

test('an outlet without sessions says so, and Reload finds the first', async ({ page }) => {
  await page.route('**/api/**/trading-sessions', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...((await reply.json()) as object), tradingSessions: [] } });
  });
  await page.goto(sessions());
  await expect(page.getByText('You have no trading sessions', { exact: true })).toBeVisible();
  await looksRight(page, 'no sessions');
  await page.unroute('**/api/**/trading-sessions');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(fact(page, 'Total Orders')).toHaveText('2');
  await expect(fact(page, 'Total Earnings')).toHaveText(formatPence(earnings));
  await expect(fact(page, 'Finish')).not.toHaveText('Now');
  await seller.start();
  await page.reload();
  await expect(fact(page, 'Finish'), 'newest first').toHaveText('Now');
  await seller.finish();
  await expect(page.getByRole('img', { name: /^Earnings per session: .* £0\.00$/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Orders per session: .* 2, .* 0$/ })).toBeVisible();
  await page.getByRole('listitem').last().getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL(`${sessions()}/${sessionId}`);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(sessions());
});

test('a refund from a closed session is a dated adjustment; the session keeps its figures (D20, D28)', async ({
  page,
}) => {
  await page.goto(`${sessions()}/${sessionId}`);
  await expect(page.getByRole('listitem').locator('summary')).toHaveText([/#4/, /#3/, /#2/, /#1/]);
  await expect(order(page, 4)).toContainText('Expired');
  await expect(order(page, 3)).toContainText('Cancelled');
  await expect(order(page, 2)).toContainText('Refund Issued');
  await order(page, 2).locator('summary').click();
  await expect(order(page, 2).getByText(/^Refund, .* · Cold$/)).toHaveCount(2);
  await expect(order(page, 2).getByRole('button', { name: 'Refund' })).toBeHidden();
  await order(page, 3).locator('summary').click();
  await expect(order(page, 3)).toContainText('Cancelled: Kitchen closed');
  await expect(order(page, 3).getByText('<img src=x')).toBeVisible();
  expect(await page.evaluate(() => 'pwned' in globalThis), 'A16 a note is text').toBe(false);

  await order(page, 1).locator('summary').click();
  await expect(order(page, 1)).toContainText(note.trim());
  await order(page, 1).getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund order 1' });
  await dialog.getByLabel('Amount to refund').fill('1234.56');
  await dialog.getByLabel('Amount to refund').blur();
  await expect(dialog.getByLabel('Amount to refund')).toHaveValue('1,234.56');
  await dialog.getByRole('checkbox', { name: /^Yes, refund/ }).check();
  await dialog.getByRole('button', { name: 'Partial Refund' }).click();
  await expect(page.getByText('£1,234.56 of order 1 is refunded.')).toBeVisible();
  const adjustments = page.getByRole('region', { name: 'Adjustments' });
  await expect(adjustments.getByRole('listitem')).toHaveText(/Order #1.*−£1,234\.56/);
  await expect(order(page, 1)).toContainText('Part refunded £1,234.56');
  await expect(fact(page, 'Total Earnings')).toHaveText(formatPence(earnings));
  await expect(page.getByRole('img', { name: /^Takings by hour: / })).toBeVisible();
});

test('an order of a past session tells what was done with it, and whom it told while nobody had seen it (D47, D49)', async ({
  page,
}) => {
  const told = {
    rung: 'messages',
    channel: 'email',
    name: 'owner@ferry.test',
    state: 'delivered',
    why: null,
  };
  await page.route('**/api/sellers/orders/*/alerts', (route) =>
    route.fulfill({ json: [{ ...told, at: new Date().toISOString() }] }),
  );
  await page.goto(`${sessions()}/${sessionId}`);
  await expect(order(page, 4)).toContainText('Expired');
  const timeline = order(page, 1).getByRole('list', { name: 'Timeline', exact: true });
  const alerts = (number: number) => order(page, number).getByRole('region', { name: 'Nobody had seen it' });
  await order(page, 1).locator('summary').click();
  await expect(timeline).toContainText(/Accepted \d\d:\d\d:\d\d.*Closed \d\d:\d\d:\d\d/);
  await order(page, 4).locator('summary').click();
  await expect(alerts(4)).toContainText('E-mail to owner@ferry.test: delivered');
  await expect(alerts(1), 'it was answered at once').toBeHidden();
  await looksRightEverywhere(page, 'session with timelines');
});

test.describe('a session across midnight, on the clocks of London', () => {
  test.use({ timezoneId: 'Europe/London' });
  test('has the date where it changes', async ({ page }) => {
    const times = [
      '2025-10-26T01:30:00Z',
      '2025-10-26T00:30:00Z',
      '2025-10-25T21:00:00Z',
      '2025-10-25T20:00:00Z',
    ];
    const path = `/sellers/outlets/trading-sessions/${sessionId}`;
    const session = await seller.call<{ period: object; orders: object[] }>('GET', path);
    const orders = session.orders.map((one, index) => ({ ...one, createdAt: times[index] }));
    const period = { ...session.period, startedAt: times[3], finishedAt: times[0] };
    // Made beforehand: it is asked for again at any time, also while the page closes.
    await page.route(`**/api${path}`, (route) => route.fulfill({ json: { ...session, period, orders } }));
    await page.goto(`${sessions()}/${sessionId}`);
    await expect(page.locator('main li :is(h2, [data-time])')).toHaveText([
      'Sun, 26 Oct 2025',
      '01:30:00',
      '01:30:00',
      'Sat, 25 Oct 2025',
      '22:00:00',
      '21:00:00',
    ]);
    await expect(page.getByText('Sat, 25 Oct 2025, 21:00 – Sun, 26 Oct 2025, 01:30')).toBeVisible();
    await looksRight(page, 'session across midnight');
  });
});

test('the export adds up to the screen', async ({ page }) => {
  await page.goto(`${sessions()}/${sessionId}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^The-Old-Ferry-\d{4}-\d\d-\d\d\.csv$/);
  const [heading = '', ...orders] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(orders).toHaveLength(4);
  const column = heading.split(',').indexOf('Earnings') - heading.split(',').length;
  const sum = orders.reduce(
    (total, cells) => total + Math.round(Number(cells.split(',').at(column)) * 100),
    0,
  );
  expect(formatPence(sum)).toBe(await fact(page, 'Total Earnings').textContent());
});

test('the report on paper is the session alone, in the light theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${sessions()}/${sessionId}`);
  await expect(order(page, 1)).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'The Old Ferry' })).toBeVisible();
  await expect(order(page, 1)).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  const clipped = await page.evaluate(() =>
    [...document.querySelectorAll('main, :has(> main), :has(> * > main)')].some(
      (box) => box.scrollHeight > box.clientHeight + 1,
    ),
  );
  expect(clipped, 'nothing is cut off at the end of the first page').toBe(false);
});

test('a history that is on its way says so, and one that cannot be loaded is an error with Reload (D35)', async ({
  page,
}) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const api = '**/api/**/trading-sessions';
  await page.route(api, async (route) => {
    await answered;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.goto(sessions());
  await expect(page.getByRole('status').filter({ hasText: 'Loading order history' })).toBeVisible();
  await looksRight(page, 'history loading');
  answer();
  await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
  await looksRight(page, 'history failed');
  await page.unroute(api);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Order History' })).toBeVisible();
});

test('a session that cannot be loaded is an error with Reload (D35)', async ({ page }) => {
  await page.route('**/api/sellers/outlets/trading-sessions/*', (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.goto(`${sessions()}/${sessionId}`);
  await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
  await page.unroute('**/api/sellers/outlets/trading-sessions/*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(order(page, 1)).toBeVisible();
});

test('history and a session read well in both themes at every width', async ({ page }) => {
  await page.goto(sessions());
  await expect(page.getByRole('link', { name: 'Orders' }).first()).toBeVisible();
  await looksRightEverywhere(page, 'history');
  await page.goto(`${sessions()}/${sessionId}`);
  await order(page, 1).locator('summary').click();
  await looksRightEverywhere(page, 'session');
});
