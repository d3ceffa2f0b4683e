import { expect, test, type Route } from 'playwright/test';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
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
  toMenu,
  toPay,
} from '../support/shop/guest-by-card.ts';
import { cardNumbers, serveStripeJs, STRIPE_TAKES_CARDS } from '../support/stripe/stripe-js.ts';

setUpGuestShop();

test.describe('with Stripe’s card form', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 390, height: 844 } });
  test.beforeEach(({ context }) => serveStripeJs(context, stripe.account(ACCOUNT)));

  test('a card pays; one that is declined says so; a bank is asked, and both its answers count (D69)', async ({
    page,
  }) => {
    const before = await counted();
    await toPay(page);
    await pressPay(page);
    await expect(page.getByText('Please give a name')).toBeVisible();
    await sayWho(page, '');
    await pressPay(page);
    await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
    await sayWho(page, cardNumbers.declined);
    await looksRightEverywhere(page, 'guest pay by card');
    await pressPay(page);
    await expect(page.getByText('Your card was declined, and nothing was taken.')).toBeVisible();
    await sayWho(page, cardNumbers.asksBank);
    await pressPay(page);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await expect(page.getByText('Your card was declined, and nothing was taken.')).toBeVisible();
    expect(await counted()).toEqual(before);
    await pressPay(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await isSent(page);
    expect(await counted()).toEqual({ orders: before.orders + 1, holds: before.holds + 1 });
  });

  test('a form that cannot be loaded says so, and is loaded at the next try; the menu loads nothing of Stripe’s', async ({
    page,
    context,
  }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(shop.platform.origin)) foreign.push(request.url());
    });
    const offline = (route: Route) => route.abort();
    await context.route('https://js.stripe.com/**', offline);
    await toMenu(page);
    await page.getByRole('button', { name: 'Add Americano' }).click();
    expect(foreign).toEqual([]);
    await page.goto(`${guestPage()}/pay`);
    await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
    expect(foreign).toEqual(['https://js.stripe.com/v3/']);
    await context.unroute('https://js.stripe.com/**', offline);
    await page.getByRole('button', { name: 'Try again' }).click();
    await sayWho(page, cardNumbers.pays);
    await pressPay(page);
    await isSent(page);
  });

  test('a card that cannot be given to Stripe is said to be not taken, and the next press pays (D69)', async ({
    page,
  }) => {
    const before = await counted();
    await toPay(page);
    await sayWho(page, cardNumbers.pays);
    const offline = (route: Route) => route.abort('internetdisconnected');
    await page.route(STRIPE_TAKES_CARDS, offline);
    await pressPay(page);
    await expect(page.getByText('Your card could not be checked, and nothing was taken.')).toBeVisible();
    expect(await counted()).toEqual(before);
    await page.unroute(STRIPE_TAKES_CARDS, offline);
    await pressPay(page);
    await isSent(page);
    expect(await counted()).toEqual({ orders: before.orders + 1, holds: before.holds + 1 });
  });

  test('an order that was held up on its way, and that its guest changed meanwhile, is not placed as well (D69)', async ({
    page,
  }) => {
    const before = await counted();
    await toPay(page);
    await sayWho(page, cardNumbers.pays);
    const leaving = page.waitForRequest(orderCalls);
    await page.route(orderCalls, () => undefined, { times: 1 });
    await pressPay(page);
    const heldUp = await leaving;
    await toMenu(page);
    await page.getByRole('button', { name: 'Add Americano' }).click();
    await page.goto(`${guestPage()}/pay`);
    await expect(page.getByText('Your order was not sent, and nothing was taken.')).toBeVisible();
    await sayWho(page, cardNumbers.pays);
    await pressPay(page);
    await isSent(page);
    const late = await fetch(heldUp.url(), {
      method: 'POST',
      headers: heldUp.headers(),
      body: heldUp.postData(),
    });
    expect(late.status).toBe(404);
    expect(await counted()).toEqual({ orders: before.orders + 1, holds: before.holds + 1 });
  });
});
