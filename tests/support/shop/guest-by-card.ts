import { expect, test, type Page } from 'playwright/test';
import { fakeStripe, type FakeStripe } from '../../../server/testing/fake-stripe.ts';
import { cardPlatform, type CardPlatform } from './card-platform.ts';

export const ACCOUNT = 'acct_ferry';
/** The Stripe stand-in and the shop of the spec that called {@link setUpGuestShop}. */
export let stripe: FakeStripe;
export let shop: CardPlatform;

/** Opens a shop whose guests pay by card, and closes it after the tests. */
export function setUpGuestShop(): void {
  test.beforeAll(async () => {
    stripe = await fakeStripe();
    shop = await cardPlatform(stripe, ACCOUNT, { STRIPE_PUBLISHABLE_KEY: 'pk_test_standin' });
    await shop.openForCards();
  });
  test.afterAll(async () => {
    await shop.platform.stop();
    await stripe.close();
  });
  test.afterEach(() => stripe.behave(null));
}

export const orderCalls = '**/api/customers/outlets/*/orders?catalogId=*';
export const guestPage = () => `${shop.platform.origin}/o/${shop.platform.outletId}`;
export const pressPay = (page: Page) => page.getByRole('button', { name: /^Pay £/ }).click();
export const isSent = (page: Page) =>
  expect(page.getByText('Sent. Waiting for the staff to accept it.')).toBeVisible();

/** Somebody is there to answer, however long the test takes. */
export async function toMenu(page: Page): Promise<void> {
  const { outletId } = shop.platform;
  const screen = { screenId: '01890000-0000-7000-8000-000000000001', screenName: 'Bar', silent: null };
  await shop.call('POST', `/sellers/outlets/${outletId}/listening`, screen);
  await page.goto(guestPage());
}

export async function toPay(page: Page): Promise<void> {
  await toMenu(page);
  await page.getByRole('button', { name: 'Add Americano' }).click();
  await page.goto(`${guestPage()}/pay`);
}

export async function sayWho(page: Page, card: string): Promise<void> {
  await page.getByLabel('Your name').fill('Priya Raman');
  await page.getByLabel('Your table’s number').fill('7');
  await page.getByLabel('Card number').fill(card);
}

/** What there is of orders and of money held since the count. */
export const counted = async () => {
  const orders = (await shop.call('GET', `/sellers/outlets/${shop.platform.outletId}/orders`)) as unknown[];
  const holds = stripe.account(ACCOUNT).intents.filter(({ status }) => status === 'requires_capture');
  return { orders: orders.length, holds: holds.length };
};
