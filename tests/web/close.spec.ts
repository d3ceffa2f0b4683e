import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from 'playwright/test';
import type { Order } from '#shared/api/orders.ts';
import { formatPence } from '#shared/base/money.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi, type SellerApi } from '../support/shop/seller-api.ts';
import { openSignedIn } from '../support/shop/shift.ts';

let platform: TestPlatform;
let seller: SellerApi;
test.beforeAll(async () => {
  platform = await startPlatform();
  seller = await sellerApi(platform);
});
test.afterAll(() => platform.stop());
test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'America/New_York' });

/** The pence of a column of a downloaded file, added up. */
async function saved(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const [heading = '', ...lines] = (await readFile(await download.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  const column = (name: string) => lines.map((cells) => cells[heading.indexOf(name)] ?? '');
  const sum = (name: string, section = '') =>
    lines
      .filter((cells) => section === '' || cells[1] === `"${section}"`)
      .reduce((total, cells) => total + Math.round(Number(cells[heading.indexOf(name)] ?? 0) * 100), 0);
  return { name: download.suggestedFilename(), column, sum };
}

test('a finished session shows its report by the outlet’s VAT and clocks, and its files balance (D53, D54, D59)', async ({
  page,
}) => {
  await openSignedIn(page, platform);
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/manage`);
  await page.getByRole('button', { name: 'Change profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Outlet profile' });
  await dialog.getByLabel('VAT number').fill('gb 123 4567 89');
  await dialog.getByLabel('20%', { exact: true }).check();
  await dialog.getByLabel('Time zone').selectOption('Auckland (Pacific)');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await seller.start();
  const paid = await seller.closedOrder();
  const { refunded } = await seller.call<Order>('POST', `/sellers/orders/refund/${paid.id}`, {
    amountToRefund: 100,
  });
  const { order: refused } = await platform.placeOrder();
  await seller.call('POST', `/sellers/orders/cancel/${refused.id}`, { reason: 'No cod left' });
  const sessionId = await seller.finish();
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/trading-sessions/${sessionId}`);

  const report = page.getByRole('region', { name: /^Report no\. \d+$/ });
  await expect(report.getByText(/^Sales at 20% VAT, of which VAT £/)).toBeVisible();
  await expect(report.getByText('Refused: No cod left (1)')).toBeVisible();
  const net = paid.amount - refunded;
  const inAll = report.getByRole('list', { name: 'In all' }).getByRole('listitem');
  await expect(inAll.first()).toHaveText(`Taken less given back${formatPence(net)}`);
  await expect(
    page.getByText('Total Earnings', { exact: true }).locator('xpath=following-sibling::dd'),
  ).toHaveText(formatPence(net));
  await expect(report.getByText(/^Hash [0-9a-f]{64}$/)).toBeVisible();
  await looksRightEverywhere(page, 'session with its report');

  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland' }).format(
    new Date(paid.createdAt),
  );
  const csv = await saved(page, 'Report as CSV');
  expect(csv.name).toBe(`The-Old-Ferry-${day}-report-1.csv`);
  expect(csv.sum('Amount', 'Money in') + csv.sum('Amount', 'Money out')).toBe(net);
  expect(csv.sum('Amount', 'Fees and payout')).toBe(net);
  const xero = await saved(page, 'Journal for Xero');
  expect(xero.column('*Date')[0]).toBe(day.split('-').toReversed().join('/'));
  expect(xero.sum('*Amount')).toBe(0);
  const books = await saved(page, 'Journal for QuickBooks');
  expect(books.sum('Debits')).toBe(books.sum('Credits'));
  expect(books.sum('Debits')).toBeGreaterThan(0);
});
