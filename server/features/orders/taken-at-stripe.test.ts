import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { isTakenUnsold } from '#shared/orders/taken-unsold.ts';
import {
  aDayLater,
  balanceOf,
  ledgerOf,
  read as readBooks,
} from '../../../tests/support/shop/books-steps.ts';
import { deliver, dueAt, eventOf } from '../../../tests/support/shop/card-events.ts';
import { patiently } from '../../../tests/support/shop/card-steps.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { testServer } from '../../testing/server.ts';

const HOLD_MS = 7 * 24 * 60 * 60_000;

setUpCardShop();
afterEach(() => void vi.restoreAllMocks());

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
/** What was logged of one order. */
const toldOf = (errors: MockInstance, id: string) =>
  errors.mock.calls.filter(([line]) => line.orderId === id).map(([line]) => line.event);
const press = (step: 'accept' | 'cancel' | 'complete', id: string) =>
  shop.send('POST', `/sellers/orders/${step}/${id}`);
/** Until nothing is asked about an order any more. */
const settled = (id: string) =>
  vi.waitFor(async () => {
    await later(6_000);
    expect(await dueAt(id)).toBeNull();
  }, patiently);
const takeTicket = async (orderId: string) => {
  const till = { id: 'bar', name: 'Bar' };
  const sheet = { orderId, kind: 'ticket', copy: 1, printer: '192.168.1.50:9100', till };
  const ask = { ...sheet, act: 'take', claim: null };
  return (await shop.send('POST', `/sellers/outlets/${shop.outletId}/print-claims`, ask)).body.kind;
};
const minutesToNextLook = async (id: string) =>
  (((await dueAt(id))?.getTime() ?? 0) - server.clock.now().getTime()) / 60_000;
const refundsAtStripe = (id: string) => shop.intentOf(id).refunds.map(({ amount }) => amount);
const refund = (id: string, amount: number) =>
  shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund: amount });
