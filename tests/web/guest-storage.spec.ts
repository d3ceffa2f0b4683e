import { expect, test, type BrowserContext } from 'playwright/test';
import {
  ACCOUNT,
  counted,
  guestPage,
  isSent,
  pressPay,
  sayWho,
  setUpGuestShop,
  stripe,
  toMenu,
  toPay,
} from '../support/shop/guest-by-card.ts';
import { cardNumbers, serveStripeJs } from '../support/stripe/stripe-js.ts';

setUpGuestShop();
test.beforeEach(({ context }) => serveStripeJs(context, stripe.account(ACCOUNT)));

/** As browsers do for a site that may keep nothing. */
const forbidden = (context: BrowserContext) =>
  context.addInitScript(() => {
    const refused = {
      get(): never {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    };
    Object.defineProperty(globalThis, 'localStorage', refused);
    Object.defineProperty(globalThis, 'indexedDB', refused);
  });

/** As some browsers inside of other apps are, and others where they are private. */
const withoutDatabase = (context: BrowserContext) =>
  context.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));

const full = (context: BrowserContext) =>
  context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });

test('a browser that may keep nothing says so before anything is chosen, and the menu can be read', async ({
  page,
  context,
}) => {
  await forbidden(context);
  await toMenu(page);
  await expect(page.getByText('This browser keeps nothing for this page')).toBeVisible();
  await expect(page.getByText('Americano').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Americano' })).toBeDisabled();
  await page.goto(`${guestPage()}/pay`);
  await expect(page.getByText('Your basket is empty.')).toBeVisible();
});

test('a browser that has no database orders all the same', async ({ page, context }) => {
  await withoutDatabase(context);
  await toPay(page);
  await sayWho(page, cardNumbers.pays);
  await pressPay(page);
  await isSent(page);
});

test('where the browser’s storage has become full, the newest basket is ordered, once', async ({
  page,
  context,
}) => {
  await toPay(page);
  await sayWho(page, cardNumbers.pays);
  await pressPay(page);
  await isSent(page);
  const before = await counted();
  await full(context);
  await toMenu(page);
  await page.getByRole('button', { name: 'Add Americano' }).click();
  await page.getByRole('button', { name: /^Basket/ }).click();
  await page.getByRole('link', { name: 'Go to pay' }).click();
  await sayWho(page, cardNumbers.pays);
  await pressPay(page);
  await isSent(page);
  expect(await counted()).toEqual({ orders: before.orders + 1, holds: before.holds + 1 });
  await page.goto(guestPage());
  await expect(page.getByRole('button', { name: /^Basket/ })).toBeHidden();
});

test('after the phone’s clock was set back, the paid order is known and its basket stays empty', async ({
  page,
}) => {
  await page.clock.setFixedTime(Date.now() + 60 * 60_000);
  await toPay(page);
  await page.clock.setFixedTime(Date.now());
  await sayWho(page, cardNumbers.pays);
  await pressPay(page);
  await isSent(page);
  await page.goto(guestPage());
  await expect(page.getByRole('link', { name: /^Your order #/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Basket/ })).toBeHidden();
});
