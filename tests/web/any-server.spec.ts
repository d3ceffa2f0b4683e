import { expect, test } from 'playwright/test';
import { startStandIn, type StandIn } from '../support/stand-in/stand-in-server.ts';
import { card } from '../support/shop/shift.ts';

let server: StandIn;
test.beforeEach(async ({ page }) => {
  server = await startStandIn();
  await page.goto(`${server.origin}/sign-in`);
  await page.getByLabel('E-mail').fill('seller@example.com');
  await page.getByLabel('Password').fill('anything at all');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Another Company Ltd' })).toBeVisible();
});
test.afterEach(() => server.stop());

test('a shift against a server of nothing but the call table (D2)', async ({ page }) => {
  await page.getByRole('link', { name: 'Outlets', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The <b>Other</b> Inn' })).toBeVisible();
  await expect(page.getByText('Old Town')).toBeVisible();
  await page.getByRole('link', { name: /^LIVE/ }).click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();

  const orderId = server.place();
  await expect(card(page, 1), 'an event with only an id makes it ask for the order').toContainText(
    'Pie <img',
  );
  expect(server.recorded.map(({ route }) => route)).toContain(`GET /sellers/orders/${orderId}`);
  for (const step of ['Accept', 'Start', 'Ready', 'Delivered', 'Close Order'])
    await card(page, 1)
      .getByRole('button', { name: `${step} order 1` })
      .click();
  await expect(card(page, 1)).toContainText('Closed');

  server.place();
  await card(page, 2).locator('[data-opens-order]').click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Cancel Order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Order' }).click();
  await expect(card(page, 2), 'a cancel that is answered with nothing').toBeHidden();

  await page.getByRole('button', { name: 'Stop Trading' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Trading' }).click();
  await page.waitForURL(`**/outlets/${server.outletId}/trading-sessions/session-2`);
  await expect(page.getByText('Total Earnings').locator('xpath=..')).toContainText('£16.50');
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Order History' })).toBeVisible();
  expect(await page.evaluate(() => 'pwned' in globalThis), 'A16 names, items and customers are text').toBe(
    false,
  );
});

test('a lost answer to a refund is looked up, never sent again to a server that knows no keys (D2)', async ({
  page,
}) => {
  server.place();
  await page.goto(`${server.origin}/outlets/${server.outletId}/trading-session`);
  for (const step of ['Accept', 'Start', 'Ready', 'Delivered', 'Close Order'])
    await card(page, 1)
      .getByRole('button', { name: `${step} order 1` })
      .click();
  await card(page, 1).locator('[data-opens-order]').click();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund order 1' });
  await expect(dialog.getByText('Fees that stay with the business'), 'it never told its fees').toBeHidden();
  await dialog.getByLabel('Amount to refund').fill('5');
  await dialog.getByRole('checkbox').check();
  server.loseNextRefund();
  await dialog.getByRole('button', { name: 'Partial Refund' }).click();
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('£5.00 of order 1 is refunded.')).toBeVisible();
  expect(server.refunds()).toBe(1);
});

test('outstanding orders are named also where the server gives no code for them (D2)', async ({ page }) => {
  server.place();
  await page.goto(`${server.origin}/outlets/${server.outletId}/trading-session`);
  await expect(card(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Stop Trading' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Trading' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You have outstanding orders' })).toBeVisible();
  const outstanding = page.getByRole('list', { name: 'Outstanding orders' }).getByRole('listitem');
  await expect(outstanding).toContainText('#1');
  await expect(outstanding.getByRole('button', { name: 'Cancel order 1' })).toBeVisible();
});

test('a press that is answered with nothing was made: the order is read as it stands (D2)', async ({
  page,
}) => {
  server.place();
  await page.goto(`${server.origin}/outlets/${server.outletId}/trading-session`);
  await page.route('**/api/sellers/orders/accept/*', async (route) => {
    await route.fetch();
    await route.fulfill({ json: {} });
  });
  await card(page, 1).getByRole('button', { name: 'Accept order 1' }).click();
  await expect(card(page, 1)).toContainText('Waiting');
  await expect(page.getByText('Something went wrong')).toBeHidden();
});

test('an order that cannot be read is a card that says so, and hides no other (D75)', async ({ page }) => {
  const orderId = server.place();
  await page.route('**/api/sellers/outlets/*/orders', async (route) => {
    const orders = (await (await route.fetch()).json()) as Record<string, unknown>[];
    const strange = {
      ...orders[0],
      _id: 'strange',
      id: 'strange',
      orderNumber: 42,
      status: 'deliver_teleported',
    };
    await route.fulfill({ json: [strange, null, ...orders] });
  });
  await page.goto(`${server.origin}/outlets/${server.outletId}/trading-session`);
  await expect(card(page, 1)).toBeVisible();
  const unreadable = page.getByRole('alert').filter({ hasText: 'cannot be shown here' });
  await expect(unreadable).toHaveCount(2);
  await expect(unreadable.first()).toContainText('Order 42');
  await expect(unreadable.first()).toContainText('deliver_teleported');
  await card(page, 1).getByRole('button', { name: 'Accept order 1' }).click();
  await expect(card(page, 1)).toContainText('Waiting');
  expect(orderId).not.toBe('strange');
  // The page goes on reading until it is closed, and the server is closed before.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what the profile leaves out of an account stays as it was: an admin stays one after a reload', async ({
  page,
}) => {
  await page.evaluate(() => {
    const account = JSON.parse(localStorage.getItem('account') ?? '{}') as object;
    localStorage.setItem('account', JSON.stringify({ ...account, isAdmin: true }));
  });
  const read = page.waitForResponse('**/api/sellers/profile');
  await page.goto(`${server.origin}/admin`);
  expect(await (await read).text()).not.toContain('isAdmin');
  await expect(page.getByRole('heading', { name: 'Sellers' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/admin');
});
