import { expect, type Page } from 'playwright/test';
import { itemsOf } from '../../renderer/catalog-model/content.ts';
import { firstCatalog } from '../support/shop/catalog-editing.ts';
import { looksRight, looksRightEverywhere } from '../support/browser/looks-right.ts';
import { line, type TestPlatform } from '../support/shop/platform.ts';
import { card } from '../support/shop/shift.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';

type Face = 'trading-session' | 'orders' | 'orders-basic';
const detail = (page: Page, number: number) => page.getByRole('complementary', { name: `Order ${number}` });

async function open(page: Page, { origin, outletId }: TestPlatform, face: Face, number: number) {
  await page.goto(`${origin}/outlets/${outletId}/${face}`);
  await card(page, number).locator('[data-opens-order]').click();
  await expect(detail(page, number)).toBeVisible();
}

/** Twenty lines, a note of three hundred letters, a tip, and a very long name. */
const large = ({ menu }: TestPlatform) => ({
  customerName: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh & Friends',
  note: 'x'.repeat(40) + ' allergy '.repeat(29),
  tip: 250,
  items: Array.from({ length: 20 }, (_, index) =>
    line(menu, index % 2 ? 'Ribeye, 10 oz' : 'Ferry burger', 4),
  ),
});

test('an order of twenty lines reads well in the side modal, in both themes at every width', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const { order } = await platform.placeOrder(large(platform));
  await open(page, platform, 'orders', order.orderNumber);
  await expect(page.getByRole('dialog', { name: `Order ${order.orderNumber}` })).toBeVisible();
  await expect(detail(page, order.orderNumber).locator('[data-line]')).toHaveCount(20);
  await expect(detail(page, order.orderNumber)).toContainText('£2.50');
  await looksRightEverywhere(page, 'side modal');
  await seller.call('POST', `/sellers/orders/cancel/${order.id}`, {});
});

test('a name or a note in a script from right to left leaves what stands beside it in its place', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const { order } = await platform.placeOrder({ customerName: 'علي 7', note: 'بدون مكسرات!' });
  await open(page, platform, 'trading-session', order.orderNumber);
  const shown = [card(page, order.orderNumber), detail(page, order.orderNumber)];
  for (const place of shown)
    for (const text of ['علي 7', 'بدون مكسرات!'])
      await expect(place.getByText(text, { exact: true }).first()).toHaveCSS(
        'unicode-bidi',
        /isolate|plaintext/,
      );
  await expect(detail(page, order.orderNumber).locator('p[dir=auto]')).toHaveCSS('direction', 'rtl');
  await seller.call('POST', `/sellers/orders/cancel/${order.id}`, {});
});

test('what has run out is taken off the menu from the line that asks for it, and put back (D37)', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const basket = { items: [line(platform.menu, 'Ferry burger'), line(platform.menu, 'Americano')] };
  const { order } = await platform.placeOrder(basket);
  await open(page, platform, 'trading-session', order.orderNumber);
  const mark = detail(page, order.orderNumber).getByRole('button', { name: 'Sold out: Ferry burger' });
  await mark.click();
  const marking = page.getByRole('dialog', { name: 'Sold out: Ferry burger' });
  await marking.getByLabel('Ferry burger', { exact: true }).check();
  await looksRight(page, 'sold out from a line');
  await page.route('**/sold-out', (route) => route.abort(), { times: 1 });
  await marking.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The server cannot be reached.'), 'and what was chosen stays').toBeVisible();
  await marking.getByRole('button', { name: 'Save' }).click();
  await expect(marking).toBeHidden();
  // Undo stays for five seconds.
  const undo = detail(page, order.orderNumber).getByRole('button', { name: 'Undo for Ferry burger' });
  await undo.click();
  const marks = async () => itemsOf(await firstCatalog(seller)).filter(({ soldOutUntil }) => soldOutUntil);
  await expect.poll(marks).toEqual([]);
  await expect(undo).toBeHidden();
  await mark.click();
  await marking.getByLabel('Ferry burger', { exact: true }).check();
  await marking.getByRole('button', { name: 'Save' }).click();
  await expect(marking).toBeHidden();
  await expect(mark).toBeFocused();
  await looksRight(page, 'undo of sold out in its line');
  await expect(platform.placeOrder(basket)).rejects.toThrow('Ferry burger is sold out.');

  await page.route('**/sellers/catalogs/*', (route) => route.abort(), { times: 1 });
  await mark.click();
  await expect(marking.getByRole('heading', { name: 'Error' })).toBeVisible();
  await looksRight(page, 'what is sold out could not be loaded');
  await marking.getByRole('button', { name: 'Reload' }).click();
  await expect(marking.getByText('Sold out for this session')).toBeVisible();
  await marking.getByLabel('At a time').check();
  await marking.getByLabel('Time', { exact: true }).fill('20:00');
  // Somebody else marks something meanwhile.
  const now = await firstCatalog(seller);
  const other = itemsOf(now).find(({ name }) => name === 'Americano');
  const markOther = (until: string | null) =>
    seller.call('POST', `/sellers/catalogs/${now.id}/sold-out`, { itemId: other?.id, until });
  await markOther('session');
  await marking.getByRole('button', { name: 'Save' }).click();
  await expect(marking).toBeHidden();
  const soldOut = itemsOf(await firstCatalog(seller)).filter(({ soldOutUntil }) => soldOutUntil);
  expect(Object.fromEntries(soldOut.map(({ name, soldOutUntil }) => [name, soldOutUntil]))).toEqual({
    Americano: 'session',
    'Ferry burger': expect.stringMatching(/^\d{4}-.*:00\.000Z$/),
  });
  await markOther(null);

  await mark.click();
  await expect(marking.getByText(/Sold out until .*20:00/)).toBeVisible();
  await expect(marking.getByLabel('Time', { exact: true })).toHaveValue('20:00');
  await marking.getByLabel(/^Ferry burger/).uncheck();
  await marking.getByRole('button', { name: 'Save' }).click();
  await expect(marking).toBeHidden();
  const again = await platform.placeOrder(basket);

  const { id, name, categories } = await firstCatalog(seller);
  const others = categories.map((category) => ({
    ...category,
    list: category.list.filter((item) => item.name !== 'Ferry burger'),
  }));
  await seller.call('PATCH', `/sellers/catalogs/${id}`, { name, categories: others });
  await mark.click();
  await expect(marking.getByText('Ferry burger is no longer on the menu of this outlet.')).toBeVisible();
  await marking.getByRole('button', { name: 'Close' }).click();
  await seller.call('PATCH', `/sellers/catalogs/${id}`, { name, categories });
  for (const placed of [order, again.order])
    await seller.call('POST', `/sellers/orders/cancel/${placed.id}`, {});
});

