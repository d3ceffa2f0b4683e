import { expect, test, type Page } from 'playwright/test';
import { killableBrowser, type KillableBrowser } from '../support/browser/killable-browser.ts';
import {
  ACCOUNT,
  counted,
  guestPage,
  isSent,
  orderCalls,
  pressPay,
  sayWho,
  setUpGuestShop,
  stripe,
  toMenu,
} from '../support/shop/guest-by-card.ts';
import { cardNumbers, serveStripeJs } from '../support/stripe/stripe-js.ts';

setUpGuestShop();

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
  {
    where: 'when the bank has agreed, and nobody has heard of it',
    isKnown: true,
    async act(page, reached) {
      await payed(page, cardNumbers.asksBank);
      const approve = page.getByRole('button', { name: 'Approve' });
      await expect(approve).toBeVisible();
      await page.context().route(orderCalls, () => reached());
      await approve.click();
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

/** Lets the page hear so much later that its database is open. */
function slowDisk(ms: number): void {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...given) {
    const request = open.apply(this, given);
    const listen = request.addEventListener.bind(request) as EventTarget['addEventListener'];
    request.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, (event) =>
        setTimeout(
          () => (typeof listener === 'function' ? listener(event) : listener.handleEvent(event)),
          ms,
        ),
      );
    return request;
  };
}

async function payed(page: Page, card: string): Promise<void> {
  await page.goto(`${guestPage()}/pay`);
  await sayWho(page, card);
  await pressPay(page);
}

test.describe('a browser that is killed', () => {
  let browser: KillableBrowser;
  test.beforeEach(async () => void (browser = await killableBrowser()));
  test.afterEach(() => browser.remove());

  async function open(diskTakesMs = 0): Promise<Page> {
    const page = await browser.start();
    if (diskTakesMs > 0) await page.addInitScript(slowDisk, diskTakesMs);
    await serveStripeJs(page.context(), stripe.account(ACCOUNT));
    await toMenu(page);
    return page;
  }

  test('has its basket also if its disk takes seconds to answer (D69)', async () => {
    const first = await open();
    await first.getByRole('button', { name: 'Add Americano' }).click();
    await isOnDisk(first, '"lines":[{');
    await browser.kill();
    const again = await open(3_000);
    await again.goto(`${guestPage()}/pay`);
    await expect(again.getByRole('button', { name: /^Pay £/ })).toBeEnabled();
  });

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
