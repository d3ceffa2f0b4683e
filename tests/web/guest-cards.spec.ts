import { expect, test, type Page, type Route } from 'playwright/test';
import { fakeStripe, type FakeStripe } from '../../server/testing/fake-stripe.ts';
import { killableBrowser, type KillableBrowser } from '../support/browser/killable-browser.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { cardPlatform, type CardPlatform } from '../support/shop/card-platform.ts';
import { cardNumbers, serveStripeJs } from '../support/stripe/stripe-js.ts';

const ACCOUNT = 'acct_ferry';
let stripe: FakeStripe;
let shop: CardPlatform;
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

const orderCalls = '**/api/customers/outlets/*/orders';
const guestPage = () => `${shop.platform.origin}/o/${shop.platform.outletId}`;
const pressPay = (page: Page) => page.getByRole('button', { name: /^Pay £/ }).click();
const isSent = (page: Page) =>
  expect(page.getByText('Sent. Waiting for the staff to accept it.')).toBeVisible();

/** Somebody is there to answer, however long the test takes. */
async function toMenu(page: Page): Promise<void> {
  const { outletId } = shop.platform;
  const screen = { screenId: '01890000-0000-7000-8000-000000000001', screenName: 'Bar', silent: null };
  await shop.call('POST', `/sellers/outlets/${outletId}/listening`, screen);
  await page.goto(guestPage());
}

async function toPay(page: Page): Promise<void> {
  await toMenu(page);
  await page.getByRole('button', { name: 'Add Americano' }).click();
  await page.goto(`${guestPage()}/pay`);
}

async function sayWho(page: Page, card: string): Promise<void> {
  await page.getByLabel('Your name').fill('Priya Raman');
  await page.getByLabel('Your table’s number').fill('7');
  await page.getByLabel('Card number').fill(card);
}

/** What there is of orders and of money held since the count. */
const counted = async () => {
  const orders = (await shop.call('GET', `/sellers/outlets/${shop.platform.outletId}/orders`)) as unknown[];
  const holds = stripe.account(ACCOUNT).intents.filter(({ status }) => status === 'requires_capture');
  return { orders: orders.length, holds: holds.length };
};

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

/** Where the browser dies: `reached` resolves when it is to. */
type Death = {
  where: string;
  act(page: Page, reached: () => void, killed: Promise<void>): Promise<void>;
  /** Where the guest finds that the order had come through without another press. */
  isKnown: boolean;
};

const deaths: Death[] = [
  {
    where: 'with a basket',
    isKnown: false,
    async act(page, reached) {
      await isOnDisk(page, '"lines":[{');
      reached();
    },
  },
  {
    where: 'with all said and nothing pressed',
    isKnown: false,
    async act(page, reached) {
      await page.goto(`${guestPage()}/pay`);
      await sayWho(page, cardNumbers.pays);
      await isOnDisk(page, '"tableNumber":"7"');
      reached();
    },
  },
  {
    where: 'when the order has left the page, and has not arrived',
    isKnown: false,
    async act(page, reached) {
      await page.context().route(orderCalls, () => reached());
      await payed(page, cardNumbers.pays);
    },
  },
  {
    where: 'while the card is asked',
    isKnown: true,
    async act(page, reached, killed) {
      const before = () => {
        reached();
        return killed;
      };
      stripe.behave(({ path, method }) =>
        method === 'POST' && path === '/v1/payment_intents' ? { before } : null,
      );
      await payed(page, cardNumbers.pays);
    },
  },
  {
    where: 'when the answer is on its way',
    isKnown: true,
    async act(page, reached) {
      await page.context().route(orderCalls, async (route) => {
        await route.fetch();
        reached();
      });
      await payed(page, cardNumbers.pays);
    },
  },
  {
    where: 'while the bank asks',
    isKnown: true,
    async act(page, reached) {
      await payed(page, cardNumbers.asksBank);
      await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
      reached();
    },
  },
];

/** The page has written this through to the disk. */
const isOnDisk = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const opening = indexedDB.open('servery-guest');
            opening.addEventListener('success', () => {
              const reading = opening.result.transaction('visits').objectStore('visits').getAll();
              reading.addEventListener('success', () => {
                opening.result.close();
                resolve(JSON.stringify(reading.result));
              });
            });
          }),
      ),
    )
    .toContain(JSON.stringify(text).slice(1, -1));

async function payed(page: Page, card: string): Promise<void> {
  await page.goto(`${guestPage()}/pay`);
  await sayWho(page, card);
  await pressPay(page);
}

test.describe('a browser that is killed', () => {
  let browser: KillableBrowser;
  test.beforeEach(async () => void (browser = await killableBrowser()));
  test.afterEach(() => browser.remove());

  async function open(): Promise<Page> {
    const page = await browser.start();
    await serveStripeJs(page.context(), stripe.account(ACCOUNT));
    await toMenu(page);
    return page;
  }

  for (const { where, act, isKnown } of deaths)
    test(`${where} and opened again ends with one order and one charge (D69)`, async () => {
      const before = await counted();
      const first = await open();
      await first.getByRole('button', { name: 'Add Americano' }).click();
      await expect(first.getByRole('button', { name: /^Basket · 1 item/ })).toBeVisible();
      let release = () => {};
      const killed = new Promise<void>((resolve) => (release = resolve));
      await new Promise<void>((reached, failed) => void act(first, reached, killed).catch(failed));
      await browser.kill();
      release();

      const again = await open();
      await again.goto(`${guestPage()}/pay`);
      if (isKnown) {
        const bank = again.getByRole('button', { name: 'Approve' });
        await expect(bank.or(again.getByText('Sent. Waiting'))).toBeVisible();
        if (await bank.isVisible()) await bank.click();
      } else {
        await expect(again.getByRole('button', { name: /^Pay £/ })).toBeEnabled();
        await sayWho(again, cardNumbers.pays);
        await pressPay(again);
      }
      await isSent(again);
      expect(await counted()).toEqual({ orders: before.orders + 1, holds: before.holds + 1 });
      await toMenu(again);
      await expect(again.getByRole('link', { name: /^Your order #/ })).toBeVisible();
      await expect(again.getByRole('button', { name: /^Basket/ })).toBeHidden();
    });
});
