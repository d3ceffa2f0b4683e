import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { deliver, eventOf } from '../../../tests/support/shop/card-events.ts';
import { complete, patiently } from '../../../tests/support/shop/card-steps.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

setUpCardShop();
beforeEach(() => stripe.disconnected.clear());
afterEach(() => void vi.restoreAllMocks());

const disconnect = () => stripe.disconnected.add(shop.account.id);
const connectAgain = () => stripe.disconnected.clear();
const read = async (id: string): Promise<Order> => (await shop.send('GET', `/sellers/orders/${id}`)).body;

describe('money that was taken without an answer, on an account that its seller then disconnected', () => {
  const takenWithoutAnswer = async (): Promise<string> => {
    const { id } = (await shop.place()).body.order;
    await shop.deliver(id);
    stripe.behave(({ path }) => (path.includes(shop.intentOf(id).id) ? { acted: () => 'drop' } : null));
    expect((await complete(id, `close-${id}`)).body.status).toBe('deliver_success');
    stripe.behave(null);
    disconnect();
    return id;
  };
  const atRisk = async () => (await shop.send('GET', '/sellers/at-risk')).body.count as number;
  const asked = (id: string, since: number) =>
    stripe.requests.slice(since).filter(({ path }) => path.includes(shop.intentOf(id).id)).length;
  const untilLost = async (id: string) => {
    for (let days = 0; days < 36; days += 1) await later(DAY_MS);
    expect(await atRisk(), '29 days after the hold ended').toBe(1);
    await later(2 * DAY_MS);
    expect(await shop.rowOf(id)).toMatchObject({ status: 'deliver_success', payment_due_at: null });
  };

  it('counts as lost thirty days after its hold ended, and is not asked for any more (D20)', async () => {
    const id = await takenWithoutAnswer();
    await later(60_000);
    expect((await read(id)).payment.captureError).toBe('The Stripe account is not connected any more.');
    await untilLost(id);
    const order = await read(id);
    expect(order.payment).toMatchObject({
      lost: true,
      captureError: expect.stringContaining('counts as lost'),
    });
    expect(await atRisk()).toBe(0);
    const since = stripe.requests.length;
    await later(2 * DAY_MS);
    expect(asked(id, since)).toBe(0);
    connectAgain();
    const { payload, signature } = eventOf(id, 'payment_intent.succeeded');
    await deliver(payload, signature);
    await vi.waitFor(async () => expect((await shop.rowOf(id)).status).toBe('complete'), patiently);
    expect((await read(id)).payment.lost).toBeUndefined();
  });

  it('is booked once the provider’s books can be read again, without any event (D20, D52)', async () => {
    const id = await takenWithoutAnswer();
    await untilLost(id);
    connectAgain();
    await later(DAY_MS);
    await later(61_000);
    expect((await shop.rowOf(id)).status).toBe('complete');
    expect((await read(id)).payment.captureError).toBeNull();
  });
});

describe('an order that was cancelled on an account that its seller has disconnected', () => {
  it('is asked about until thirty days after its hold ended, then logged with what names its charge, which is booked if it shows (P12)', async () => {
    const { id, amount } = (await shop.place()).body.order;
    const intent = shop.intentOf(id);
    disconnect();
    const warnings: MockInstance = vi.spyOn(server.app.server.log, 'warn');
    const givenUp = () =>
      warnings.mock.calls
        .map(([line]) => line)
        .filter(({ event, orderId }) => event === 'release-given-up' && orderId === id);
    await shop.send('POST', `/sellers/orders/cancel/${id}`);
    shop.account.captureByHand(intent);
    for (let days = 0; days < 36; days += 1) await later(DAY_MS);
    expect((await shop.rowOf(id)).payment_due_at, '29 days after the hold ended').not.toBeNull();
    expect(givenUp()).toEqual([]);
    await later(2 * DAY_MS);
    expect(await shop.rowOf(id)).toMatchObject({ status: 'deliver_aborted', payment_due_at: null });
    const named = { account: shop.account.id, reference: `${shop.account.id}/${intent.id}`, amount };
    expect(givenUp()).toMatchObject([named]);
    connectAgain();
    await later(DAY_MS);
    await later(61_000);
    expect(await read(id)).toMatchObject({ status: 'complete', refunded: 0 });
    expect((await shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund: amount })).status).toBe(
      200,
    );
  });
});

