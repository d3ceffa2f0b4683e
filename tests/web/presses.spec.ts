import { expect, type Locator, type Page } from 'playwright/test';
import type { Order } from '#shared/api/orders.ts';
import { looksRight } from '../support/browser/looks-right.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { card, openLive, openSignedIn, startTrading } from '../support/shop/shift.ts';
import { SLOW_S } from '../support/runner/waits.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';

const accept = (page: Page, { orderNumber }: Order) =>
  card(page, orderNumber).getByRole('button', { name: `Accept order ${orderNumber}` });
const started = (page: Page, { orderNumber }: Order) =>
  card(page, orderNumber).getByRole('button', { name: `Start order ${orderNumber}` });
const moment = (page: Page, { orderNumber }: Order) => card(page, orderNumber).getByText('One moment');

/** Presses Accept where it stands still: scrolling the column to it measures cards anew, which may move it. */
async function pressAccept(page: Page, order: Order): Promise<void> {
  await accept(page, order).scrollIntoViewIfNeeded();
  await accept(page, order).click();
  await expect(moment(page, order)).toBeVisible();
}

/** The keys of the presses on an order, as the page has sent them. */
function keysOf(page: Page) {
  const sent: { url: string; key: string | undefined }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST')
      sent.push({ url: request.url(), key: request.headers()['idempotency-key'] });
  });
  return ({ id }: Order) =>
    sent.filter(({ url }) => url.endsWith(`/sellers/orders/accept/${id}`)).map(({ key }) => key);
}

test('a press outlives a dead line, is done once, and is never lost without a word (D49)', async ({
  page,
  platform,
  line,
  elsewhere,
}) => {
  const keys = keysOf(page);
  await openSignedIn(page, { ...platform, origin: `http://127.0.0.1:${line.port}` });
  await startTrading(page);
  const seller = await sellerApi(platform);
  const barTill = await elsewhere({
    async prepare(other) {
      await other.addInitScript(() => localStorage.setItem('preferences', '{"screenName":"Bar till"}'));
    },
  });
  await openLive(barTill);
  const [killed, forty, fifteen, eight, raced] = await Promise.all(
    Array.from({ length: 5 }, async () => (await platform.placeOrder()).order),
  );
  if (!killed || !forty || !fifteen || !eight || !raced) throw new Error('Five orders were placed');
  for (const order of [killed, forty, fifteen, eight, raced]) await expect(accept(page, order)).toBeVisible();
  const standing = (order: Order) => seller.call<Order>('GET', `/sellers/orders/${order.id}`);

  line.be('deaf');
  await accept(page, killed).click();
  await expect.poll(async () => (await standing(killed)).version, 'the press was committed').toBe(2);
  await expect(moment(page, killed)).toBeVisible();
  line.be('cut');
  line.be('well');
  await expect(started(page, killed)).toBeVisible();
  await expect(moment(page, killed)).toBeHidden();

  line.be('silent');
  const silentAt = Date.now();
  const silentFor = (seconds: number) =>
    expect.poll(() => Date.now() - silentAt, { timeout: 60_000 }).toBeGreaterThan(seconds * 1000);
  await pressAccept(page, forty);
  await silentFor(25);
  await pressAccept(page, fifteen);
  const toast = page.getByText(`Order ${forty.orderNumber}: The server cannot be reached.`);
  await expect(toast.first()).toBeVisible({ timeout: 10_000 });
  const failedAfter = (Date.now() - silentAt) / 1000;
  expect(failedAfter).toBeGreaterThan(28);
  expect(failedAfter).toBeLessThan(31 + SLOW_S);
  const tryAgain = page.getByRole('button', { name: `Try again: order ${forty.orderNumber}` });
  await expect(tryAgain).toBeVisible();
  await silentFor(32);
  await pressAccept(page, eight);
  await pressAccept(page, raced);
  await accept(barTill, raced).click();
  await expect(started(barTill, raced)).toBeVisible();
  await silentFor(40);
  for (const order of [fifteen, eight, raced]) await expect(moment(page, order)).toBeVisible();

  line.be('well');
  await expect(
    page.getByText(
      new RegExp(`^Order ${raced.orderNumber}: Already accepted on Bar till at \\d\\d:\\d\\d\\.$`),
    ),
  ).toBeVisible();
  for (const order of [fifteen, eight, raced]) {
    await expect(started(page, order)).toBeVisible();
    await expect(moment(page, order)).toBeHidden();
  }
  for (const order of [fifteen, eight])
    await expect(page.getByText(`Order ${order.orderNumber}: `)).toBeHidden();
  await expect(accept(page, forty), 'nothing was done behind the person’s back').toBeVisible();
  await tryAgain.click();
  await expect(started(page, forty)).toBeVisible();
  await expect(tryAgain).toBeHidden();

  // A connection that ends before an answer is retried by the browser itself, unseen.
  for (const order of [forty, fifteen, eight])
    expect(keys(order).length, 'it was sent again').toBeGreaterThan(1);
  for (const order of [killed, forty, fifteen, eight])
    expect(new Set(keys(order)).size, 'with its own key').toBe(1);
  for (const order of [killed, forty, fifteen, eight, raced])
    expect((await standing(order)).actions).toMatchObject([{ action: 'accept', version: 2 }]);
  await card(page, raced.orderNumber).locator('[data-opens-order]').click();
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('on Bar till');
});

