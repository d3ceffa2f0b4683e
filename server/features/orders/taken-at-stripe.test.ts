import { describe, expect, it, vi } from 'vitest';
import {
  aDayLater,
  balanceOf,
  ledgerOf,
  read as readBooks,
} from '../../../tests/support/shop/books-steps.ts';
import { deliver, dueAt, eventOf } from '../../../tests/support/shop/card-events.ts';
import { asksFor, patiently } from '../../../tests/support/shop/card-steps.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { testServer } from '../../testing/server.ts';

const HOLD_MS = 7 * 24 * 60 * 60_000;

setUpCardShop();

async function place(basket: object = {}) {
  const { body } = await shop.place(basket);
  const { id } = body.order;
  const guest = async () =>
    (await server.send('GET', `/customers/orders/${id}?token=${body.trackingToken}`)).body;
  return { id: id as string, amount: body.order.amount as number, guest };
}
const captureByHand = (id: string) => shop.account.captureByHand(shop.intentOf(id));
const tell = async (id: string) => {
  const { payload, signature } = eventOf(id, 'payment_intent.succeeded');
  expect(await deliver(payload, signature)).toBe(200);
  await vi.waitFor(async () => expect(await dueAt(id)).toBeNull(), patiently);
};
const read = async (id: string) => (await shop.send('GET', `/sellers/orders/${id}`)).body;
const press = (step: 'accept' | 'cancel' | 'complete', id: string) =>
  shop.send('POST', `/sellers/orders/${step}/${id}`);
/** Until nothing is asked about an order any more. */
const settled = (id: string) =>
  vi.waitFor(async () => {
    await later(6_000);
    expect(await dueAt(id)).toBeNull();
  }, patiently);
const refundsAtStripe = (id: string) => shop.intentOf(id).refunds.map(({ amount }) => amount);
const noLongerCharged = 'Your card was charged, and all of it has been refunded.';

async function booksAgree() {
  await aDayLater();
  await server.app.doChores();
  expect((await ledgerOf(shop))['seller'] ?? 0).toBe(balanceOf(shop));
  const { unexplained } = await readBooks(shop);
  expect(unexplained.amount).toBe(0);
  expect(unexplained.differences.filter(({ booked }) => !booked)).toEqual([]);
}

describe('money that the owner takes in Stripe’s own dashboard (P12)', () => {
  it('keeps its order open past the hold’s end, which is closed and refunded like any other', async () => {
    const { id, amount } = await place();
    await press('accept', id);
    captureByHand(id);
    await tell(id);
    await later(HOLD_MS);
    expect((await read(id)).status).toBe('deliver_waiting');
    await shop.deliver(id);
    expect((await press('complete', id)).body.status).toBe('complete');
    await settled(id);
    const order = await read(id);
    expect(order.payment).not.toHaveProperty('lost');
    await booksAgree();
    const { status } = await shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund: amount });
    expect(status).toBe(200);
    expect(refundsAtStripe(id)).toEqual([amount]);
    await booksAgree();
  });

  it.each(['a chore', 'Close'] as const)(
    'is found by %s as the hold ends, though no event told of it',
    async (by) => {
      const { id } = await place();
      await shop.deliver(id);
      captureByHand(id);
      server.clock.advance(HOLD_MS - 60_000);
      if (by === 'a chore') await server.app.doChores();
      expect(await press('complete', id)).toMatchObject({ status: 200, body: { status: 'complete' } });
      await settled(id);
      await booksAgree();
    },
  );

  it('counts as taken, and can be refunded, where Stripe could not be asked before the hold ended', async () => {
    const { id, amount } = await place();
    await press('accept', id);
    captureByHand(id);
    stripe.behave(({ path }) => (path.includes(shop.intentOf(id).id) ? { before: () => 'drop' } : null));
    await later(HOLD_MS - 60_000);
    expect((await read(id)).status).toBe('deliver_expired');
    stripe.behave(null);
    await settled(id);
    const order = await read(id);
    expect(order).toMatchObject({ status: 'complete', refunded: 0 });
    expect(order.payment).not.toHaveProperty('lost');
    expect(refundsAtStripe(id), 'somebody may have got it').toEqual([]);
    await booksAgree();
    await shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund: amount });
    expect((await read(id)).status).toBe('refunded');
  });

  it.each([true, false])(
    'is given back once its order is cancelled; an event told of it: %s',
    async (told) => {
      const { id, amount, guest } = await place();
      await press('accept', id);
      captureByHand(id);
      if (told) await tell(id);
      expect((await press('cancel', id)).body.status).toBe('deliver_aborted');
      await settled(id);
      expect(await read(id)).toMatchObject({
        status: 'refunded',
        refunded: amount,
        cancellation: { stage: 'deliver_waiting' },
      });
      expect(refundsAtStripe(id)).toEqual([amount]);
      expect(await guest()).toMatchObject({
        status: 'deliver_aborted',
        message: `Your order was cancelled. ${noLongerCharged}`,
      });
      await booksAgree();
    },
  );

  it('is given back if nobody accepts the order in time', async () => {
    const { id, amount, guest } = await place();
    captureByHand(id);
    await later(60 * 60_000);
    await settled(id);
    expect(refundsAtStripe(id)).toEqual([amount]);
    expect(await guest()).toMatchObject({
      status: 'deliver_expired',
      message: `Nobody could take your order in time. ${noLongerCharged}`,
    });
    await booksAgree();
  });

  it('is given back if its guest’s bank asks until it is too late to place the order', async () => {
    const { id, amount } = await place({ paymentMethod: 'pm_card_authenticationRequired' });
    const intent = shop.intentOf(id);
    intent.status = 'requires_capture';
    shop.account.captureByHand(intent);
    await later(60 * 60_000);
    await settled(id);
    expect(await read(id)).toMatchObject({ status: 'refunded', refunded: amount });
    expect(refundsAtStripe(id)).toEqual([amount]);
    await booksAgree();
  });

  it('is given back once, whoever asks how often, and until then its guest reads that it is to be', async () => {
    const { id, amount, guest } = await place();
    captureByHand(id);
    await tell(id);
    const other = await testServer({ beside: server });
    stripe.behave((request) => (asksFor(/\/refunds$/)(request) ? { acted: () => 'drop' } : null));
    await press('cancel', id);
    await Promise.all([server.app.doChores(), other.app.doChores(), server.app.doChores()]);
    await other.close();
    expect((await guest()).message).toContain('Your card was charged, and all of it is to be refunded.');
    expect(await read(id)).toMatchObject({ status: 'complete', payment: { refundPending: amount } });
    stripe.behave(null);
    await settled(id);
    expect((await read(id)).status).toBe('refunded');
    expect(refundsAtStripe(id)).toEqual([amount]);
    await booksAgree();
  });
});
