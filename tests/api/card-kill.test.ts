import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { netOf } from '#shared/base/fees.ts';
import {
  fakeStripe,
  type Behaviour,
  type FakeRequest,
  type FakeStripe,
} from '../../server/testing/fake-stripe.ts';
import { cardPlatform, type CardPlatform } from '../support/shop/card-platform.ts';
import type { TestPlatform } from '../support/shop/platform.ts';

const ACCOUNT = 'acct_ferry';
const moments = ['before', 'acted', 'answered'] as const;

let stripe: FakeStripe;
let platform: TestPlatform;
let shop: CardPlatform;

beforeAll(async () => {
  stripe = await fakeStripe();
  shop = await cardPlatform(stripe, ACCOUNT);
  ({ platform } = shop);
});
afterAll(async () => {
  await platform.stop();
  await stripe.close();
});

/** A request that asks for a hold for the first time. */
const isNewHold = ({ path, params }: FakeRequest) =>
  path.endsWith('/payment_intents') &&
  stripe.requests.filter((request) => request.params['metadata[order_id]'] === params['metadata[order_id]'])
    .length === 1;
const isAbout = (orderId: string, step: 'confirm' | 'capture' | 'cancel') => {
  const path = `/v1/payment_intents/${stripe.account(ACCOUNT).intentOf(orderId).id}/${step}`;
  return (request: FakeRequest) => request.path === path;
};

const isRefundOf = (orderId: string) => {
  const { id } = stripe.account(ACCOUNT).intentOf(orderId);
  return ({ path, params }: FakeRequest) => path === '/v1/refunds' && params['payment_intent'] === id;
};

/** Kills the server at that moment of the request, and starts it again. */
async function killAt(
  request: (request: FakeRequest) => boolean,
  moment: (typeof moments)[number],
  act: () => Promise<unknown>,
) {
  let killed = false;
  const kill = () => {
    killed = true;
    platform.server.process.kill('SIGKILL');
  };
  const dies: Behaviour =
    moment === 'answered'
      ? { answered: kill }
      : {
          [moment]: () => {
            kill();
            return 'drop' as const;
          },
        };
  stripe.behave((sent) => (!killed && sent.method === 'POST' && request(sent) ? dies : null));
  await act().catch(() => null);
  await vi.waitUntil(() => killed, { timeout: 30_000 });
  await platform.server.ended;
  stripe.behave(null);
  await platform.restart();
}

/** What the orders whose money was taken brought the seller, as shown; null before Stripe's fees are known of each. */
function netOfTaken(board: Order[]): number | null {
  const taken = board.filter(({ status }) => status === 'complete' || status === 'refunded');
  if (taken.some(({ payment }) => !payment.feesTaken)) return null;
  return taken.reduce((net, { payment, ...order }) => net + netOf({ ...order, ...payment }), 0);
}
const atStripe = () => stripe.account(ACCOUNT).balance.reduce((total, { net }) => total + net, 0);

it('killed at every point of a hold, of one after the bank has agreed, of a capture, a release and a refund, it ends as Stripe has it (P8)', async () => {
  const { call, place, placeAndDeliver } = shop;
  await shop.openForCards();
  const expected = new Map<string, string>();
  const orderIds = () => stripe.account(ACCOUNT).intents.map(({ metadata }) => metadata['order_id'] ?? '');
  let unpaid = 0;
  for (const moment of moments) {
    await killAt(isNewHold, moment, place);
    unpaid += 1;

    const asksBank = ['pm_card_authenticationRequired', `asks-bank-${moment}`] as const;
    const waiting = stripe.account(ACCOUNT).intentOf((await place(...asksBank)) ?? '');
    stripe.account(ACCOUNT).authenticate(waiting, 'confirmed');
    await killAt(isAbout(waiting.metadata['order_id'] ?? '', 'confirm'), moment, () => place(...asksBank));
    // The guest opens their page again, or never does.
    if (moment !== 'before') await place(...asksBank);
    unpaid += 1;

    const closed = await placeAndDeliver();
    expected.set(closed, 'complete succeeded');
    await killAt(isAbout(closed, 'capture'), moment, () =>
      call('POST', `/sellers/orders/complete/${closed}`),
    );

    const refunded = await placeAndDeliver();
    const { amount } = await call('POST', `/sellers/orders/complete/${refunded}`);
    expected.set(refunded, 'refunded succeeded');
    await killAt(isRefundOf(refunded), moment, () =>
      call('POST', `/sellers/orders/refund/${refunded}`, { amountToRefund: amount }),
    );

    const cancelled = (await place()) ?? '';
    expected.set(cancelled, 'deliver_aborted canceled');
    await killAt(isAbout(cancelled, 'cancel'), moment, () =>
      call('POST', `/sellers/orders/cancel/${cancelled}`),
    );

    const takenByHand = (await place()) ?? '';
    stripe.account(ACCOUNT).captureByHand(stripe.account(ACCOUNT).intentOf(takenByHand));
    expected.set(takenByHand, 'complete succeeded');
    await killAt(isAbout(takenByHand, 'cancel'), moment, () =>
      call('POST', `/sellers/orders/cancel/${takenByHand}`),
    );
  }

  // No client asks for anything any more: the server itself finds and finishes the rest.
  await vi.waitFor(
    async () => {
      const board: Order[] = await call('GET', `/sellers/outlets/${platform.outletId}/orders`);
      const states = board.map(({ id, status }) => [
        id,
        `${status} ${stripe.account(ACCOUNT).intentOf(id).status}`,
      ]);
      const others = states.filter(([id = '']) => !expected.has(id));
      expect(others.map(([, state]) => state)).toEqual(
        Array<string>(unpaid).fill('deliver_pending requires_capture'),
      );
      expect(Object.fromEntries(states)).toMatchObject(Object.fromEntries(expected));
      expect(netOfTaken(board)).toBe(atStripe());
    },
    { timeout: 120_000, interval: 250 },
  );
  // Every hold belongs to an order, and no order has two.
  expect(new Set(orderIds()).size).toBe(unpaid + expected.size);
  expect(orderIds()).toHaveLength(unpaid + expected.size);
  for (const { captures, amount, amount_received, refunds, metadata, tried } of stripe.account(ACCOUNT)
    .intents) {
    expect(tried).toHaveLength(1);
    expect([0, amount * captures]).toContain(amount_received);
    const given = expected.get(metadata['order_id'] ?? '') === 'refunded succeeded' ? [amount] : [];
    expect(refunds.map((refund) => refund.amount)).toEqual(given);
  }
}, 300_000);
