import { readFile } from 'node:fs/promises';
import { expect, test } from 'playwright/test';
import { fakeStripe, type FakeStripe } from '../../server/testing/fake-stripe.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { cardPlatform, type CardPlatform } from '../support/shop/card-platform.ts';
import { openSignedIn } from '../support/shop/shift.ts';

const ACCOUNT = 'acct_ferry';
let stripe: FakeStripe;
let shop: CardPlatform;
test.beforeEach(async () => {
  stripe = await fakeStripe();
  // What was booked in the last minute is compared later.
  stripe.keepTime({ now: () => new Date(Date.now() - 30 * 60_000) });
  shop = await cardPlatform(stripe, ACCOUNT);
});
test.afterEach(async () => {
  await shop.platform.stop();
  await stripe.close();
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('Payouts lists what reached the bank, order by order, and names each unexpected penny; a dispute has its deadline and its evidence (D52)', async ({
  page,
}) => {
  await shop.openForCards();
  const { books, intentOf, refundByHand } = stripe.account(ACCOUNT);
  const [first, foreign] = [await shop.close(), await shop.close('pm_card_us')];
  refundByHand(intentOf(first.id), 50);
  const payout = books.payOut();
  if (!payout) throw new Error('nothing was paid out');
  await shop.tell('payout.created', payout);
  await openSignedIn(page, shop.platform);
  const band = page.getByRole('alert').filter({ hasText: 'A customer’s bank took back £3.00' });
  const dispute = books.dispute(intentOf(foreign.id), 300);
  await shop.tell('charge.dispute.created', dispute);
  await expect(band).toContainText(`of order ${foreign.orderNumber} of The Old Ferry`);
  await expect(band).toContainText('Answer it in your Stripe dashboard by');
  const saved = page.waitForEvent('download');
  await band.getByRole('button', { name: 'Save evidence' }).click();
  const evidence = await saved;
  expect(evidence.suggestedFilename()).toBe(`evidence-order-${foreign.orderNumber}.html`);
  const text = await readFile(await evidence.path(), 'utf8');
  for (const part of [
    'Timeline',
    'Placed by the customer',
    'Receipt',
    'Kitchen ticket',
    'Refund policy',
    'Tom',
  ])
    expect(text).toContain(part);

  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  const list = page.getByRole('region', { name: 'Payouts to your bank' });
  const pounds = (amount: number) => `£${(amount / 100).toFixed(2)}`;
  await expect(list).toContainText(`On the way: ${pounds(payout.amount)}`);
  await expect(list.getByText('In transit')).toBeVisible();
  await expect(list.getByText('2 orders')).toBeVisible();
  await list.getByRole('button', { name: /^Show orders/ }).click();
  await expect(list.getByRole('link', { name: `#${first.orderNumber} The Old Ferry` })).toHaveCount(2);
  const exported = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Export CSV' }).click();
  expect(await readFile(await (await exported).path(), 'utf8')).toContain(payout.id);

  const unexplained = page.getByRole('region', { name: 'Unexplained pence' });
  await expect(unexplained).toContainText('£0.00');
  const causes = unexplained.getByRole('list', { name: 'Other than expected, and booked' });
  await expect(causes).toContainText('Foreign card: the bank’s fee is higher');
  await expect(causes).toContainText('Refund made at the card provider');
  await expect(causes).toContainText('Dispute: the customer’s bank took it back');
  await looksRightEverywhere(page, 'payouts with the bank’s books');

  await list.getByRole('link', { name: `#${foreign.orderNumber} The Old Ferry` }).click();
  const opened = page.getByRole('group').filter({ hasText: `#${foreign.orderNumber}` });
  await expect(opened.getByText('Net', { exact: true })).toBeInViewport();
});

test('a server that does not read the bank’s books shows none', async ({ page }) => {
  await page.route(/\/api\/sellers\/(payouts|disputes)/, (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'NOT_FOUND', message: 'There is nothing here.' } } }),
  );
  await openSignedIn(page, shop.platform);
  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Connect with Stripe' })).toBeVisible();
  await expect(page.getByText('Unexplained pence')).toBeHidden();
  await expect(page.getByText('There is nothing here.')).toBeHidden();
});