test('a press without an answer when the page is loaded again is named, and can be tried again (D49)', async ({
  signedIn: page,
  platform,
}) => {
  const keys = keysOf(page);
  await startTrading(page);
  const { order } = await platform.placeOrder();
  let reached = 0;
  await page.route('**/sellers/orders/accept/*', async (route) => {
    // It arrives, and the page never hears of it.
    await route.fetch();
    reached += 1;
  });
  await accept(page, order).click();
  await expect.poll(() => reached).toBe(1);
  await expect(moment(page, order)).toBeVisible();
  await page.reload();
  const band = page.getByRole('alert').filter({ hasText: 'got no answer' });
  await expect(band).toContainText(`Order ${order.orderNumber}: Accept got no answer.`);
  // Only now: a try that came before the reload would have been answered.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await looksRight(page, 'a press without an answer');
  await band.getByRole('button', { name: `Try again: order ${order.orderNumber}` }).click();
  await expect(started(page, order)).toBeVisible();
  await expect(band).toBeHidden();
  await expect.poll(() => keys(order).length).toBeGreaterThan(1);
  expect(new Set(keys(order)).size).toBe(1);
  const seller = await sellerApi(platform);
  const { actions } = await seller.call<Order>('GET', `/sellers/orders/${order.id}`);
  expect(actions).toMatchObject([{ action: 'accept', version: 2 }]);
});

test('the second press of a double one takes no step of what comes under it meanwhile (D49)', async ({
  page,
  platform,
}) => {
  await openSignedIn(page, platform);
  await startTrading(page);
  const seller = await sellerApi(platform);
  const [first, second, third] = [
    (await platform.placeOrder()).order,
    (await platform.placeOrder()).order,
    (await platform.placeOrder()).order,
  ];
  const statusOf = async ({ id }: Order) => (await seller.call<Order>('GET', `/sellers/orders/${id}`)).status;
  const inBand = page.getByRole('region', { name: 'New orders' }).getByRole('button', { name: /^Accept/ });

  /** The two presses of a double one; the first has done its work before the second comes. */
  async function pressDouble(button: Locator, order: Order, next: RegExp) {
    await expect(accept(page, third)).toBeVisible();
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = { x: x + width / 2, y: y + height / 2 };
    await page.mouse.click(at.x, at.y);
    await expect(started(page, order)).toBeVisible();
    const below = () =>
      page.evaluate((point) => {
        const found = document.elementFromPoint(point.x, point.y)?.closest('button');
        return found?.ariaLabel ?? found?.textContent;
      }, at);
    await expect.poll(below).toMatch(next);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  }
  await pressDouble(inBand, first, new RegExp(`^Accept #${second.orderNumber}`));
  await pressDouble(accept(page, second), second, new RegExp(`^Accept order ${third.orderNumber}$`));
  // One press takes the step, and by then whatever the others did has been done.
  await started(page, second).click();
  await expect.poll(() => statusOf(second)).toBe('deliver_working');
  expect([await statusOf(first), await statusOf(third)]).toEqual(['deliver_waiting', 'deliver_pending']);
});
