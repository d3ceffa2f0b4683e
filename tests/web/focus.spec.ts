import { expect, type Locator, type Page } from 'playwright/test';
import type { PlacedOrder, TestPlatform } from '../support/shop/platform.ts';
import type { SellerApi } from '../support/shop/seller-api.ts';
import { card } from '../support/shop/shift.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';

test.afterEach(async ({ platform, seller }) => {
  const path = `/sellers/outlets/${platform.outletId}/orders`;
  const orders = await seller.call<{ id: string; status: string }[]>('GET', path);
  for (const { id, status } of orders) if (status !== 'deliver_aborted') await onOther(seller, id, 'cancel');
});

type Face = 'trading-session' | 'orders';
const openFace = (page: Page, { origin, outletId }: TestPlatform, face: Face) =>
  page.goto(`${origin}/outlets/${outletId}/${face}`);
const open = (page: Page, number: number) => card(page, number).locator('[data-opens-order]');
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const twoOrders = async (platform: TestPlatform) =>
  [(await platform.placeOrder()).order, (await platform.placeOrder()).order] as const;
type Placed = PlacedOrder['order'];
/** Opens both orders and takes each from its place: the focus goes to the second's card, then to `last`. */
async function takeBoth(
  page: Page,
  [first, second]: readonly [Placed, Placed],
  last: Locator,
  take: (order: Placed) => Promise<void>,
): Promise<void> {
  for (const [order, next] of [
    [first, open(page, second.orderNumber)],
    [second, last],
  ] as const) {
    await open(page, order.orderNumber).press('Enter');
    await take(order);
    await expect(next).toBeFocused();
  }
}
/** Another device of the seller's moves the order a step on, or cancels it. */
const onOther = (seller: SellerApi, orderId: string, command: 'accept' | 'cancel') =>
  seller.call('POST', `/sellers/orders/${command}/${orderId}`, {});

test('the focus follows a card that changed its column while its side modal was open', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const { id, orderNumber } = (await platform.placeOrder()).order;
  await openFace(page, platform, 'orders');
  await open(page, orderNumber).press('Enter');
  await expect(page.getByRole('dialog', { name: `Order ${orderNumber}` })).toBeVisible();
  await onOther(seller, id, 'accept');
  await expect(column(page, 'In progress').locator(card(page, orderNumber))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(column(page, 'In progress').locator(open(page, orderNumber))).toBeFocused();
});

test('on a phone it stays in the tab, with the card that took its place, or with the tab itself', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const orders = await twoOrders(platform);
  await page.setViewportSize({ width: 390, height: 844 });
  await openFace(page, platform, 'trading-session');
  await takeBoth(page, orders, page.getByRole('tab', { name: /^New/ }), async ({ id, orderNumber }) => {
    const modal = page.getByRole('dialog', { name: `Order ${orderNumber}` });
    await expect(modal).toBeVisible();
    await onOther(seller, id, 'accept');
    await expect(modal).toContainText('Waiting');
    await page.keyboard.press('Escape');
  });
});

test('an order that leaves under a dialog hands the focus to its neighbour, the last one to the heading', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const orders = await twoOrders(platform);
  await openFace(page, platform, 'trading-session');
  await takeBoth(page, orders, page.getByRole('heading', { name: /^New/ }), async ({ id, orderNumber }) => {
    await page.getByRole('button', { name: 'More' }).press('Enter');
    await expect(page.getByRole('dialog', { name: `Order ${orderNumber}` })).toBeVisible();
    await onOther(seller, id, 'cancel');
    await expect(card(page, orderNumber)).toBeHidden();
  });
});

test('a press on a card, on the band or in the order leaves the focus with the order, never with the body', async ({
  signedIn: page,
  platform,
}) => {
  const { orderNumber: first } = (await platform.placeOrder()).order;
  await openFace(page, platform, 'trading-session');
  await page.getByRole('button', { name: `Accept order ${first}` }).press('Enter');
  await expect(column(page, 'In progress').locator(open(page, first))).toBeFocused();
  const { orderNumber } = (await platform.placeOrder()).order;
  await page.getByRole('button', { name: `Accept #${orderNumber}` }).press('Enter');
  await expect(column(page, 'In progress').locator(open(page, orderNumber))).toBeFocused();

  await page.keyboard.press('Enter');
  const detail = page.getByRole('complementary', { name: `Order ${orderNumber}` });
  await detail.getByRole('checkbox').press('Space');
  await detail.getByRole('button', { name: 'Delivered' }).press('Enter');
  await expect(detail.getByRole('button', { name: 'Close Order' })).toBeVisible();
  await expect(detail).toBeFocused();
  await detail.getByRole('button', { name: 'More' }).press('Enter');
  const extras = page.getByRole('dialog', { name: `Order ${orderNumber}` });
  await extras.getByRole('button', { name: 'Cancel Order' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Cancel Order' });
  await expect(question).toBeFocused();
  await question.getByRole('button', { name: 'Keep order' }).press('Enter');
  await expect(detail.getByRole('button', { name: 'More' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(open(page, orderNumber)).toBeFocused();
});

test('a card that is scrolled out of sight keeps the focus', async ({ signedIn: page, platform }) => {
  const { orderNumber: first } = (await platform.placeOrder()).order;
  for (let order = 1; order < 14; order += 1) await platform.placeOrder();
  await openFace(page, platform, 'trading-session');
  await open(page, first).focus();
  await column(page, 'New').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(card(page, first + 13)).toBeInViewport();
  await expect(open(page, first)).toBeFocused();
  await page.keyboard.press('k');
  await expect(card(page, first)).toBeInViewport();
});