describe('an order that was never paid for, on an account that its seller then disconnected', () => {
  const rowOf = (id: string) =>
    server.database.kysely.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  const statusOf = async (id: string) => (await rowOf(id))?.status;
  const unpaid = async (): Promise<string> =>
    (await shop.place({ paymentMethod: 'pm_card_authenticationRequired' })).body.order.id;
  const after = async (id: string, days: number) => {
    for (let day = 0; day < days; day += 1) await later(DAY_MS);
    return statusOf(id);
  };

  it('is deleted after a month, while its hold could not be seen', async () => {
    const id = await unpaid();
    disconnect();
    expect([await after(id, 29), await after(id, 3)]).toEqual(['payment_working', undefined]);
  });

  it.each([
    ['all', 'while it waited to be paid for', undefined],
    ['a part', 'while it waited to be paid for', 100],
    ['all', 'once it was given up', undefined],
    ['a part', 'once it was given up', 100],
  ])('of which its owner took %s %s is kept until all was given back (P12)', async (_what, when, part) => {
    const id = await unpaid();
    const intent = shop.intentOf(id);
    if (when === 'once it was given up') {
      stripe.behave(({ path }) => (path.endsWith('/cancel') ? { before: () => 500 } : null));
      await later(HOUR_MS);
      expect(await statusOf(id)).toBe('payment_aborted');
      stripe.behave(null);
    }
    intent.status = 'requires_capture';
    shop.account.captureByHand(intent, part);
    const log = server.app.server.log;
    const lines: MockInstance[] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'warn')];
    const told = () =>
      lines
        .flatMap(({ mock }) => mock.calls)
        .filter(([line]) => line.orderId === id)
        .map(([line]) => line.event);
    await later(HOUR_MS);
    expect(told()).toEqual(['taken-before-placed']);
    disconnect();
    expect(await after(id, 40)).toBe('payment_aborted');
    expect((await rowOf(id))?.payment_reference).toBe(`${shop.account.id}/${intent.id}`);
    expect(told(), 'the operator is told once').toEqual(['taken-before-placed']);
    connectAgain();
    expect(await after(id, 2)).toBe('payment_aborted');
    expect(told()).toEqual(['taken-before-placed']);
    if (part !== undefined) return;
    shop.account.refundByHand(intent, 100);
    expect(await after(id, 2), 'a part was given back').toBe('payment_aborted');
    shop.account.refundByHand(intent, intent.amount - 100);
    expect(await after(id, 2), 'all was given back').toBeUndefined();
  });

  it('is deleted after a month, while its hold could not be released, and logged with what names its charge', async () => {
    const id = await unpaid();
    const warnings: MockInstance = vi.spyOn(server.app.server.log, 'warn');
    stripe.behave(({ path }) => (path.endsWith('/cancel') ? { before: () => 500 } : null));
    await later(HOUR_MS);
    expect(await statusOf(id)).toBe('payment_aborted');
    stripe.behave(null);
    disconnect();
    const reference = `${shop.account.id}/${shop.intentOf(id).id}`;
    expect([await after(id, 29), await after(id, 3)]).toEqual(['payment_aborted', undefined]);
    const givenUp = warnings.mock.calls
      .map(([line]) => line)
      .filter(({ event, orderId }) => event === 'release-given-up' && orderId === id);
    expect(givenUp).toMatchObject([{ account: shop.account.id, reference, amount: 620 }]);
  });
});

describe('what cannot be settled for long is logged ever more rarely', () => {
  const linesOf = (lines: MockInstance, id: string, event: string) =>
    lines.mock.calls.filter(([line]) => line.orderId === id && line.event === event).length;
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour += 1) await later(HOUR_MS);
  };

  it('the release of a cancelled order whose account its seller has disconnected', async () => {
    const { id } = (await shop.place()).body.order;
    disconnect();
    const warnings: MockInstance = vi.spyOn(server.app.server.log, 'warn');
    await shop.send('POST', `/sellers/orders/cancel/${id}`);
    await hours(20);
    expect((await shop.rowOf(id)).payment_attempts, 'it is asked for as often').toBeGreaterThan(19);
    expect(linesOf(warnings, id, 'release-failed')).toBe(5);
    connectAgain();
    await hours(2);
    expect(shop.intentOf(id).status).toBe('canceled');
  });

  it('an open order of which somebody has taken a part at Stripe', async () => {
    const { id } = (await shop.place()).body.order;
    await shop.deliver(id);
    shop.account.captureByHand(shop.intentOf(id), 100);
    const errors: MockInstance = vi.spyOn(server.app.server.log, 'error');
    const { payload, signature } = eventOf(id, 'payment_intent.succeeded');
    expect(await deliver(payload, signature)).toBe(200);
    await hours(20);
    expect((await shop.rowOf(id)).payment_attempts, 'it is looked at as often').toBeGreaterThan(19);
    expect(linesOf(errors, id, 'partly-taken')).toBe(5);
  });
});
