import { expect, test, type Page, type Route } from 'playwright/test';
import { card } from '../support/shop/shift.ts';
import type { Dialect } from '../support/stand-in/dialects.ts';
import { signInAt } from '../support/stand-in/sign-in.ts';
import { startStandIn, type StandIn } from '../support/stand-in/stand-in-server.ts';

let server: StandIn;
test.afterEach(() => server.stop());

const asSeller = async (page: Page, dialect: Dialect) => {
  server = await startStandIn(dialect);
  server.place();
  await signInAt(page, server, 'seller@example.com', 'Another Company Ltd');
};
const openLive = (page: Page) => page.goto(`${server.origin}/outlets/${server.outletId}/trading-session`);
const figure = (page: Page, name: string) => page.getByText(name, { exact: true }).locator('xpath=..');
const turnTo = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test('a list that was asked for before a press does not take it back, and is asked for again (D2)', async ({
  page,
}) => {
  await asSeller(page, { events: 'none' });
  await openLive(page);
  await expect(card(page, 1)).toContainText('New');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const isList = /\/outlets\/[^/]+\/orders$/;
  const hold = async (route: Route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  };
  await page.route(isList, hold, { times: 1 });
  const old = page.waitForResponse(isList);
  await turnTo(page);
  await card(page, 1).getByRole('button', { name: 'Accept order 1' }).click();
  await expect(card(page, 1)).toContainText('Waiting');
  const cameBack = await card(page, 1).evaluateHandle((element) => {
    const seen = { asNew: false };
    const look = () => (seen.asNew ||= element.textContent.includes('New'));
    new MutationObserver(look).observe(element, { childList: true, subtree: true, characterData: true });
    return seen;
  });
  const again = page.waitForRequest(isList);
  release();
  await old;
  await again;
  await expect(card(page, 1)).toContainText('Waiting');
  expect(await cameBack.jsonValue()).toEqual({ asNew: false });
});

test('a shift at a server that answers every press with nothing, and says nothing of itself (D2)', async ({
  page,
}) => {
  await asSeller(page, { events: 'none', emptyAnswers: true, errors: 'silent', namelessOutlets: true });
  await openLive(page);
  for (const step of ['Accept', 'Start', 'Ready', 'Delivered', 'Close Order'])
    await card(page, 1)
      .getByRole('button', { name: `${step} order 1` })
      .click();
  await card(page, 1).locator('[data-opens-order]').click();
  for (const amount of ['5.00', '11.50']) {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund order 1' });
    await dialog.getByLabel('Amount to refund').fill(amount);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: amount === '5.00' ? 'Partial Refund' : 'Full Refund' }).click();
    await expect(page.getByText(`£${amount} of order 1 is refunded.`)).toBeVisible();
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByText('Something went wrong')).toBeHidden();
  expect(server.orders.find(({ id }) => id === 'order-1')?.status).toBe('refunded');
});

test('no figure stands over orders that could not be loaded (D35)', async ({ page }) => {
  await asSeller(page, {});
  await page.route('**/outlets/*/orders', (route) => route.fulfill({ status: 500, body: '' }));
  await openLive(page);
  await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
  for (const name of ['Number of Orders', 'Order Totals', 'Not yet taken'])
    await expect(figure(page, name)).toHaveText(`–${name}`);
  await page.unroute('**/outlets/*/orders');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(figure(page, 'Number of Orders')).toHaveText('1Number of Orders');
  await expect(figure(page, 'Order Totals')).toHaveText('£16.50Order Totals');
});

test('what the call table does not have is said to be missing, and is no error (D2)', async ({ page }) => {
  await asSeller(page, { errors: 'silent' });
  await page.goto(`${server.origin}/catalogs/catalog-1/edit/?category=food`);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog')).toContainText('This server keeps no history of a menu.');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Sold out: Pie' }).click();
  await page.getByRole('dialog').getByRole('checkbox').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This server takes no marks for what is sold out.')).toBeVisible();
});

test('an admin sends no status before the server has said which there are (D2)', async ({ page }) => {
  server = await startStandIn({ ownWords: true });
  await signInAt(page, server, 'admin@example.com', 'Admin');
  await page.route('**/account-statuses', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${server.origin}/admin/sellers/seller-2`);
  const status = page.getByRole('group', { name: 'Account status of Applicant & Daughters' });
  await expect(status).toContainText('Awaiting papers');
  await expect(status.getByRole('button')).toHaveText(['Load the statuses again']);
  await page.unroute('**/account-statuses');
  await status.getByRole('button').click();
  await expect(status.getByRole('button')).toHaveText(['Awaiting papers', 'Approved', 'Barred']);
  await status.getByRole('button', { name: 'Approved' }).click();
  await expect(status.locator('[aria-pressed="true"]')).toHaveText('Approved');
  await expect.poll(() => server.shop.accounts[1]?.['accountStatus']).toMatchObject({ value: 'verified' });
  await page.goto(`${server.origin}/admin/sellers`);
  await page.getByLabel('Account status').selectOption('Awaiting papers');
  await expect(page.getByText('No sellers found.')).toBeVisible();
});

test('what a server does not say is a dash, and orders without a time stand in their order (D2)', async ({
  page,
}) => {
  await asSeller(page, { leavesOut: true });
  server.place();
  await openLive(page);
  await expect(card(page, 2).locator('[data-opens-order] [data-elapsed]')).toHaveText('–');
  const numbers = () =>
    page.locator('article').evaluateAll((cards) => cards.map(({ dataset }) => dataset['orderNumber']));
  await expect.poll(numbers).toEqual(['1', '2']);
  await page.getByRole('button', { name: 'Newest first' }).click();
  await expect.poll(numbers).toEqual(['2', '1']);

  await page.goto(`${server.origin}/outlets/${server.outletId}/trading-sessions`);
  await expect(page.getByText('Start', { exact: true }).first().locator('xpath=..')).toHaveText('Start–');
  for (const name of ['Total Orders', 'Total Earnings'])
    await expect(figure(page, name).first()).toHaveText(`${name}–`);
  await expect(page.getByRole('figure'), 'nothing to compare').toHaveCount(0);
  await page.getByRole('link', { name: 'Orders' }).last().click();
  await expect(page.getByText('Customer 2')).toBeVisible();
  await expect(page.locator('[data-time]').first()).toHaveText('–');

  await page.goto(`${server.origin}/catalogs`);
  await expect(page.getByText('– categories, – items')).toHaveCount(2);
  await page.getByRole('button', { name: 'Duplicate All day' }).click();
  await expect(page.getByText('this server left it empty'), 'all of it was to be copied').toBeVisible();
  await page.getByRole('link', { name: 'Edit All day', exact: true }).click();
  await expect(page.getByText('Cheeseburger').first()).toBeVisible();
});
