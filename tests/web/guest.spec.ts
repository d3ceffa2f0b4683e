import { expect, type Page } from 'playwright/test';
import type { OrderItem } from '#shared/api/orders.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { scanned } from '../support/browser/scan-codes.ts';
import { review } from '../support/shop/review.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import type { SellerApi } from '../support/shop/seller-api.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 390, height: 844 } });

/** Somebody is there to answer, however long a test takes: a screen counts for a minute. */
let listening: ReturnType<typeof setInterval>;
test.beforeEach(async ({ seller }) => {
  await seller.listen();
  listening = setInterval(() => void seller.listen().catch(() => undefined), 20_000);
});
test.afterEach(() => clearInterval(listening));

const guestPage = ({ origin, outletId }: TestPlatform) => `${origin}/o/${outletId}`;
const contained = /^(?:Contains: |None of the 14)/;
const basket = (page: Page) => page.getByRole('dialog', { name: 'Your basket' });

const fillBasket = (page: Page, platform: TestPlatform) => chooseDrinks(page, guestPage(platform));

async function chooseDrinks(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Add Americano' }).click();
  await page.getByRole('button', { name: 'Choose Flat white' }).click();
  const item = page.getByRole('dialog', { name: 'Flat white' });
  await item.getByRole('radio', { name: /Oat/ }).check();
  await item.getByRole('button', { name: 'One more: Flat white' }).click();
  await item.getByRole('button', { name: /^Add £/ }).click();
}

async function toPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Basket/ }).click();
  await basket(page).getByRole('link', { name: 'Go to pay' }).click();
  await expect(page.getByRole('heading', { name: 'Pay', level: 1 })).toBeVisible();
}

async function sayWho(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Priya Raman');
  await page.getByLabel('Your table’s number').fill('7');
}

type Listed = { id: string; orderNumber: number; customerName: string; amount: number; items: OrderItem[] };
const orders = (seller: SellerApi, { outletId }: TestPlatform) =>
  seller.call<Listed[]>('GET', `/sellers/outlets/${outletId}/orders`);

test.describe('without its script', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu can be read, with prices and allergens (D69)', async ({ page, platform }) => {
    await page.goto(guestPage(platform));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Old Ferry');
    for (const { name } of platform.menu) await expect(page.getByRole('heading', { name })).toBeVisible();
    const americano = page.getByRole('listitem').filter({ hasText: 'Americano' });
    await expect(americano).toContainText('£');
    await expect(page.getByText('Orders below £8.00 pay a small order fee of £0.20.')).toBeVisible();
    expect(await (await fetch(guestPage(platform))).text()).toContain('This browser runs no scripts');
  });
});