test('the side modal goes through an order by keyboard, step by step, and gives the focus back', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const { order } = await platform.placeOrder({
    items: [line(platform.menu, 'Ferry burger'), line(platform.menu, 'Americano')],
  });
  const number = order.orderNumber;
  await open(page, platform, 'orders', number);
  await page.keyboard.press('Escape');
  await expect(detail(page, number)).toBeHidden();
  await expect(card(page, number).locator('[data-opens-order]')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('a');
  await expect(detail(page, number)).toContainText('Waiting');
  await detail(page, number).getByRole('checkbox').first().check();
  await expect(detail(page, number).getByText('Move 1 item to')).toBeVisible();
  await detail(page, number).getByRole('button', { name: 'Ready', exact: true }).click();
  await expect(detail(page, number).locator('[data-line]').first()).toContainText('Ready');
  await expect(detail(page, number).getByRole('heading').locator('xpath=..')).toContainText('In Progress');
  await detail(page, number).getByRole('button', { name: 'Undo' }).click();
  await expect(detail(page, number).locator('[data-line]').first()).toContainText('Waiting');
  await page.keyboard.press('Escape');
  await expect(detail(page, number)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Finish Trading' })).toBeVisible();
  await seller.call('POST', `/sellers/orders/cancel/${order.id}`, {});
});

test('Cancel Order is behind More, with both its sentences and words for the customer', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const { order } = await platform.placeOrder();
  await open(page, platform, 'trading-session', order.orderNumber);
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeHidden();
  await detail(page, order.orderNumber).getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Cancel Order' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel Order' });
  await expect(question).toContainText(
    'You can cancel an order without incurring any charges before it has been marked as completed.',
  );
  await expect(question).toContainText('This cannot be undone, are you sure?');
  await question.getByLabel('What the customer is told').selectOption('Sold out');
  await question.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(card(page, order.orderNumber)).toBeHidden();
  const cancelled = await seller.call<object>('GET', `/sellers/orders/${order.id}`);
  expect(cancelled).toMatchObject({
    status: 'deliver_aborted',
    cancellation: { forCustomer: 'Sorry, something you ordered is sold out.' },
  });
});

test('an order that is open on the screen when it expires is said to have expired', async ({
  signedIn: page,
  platform,
}) => {
  const { order } = await platform.placeOrder();
  await open(page, platform, 'trading-session', order.orderNumber);
  const expired = {
    ...order,
    status: 'deliver_expired',
    version: order.version + 1,
    endedAt: new Date().toISOString(),
  };
  await page.route(`**/sellers/orders/${order.id}`, (route) => route.fulfill({ json: expired }));
  await page.route(`**/outlets/${platform.outletId}/orders`, (route) => route.fulfill({ json: [] }));
  // The list is read again whenever the computer is back on its network.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const dialog = page.getByRole('dialog', { name: `Order #${order.orderNumber} has expired` });
  await expect(dialog).toContainText('This order has expired and is no longer available.');
  await looksRight(page, 'expired');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('the basic mode shows an order and acts on none; a closed one has no action bar but a refund', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const closed = await seller.closedOrder();
  await open(page, platform, 'orders-basic', closed.orderNumber);
  await expect(detail(page, closed.orderNumber)).toContainText('Closed');
  await expect(detail(page, closed.orderNumber).getByRole('button')).toHaveText([
    '',
    'Print ticket',
    'Print receipt',
  ]);
  await expect(page.getByRole('button', { name: /^(Finish|Stop) Trading$/ })).toBeHidden();
  await open(page, platform, 'trading-session', closed.orderNumber);
  await expect(detail(page, closed.orderNumber).getByRole('button')).toHaveText([
    '',
    'Print ticket',
    'Print receipt',
    'Refund',
  ]);
  await page.route('**/orders', async (route) => {
    const reply = await route.fetch();
    const orders = (await reply.json()) as { id: string; version: number; payment: object }[];
    const pending = orders.map((order) =>
      order.id === closed.id
        ? { ...order, version: order.version + 1, payment: { ...order.payment, refundPending: 150 } }
        : order,
    );
    await route.fulfill({ json: pending });
  });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(
    detail(page, closed.orderNumber).getByText('Refund on its way').locator('xpath=..'),
  ).toContainText('−£1.50');
});
