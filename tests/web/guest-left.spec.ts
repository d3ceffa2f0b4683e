import { expect, test, type Page } from 'playwright/test';
import type { Catalog } from '../../shared/api/catalogs.ts';
import {
  ACCOUNT,
  counted,
  guestPage,
  isSent,
  orderCalls,
  pressPay,
  sayWho,
  setUpGuestShop,
  shop,
  stripe,
  toPay,
} from '../support/shop/guest-by-card.ts';
import { cardNumbers, serveStripeJs } from '../support/stripe/stripe-js.ts';

setUpGuestShop();
test.beforeEach(({ context }) => serveStripeJs(context, stripe.account(ACCOUNT)));

/** The order arrives, and its page goes before it is told so. */
async function payAndGo(page: Page): Promise<void> {
  let arrived: () => void = () => undefined;
  const placed = new Promise<void>((resolve) => (arrived = resolve));
  await page.route(orderCalls, async (route) => {
    await route.fetch();
    arrived();
  });
  await sayWho(page, cardNumbers.pays);
  await pressPay(page);
  await placed;
  await page.close();
}

test('what another tab paid for, and went, is found before this one pays: one order, one hold (D69)', async ({
  page,
  context,
}) => {
  const before = await counted();
  await toPay(page);
  const other = await context.newPage();
  await other.goto(`${guestPage()}/pay`);
  await expect(other.getByRole('button', { name: /^Pay £/ })).toBeEnabled();
  await payAndGo(page);
  // Each press makes another payment method; here, of another card.
  await sayWho(other, cardNumbers.asksBank);
  await pressPay(other);
  await isSent(other);
  expect(await counted()).toEqual({ orders: before.orders + 1, holds: before.holds + 1 });
});

test('a tab that waited for another’s payment says that it was declined, and shows no earlier order (D69)', async ({
  page,
  context,
}) => {
  await toPay(page);
  await sayWho(page, cardNumbers.pays);
  await pressPay(page);
  await isSent(page);
  const before = await counted();
  await toPay(page);
  await sayWho(page, cardNumbers.declined);
  let arrived: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (arrived = resolve));
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(orderCalls, async (route) => {
    arrived();
    await answered;
    await route.continue();
  });
  await pressPay(page);
  await sent;
  const other = await context.newPage();
  await other.goto(`${guestPage()}/pay`);
  await expect(other.getByText('Finding out what became of your order…')).toBeVisible();
  answer();
  for (const tab of [page, other])
    await expect(tab.getByText('Your card was declined, and nothing was taken.')).toBeVisible();
  expect(await counted()).toEqual(before);
});

test('a page that the back button brings back as it was left is not still paying', async ({ page }) => {
  await toPay(page);
  // The order's page does not come, so that this one stays as the browser would keep it.
  await page.route('**/o/*/orders/*', (route) => route.fulfill({ status: 204 }));
  const placed = page.waitForRequest('**/o/*/orders/*');
  await sayWho(page, cardNumbers.pays);
  await pressPay(page);
  await placed;
  await expect(page.getByText('£3.40').last(), 'what is paid for stays').toBeVisible();
  await expect(page.getByRole('button', { name: 'Paying…' })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByText('Your basket is empty.')).toBeVisible();
});

/** Makes an Americano dearer by so many pence. */
async function raise(pence: number): Promise<void> {
  const [{ id }] = (await shop.call('GET', '/sellers/catalogs')) as [Catalog];
  const { name, categories } = (await shop.call('GET', `/sellers/catalogs/${id}`)) as Catalog;
  const americano = categories.flatMap(({ list }) => list).find((item) => item.name === 'Americano');
  if (!americano) throw new Error('The menu has changed');
  Object.assign(americano, { cost: americano.cost + pence });
  await shop.call('PATCH', `/sellers/catalogs/${id}`, { name, categories });
}

test('a guest pays no more than the button says; a menu that could not be read after a change is read again (D69)', async ({
  page,
}) => {
  await toPay(page);
  const shown = await page.getByRole('button', { name: /^Pay £/ }).textContent();
  const before = await counted();
  const menus = '**/api/customers/outlets/*/menu';
  let missed = 0;
  await page.route(menus, (route) => {
    missed += 1;
    return route.abort();
  });
  await raise(50);
  await expect.poll(() => missed).toBeGreaterThan(0);
  await sayWho(page, cardNumbers.pays);
  await expect(page.getByRole('button', { name: shown ?? '' })).toBeEnabled();
  await pressPay(page);
  await expect(page.getByText(/^A price has just changed: all of it is £/)).toBeVisible();
  expect(await counted()).toEqual(before);
  await page.unroute(menus);
  await expect(page.getByRole('button', { name: shown ?? '' })).toBeHidden();
  await pressPay(page);
  await isSent(page);
  expect(await counted()).toEqual({ orders: before.orders + 1, holds: before.holds + 1 });
});

test('what was typed into the menu’s search before the script came stays, and is sought', async ({
  page,
}) => {
  let run: () => void = () => undefined;
  const scripts = new Promise<void>((resolve) => (run = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto(guestPage(), { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('Americano');
  run();
  await expect(page.getByText('1 found.')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('Americano');
});