test('a guest orders, pays, and reads how far the order is until it is handed over', async ({
  page,
  platform,
  seller,
}) => {
  await fillBasket(page, platform);
  await looksRightEverywhere(page, 'guest menu');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Basket · 3 items/ }).click();
  const total = basket(page).locator('p', { hasText: /^Total/ });
  const amount = /£[\d.]+/.exec((await total.textContent()) ?? '')?.[0] ?? 'no total';
  await looksRightEverywhere(page, 'guest basket');
  await expect(basket(page).getByText(contained)).toHaveCount(2);
  await basket(page).getByRole('link', { name: 'Go to pay' }).click();
  await sayWho(page);
  await looksRightEverywhere(page, 'guest pay');
  await page.getByRole('button', { name: `Pay ${amount}` }).click();

  await expect(page.getByText('Sent. Waiting for the staff to accept it.')).toBeVisible();
  const [order] = await orders(seller, platform);
  expect(order).toMatchObject({ customerName: 'Priya Raman', tableNumber: '7' });
  expect(`£${((order?.amount ?? 0) / 100).toFixed(2)}`).toBe(amount);
  await expect(page.getByText(contained)).toHaveCount(2);
  await looksRightEverywhere(page, 'guest order');

  const next = () => seller.call('POST', `/sellers/outlets/${platform.outletId}/progress-order/${order?.id}`);
  await next();
  await expect(page.getByText('Accepted').first()).toBeVisible();
  await next();
  await expect(page.getByRole('listitem').filter({ hasText: 'In the making' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await next();
  await expect(page.getByText('Ready: on its way to you')).toBeVisible();
  await looksRightEverywhere(page, 'guest order ready');
  await next();
  await seller.call('POST', `/sellers/orders/complete/${order?.id}`);
  await expect(page.getByText('Thank you!')).toBeVisible();
});

test('a declined card says what to do, and the basket stays', async ({ page, platform, seller }) => {
  await fillBasket(page, platform);
  await toPay(page);
  const before = (await orders(seller, platform)).length;
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await expect(page.getByText('Please give a name')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await sayWho(page);
  await page.getByRole('radio', { name: 'A test card that is declined' }).check();
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await expect(page.getByText('Your card was declined, and nothing was taken.')).toBeVisible();
  expect(await orders(seller, platform)).toHaveLength(before);
  await page.getByRole('radio', { name: 'A test card that pays' }).check();
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await expect(page.getByText('Sent. Waiting')).toBeVisible();
  expect(await orders(seller, platform)).toHaveLength(before + 1);
});

test('a lost answer is found out, and there is one order', async ({ page, platform, seller }) => {
  await fillBasket(page, platform);
  await toPay(page);
  await sayWho(page);
  const before = (await orders(seller, platform)).length;
  // The order arrives; its answer does not. Then this network is told to ask less often.
  const tooMany = { error: { code: 'TOO_MANY_REQUESTS', message: 'Please try again in a moment.' } };
  let calls = 0;
  await page.route('**/orders?catalogId=*', async (route) => {
    calls += 1;
    if (calls > 2) return route.continue();
    if (calls === 2) return route.fulfill({ status: 429, json: tooMany });
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await expect(page.getByText('it is not known whether your order arrived')).toBeVisible();
  await expect(page.getByText('Sent. Waiting')).toBeVisible();
  expect(await orders(seller, platform)).toHaveLength(before + 1);
  expect(calls).toBe(3);
});

test('from the code on the table to a paid order with options in twelve presses, besides the letters of a name (D69)', async ({
  page,
  platform,
  seller,
  elsewhere,
}) => {
  const printed = await elsewhere();
  await printed.goto(`${platform.origin}/outlets/${platform.outletId}/table-codes`);
  await printed.getByLabel('Tables').fill('7');
  await printed.keyboard.press('Enter');
  const card = printed.getByRole('region', { name: 'Table 7', exact: true });
  const address = scanned(await card.screenshot()) ?? 'no code';

  let presses = 0;
  await page.exposeFunction('pressed', () => (presses += 1));
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => (window as unknown as { pressed(): void }).pressed(), true),
  );
  const before = (await orders(seller, platform)).length;
  await chooseDrinks(page, address);
  await page.getByRole('button', { name: /^Basket/ }).click();
  await basket(page).getByRole('link', { name: 'Go to pay' }).click();
  await page.getByLabel('Your name').click();
  await page.keyboard.type('Priya');
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await expect(page.getByText('Sent. Waiting')).toBeVisible();
  const placed = await orders(seller, platform);
  expect(placed).toHaveLength(before + 1);
  expect(placed.find(({ customerName }) => customerName === 'Priya')).toMatchObject({ tableNumber: '7' });
  expect(presses).toBeGreaterThan(5);
  expect(presses).toBeLessThanOrEqual(12);
  // The next round goes to the same table.
  await page.getByRole('link', { name: 'See the menu' }).click();
  await expect(page.getByText('Table 7')).toBeVisible();
});

test('a pause is told within two seconds, on the menu and where one pays', async ({
  page,
  context,
  platform,
  seller,
}) => {
  await fillBasket(page, platform);
  await toPay(page);
  const menu = await context.newPage();
  await menu.goto(guestPage(platform));
  await expect(menu.getByText('Open: order and pay here.')).toBeVisible();
  const ordering = `/sellers/outlets/${platform.outletId}`;
  await seller.call('POST', `${ordering}/pause`, { until: null, reason: 'Kitchen fire' });
  for (const tab of [page, menu])
    await expect(tab.getByText('No orders are taken just now. Kitchen fire')).toBeVisible({ timeout: 2_000 });
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeDisabled();
  const until = new Date(Date.now() + 20 * 60_000);
  await seller.call('POST', `${ordering}/pause`, { until: until.toISOString(), reason: 'Kitchen fire' });
  const shown = until.toLocaleTimeString('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' });
  for (const tab of [page, menu])
    await expect(
      tab.getByText(new RegExp(`^No orders are taken until (\\w+ )?${shown}. Kitchen fire`)),
    ).toBeVisible();
  await seller.call('POST', `${ordering}/resume`);
  await expect(menu.getByText('Open: order and pay here.')).toBeVisible();
});

test('a refused order has the menu read at once, without events', async ({ page, platform, seller }) => {
  await fillBasket(page, platform);
  await page.route('**/events', () => undefined);
  await toPay(page);
  await sayWho(page);
  const ordering = `/sellers/outlets/${platform.outletId}`;
  await seller.call('POST', `${ordering}/pause`, { until: null, reason: 'Kitchen fire' });
  const pay = page.getByRole('button', { name: /^Pay £/ });
  await pay.click();
  await expect(pay).toBeDisabled();
  const told = page.getByText('Kitchen fire');
  await expect(told).toHaveText('No orders are taken just now. Kitchen fire');
  await seller.call('POST', `${ordering}/resume`);
  await page.unroute('**/events');
  await expect(pay).toBeEnabled();
  await expect(told).toBeHidden();
});

test('a page that draws no frame is taken over all the same', async ({ page, platform }) => {
  await page.addInitScript(() => (globalThis.requestAnimationFrame = () => 0));
  await page.goto(guestPage(platform));
  await expect(page.getByRole('button', { name: 'Add Americano' })).toBeEnabled();
});

test('a page of an outlet that was suspended says that it is closed, and that it is open once it is', async ({
  page,
  platform,
}) => {
  await page.goto(guestPage(platform));
  await expect(page.getByText('Open: order and pay here.')).toBeVisible();
  await review(platform, 'outlets', 'The Old Ferry', 'suspended');
  await expect(page.getByText('The Old Ferry is closed just now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Americano' })).toBeDisabled();
  await review(platform, 'outlets', 'The Old Ferry', 'verified');
  await expect(page.getByText('Open: order and pay here.')).toBeVisible({ timeout: 60_000 });
});