const charged = 'Your card was charged, and the outlet can refund it.';
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

  it('is not given back by a cancellation: where it is known, the order is closed and refunded', async () => {
    const { id } = await place();
    await press('accept', id);
    captureByHand(id);
    await tell(id);
    const { status, body } = await press('cancel', id);
    expect([status, body.error.code]).toEqual([409, 'MONEY_TAKEN']);
    expect((await read(id)).status).toBe('deliver_waiting');
    await shop.deliver(id);
    expect((await press('complete', id)).body.status).toBe('complete');
    expect((await press('cancel', id)).body.error.code).toBe('ORDER_STATUS_CONFLICT');
    await settled(id);
    await booksAgree();
  });

  it.each([
    ['cancelled', 'Your order was cancelled.', 'deliver_aborted'],
    ['never accepted', 'Nobody could take your order in time.', 'deliver_expired'],
  ] as const)(
    'is in the books of an order that was %s, and goes back if a person says so',
    async (how, words, end) => {
      const { id, amount, guest } = await place();
      captureByHand(id);
      if (how === 'cancelled') await press('cancel', id);
      else await later(60 * 60_000);
      expect((await guest()).message).not.toContain('refunded');
      const other = await testServer({ beside: server });
      await Promise.all([server.app.doChores(), other.app.doChores(), server.app.doChores()]);
      await other.close();
      await settled(id);
      const order = await read(id);
      expect(order).toMatchObject({ status: 'complete', refunded: 0 });
      expect(isTakenUnsold(order), 'staff read it').toBe(true);
      expect(refundsAtStripe(id), 'somebody may have got it').toEqual([]);
      expect(await guest()).toMatchObject({ status: end, message: `${words} ${charged}` });
      expect(await takeTicket(id)).toBe('withdrawn');
      await booksAgree();
      expect((await refund(id, amount)).status).toBe(200);
      expect(refundsAtStripe(id)).toEqual([amount]);
      expect(await guest()).toMatchObject({ status: end, message: `${words} ${noLongerCharged}` });
      await booksAgree();
    },
  );

  it('is booked without another question where it is known, whether its order is closed or expires', async () => {
    const [closed, expired] = [await place(), await place()];
    await shop.deliver(closed.id);
    for (const { id } of [closed, expired]) {
      captureByHand(id);
      await tell(id);
    }
    const intents = [closed, expired].map(({ id }) => shop.intentOf(id).id);
    stripe.behave(({ path }) => (intents.some((id) => path.includes(id)) ? { before: () => 'drop' } : null));
    await later(HOLD_MS);
    const { orders } = (await shop.send('GET', '/sellers/at-risk')).body;
    expect(orders, 'no hold of it ends').toMatchObject([{ id: closed.id, warning: null }]);
    expect((await press('complete', closed.id)).body.status).toBe('complete');
    expect((await read(expired.id)).status).toBe('complete');
    stripe.behave(null);
    for (const { id } of [closed, expired]) await settled(id);
    await booksAgree();
  });

  it('is left to a person at Stripe where the order was never placed, and is asked about hourly', async () => {
    const key = randomUUID();
    const basket = { paymentMethod: 'pm_card_authenticationRequired' };
    const { body } = await shop.place(basket, key);
    const { id } = body.order;
    const intent = shop.intentOf(id);
    intent.status = 'requires_capture';
    shop.account.captureByHand(intent);
    const errors = vi.spyOn(server.app.server.log, 'error');
    for (let hour = 0; hour < 15; hour += 1) await later(60 * 60_000);
    expect(toldOf(errors, id), 'the operator is told once').toEqual(['taken-before-placed']);
    expect((await shop.rowOf(id)).status).toBe('payment_aborted');
    expect(await minutesToNextLook(id)).toBeGreaterThan(55);
    expect(refundsAtStripe(id)).toEqual([]);
    expect((await shop.place(basket, key)).body.order.status).toBe('payment_aborted');
  });

  it('is told to the operator once, where an order was given up before it was taken', async () => {
    const { body } = await shop.place({ paymentMethod: 'pm_card_authenticationRequired' });
    const { id } = body.order;
    stripe.behave(({ path }) => (path.endsWith('/cancel') ? { before: () => 500 } : null));
    await later(60 * 60_000);
    expect((await shop.rowOf(id)).status).toBe('payment_aborted');
    const intent = shop.intentOf(id);
    intent.status = 'requires_capture';
    shop.account.captureByHand(intent);
    stripe.behave(null);
    const errors = vi.spyOn(server.app.server.log, 'error');
    for (let hour = 0; hour < 3; hour += 1) await later(60 * 60_000);
    expect(toldOf(errors, id)).toEqual(['taken-before-placed']);
    expect(await dueAt(id), 'so that it is not deleted as never paid for').not.toBeNull();
  });

  it('is not booked where only a part of it was taken: a person must look into it', async () => {
    const before = await ledgerOf(shop);
    const [open, closed] = [await place(), await place()];
    for (const { id } of [open, closed]) {
      await shop.deliver(id);
      shop.account.captureByHand(shop.intentOf(id), 100);
      const { payload, signature } = eventOf(id, 'payment_intent.succeeded');
      expect(await deliver(payload, signature)).toBe(200);
      await server.app.doChores();
      expect(await shop.rowOf(id)).toMatchObject({
        status: 'deliver_enroute',
        payment_due_at: expect.any(Date),
      });
    }
    expect((await press('complete', closed.id)).body).toMatchObject({
      status: 'deliver_success',
      payment: { captureError: expect.stringContaining('Only a part') },
    });
    const { log } = server.app.server;
    const errors: MockInstance = vi.spyOn(log, 'error');
    const warnings: MockInstance = vi.spyOn(log, 'warn');
    expect((await press('cancel', open.id)).body.status).toBe('deliver_aborted');
    for (let hour = 0; hour < 15; hour += 1) await later(60 * 60_000);
    for (const { id } of [open, closed]) expect(await minutesToNextLook(id)).toBeGreaterThan(55);
    expect([...toldOf(errors, open.id), ...toldOf(warnings, open.id)]).toEqual(['partly-taken']);
    expect(await read(open.id)).toMatchObject({
      status: 'deliver_aborted',
      payment: { captureError: expect.stringContaining('Only a part') },
    });
    expect(await open.guest()).toMatchObject({ message: `Your order was cancelled. ${charged}` });
    expect(await ledgerOf(shop)).toEqual(before);
    expect([...refundsAtStripe(open.id), ...refundsAtStripe(closed.id)]).toEqual([]);
  });
});
