import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { asksFor, complete, patiently, sent } from '../../../tests/support/shop/card-steps.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

const HOUR_MS = 60 * 60_000;

setUpCardShop();
beforeEach(() => stripe.disconnected.clear());

const disconnect = () => stripe.disconnected.add(shop.account.id);
const connectAgain = () => stripe.disconnected.clear();
const read = async (id: string): Promise<Order> => (await shop.send('GET', `/sellers/orders/${id}`)).body;
const refunds = (since: number) => sent(/\/refunds$/, since).length;

const closed = async (): Promise<Order> => {
  const { id } = (await shop.place()).body.order;
  await shop.deliver(id);
  const { body } = await complete(id, `close-${id}`);
  await later(60_000);
  return body;
};
const refund = (id: string, key: string = randomUUID()) =>
  shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund: 100 }, { 'idempotency-key': key });
const rowOf = (orderId: string) =>
  server.database.kysely
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
/** A refund that is asked for, and whose answer is lost. */
const withoutAnswer = async (key?: string) => {
  const order = await closed();
  stripe.behave((asked) => (asksFor(/\/refunds$/)(asked) ? { acted: () => 'drop' as const } : null));
  const { status } = await refund(order.id, key);
  expect(status).toBe(503);
  stripe.behave(null);
  return order;
};

describe('a refund on a Stripe account that its seller has disconnected', () => {
  it('fails if it was never asked for, says where it can be made, and is not made when the account is connected again (P8)', async () => {
    const { id } = await closed();
    disconnect();
    const since = stripe.requests.length;
    const key = randomUUID();
    const refused = await refund(id, key);
    expect([refused.status, refused.body.error]).toMatchObject([
      422,
      {
        code: 'REFUND_REFUSED',
        message:
          'This payment was taken by a Stripe account that is not connected any more. Please refund it at Stripe.',
      },
    ]);
    expect((await read(id)).payment.refundPending).toBeUndefined();
    connectAgain();
    await later(2 * HOUR_MS);
    expect((await refund(id, key)).body).toEqual(refused.body);
    expect(refunds(since)).toBe(0);
    expect(shop.intentOf(id).refunds).toEqual([]);
  });

  it('stays unconfirmed if it may have been made, and its order says why, until the account is connected again (P8)', async () => {
    const key = randomUUID();
    const { id } = await withoutAnswer(key);
    disconnect();
    const why = expect.stringContaining('it cannot be seen whether this refund was made');
    for (const wait of [6_000, 2 * HOUR_MS]) {
      await later(wait);
      expect((await read(id)).payment).toMatchObject({ refundPending: 100, refundProblem: why });
      const again = await refund(id, key);
      expect([again.status, again.body.error.message]).toEqual([503, why]);
    }
    const { version } = await read(id);
    await later(2 * HOUR_MS);
    expect((await read(id)).version, 'the same reason is no news').toBe(version);
    connectAgain();
    await later(2 * HOUR_MS);
    const after = await read(id);
    expect(after.refunded).toBe(100);
    expect(after.payment.refundPending).toBeUndefined();
    expect(after.payment.refundProblem).toBeUndefined();
    expect(shop.intentOf(id).refunds).toHaveLength(1);
  });

  it('says no more that it cannot be seen once it just has no answer (P8)', async () => {
    const { id } = await withoutAnswer();
    disconnect();
    await later(6_000);
    expect((await read(id)).payment.refundProblem).toBeDefined();
    connectAgain();
    stripe.behave(({ path }) => (path === '/v1/refunds' ? { before: () => 500 } : null));
    await later(2 * HOUR_MS);
    const { payment } = await read(id);
    expect(payment.refundPending).toBe(100);
    expect(payment.refundProblem).toBeUndefined();
  });

  it('stays unconfirmed if the server that reserved it was killed: it may have asked for it (P8)', async () => {
    const { id } = await withoutAnswer();
    // As that server leaves it.
    await server.database.kysely
      .updateTable('refunds')
      .set({ attempts: 0 })
      .where('order_id', '=', id)
      .execute();
    disconnect();
    await later(11_000);
    expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts: 1 });
    expect((await read(id)).payment.refundPending).toBe(100);
    connectAgain();
    await later(2 * HOUR_MS);
    expect((await read(id)).refunded).toBe(100);
    expect(shop.intentOf(id).refunds).toHaveLength(1);
  });

  it('stays unconfirmed if somebody else is asking for it, as the request that reserved it is slow (P8)', async () => {
    const { id } = await closed();
    let [answer, lose] = [() => {}, () => {}];
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const lost = new Promise<'drop'>((resolve) => (lose = () => resolve('drop')));
    let looked = 0;
    stripe.behave((asked) => {
      if (asked.path !== '/v1/refunds') return null;
      if (asked.method === 'POST') return { acted: () => lost };
      looked += 1;
      // The first look is for refunds that were made elsewhere.
      return looked === 2 ? { before: () => slow } : null;
    });
    const first = refund(id);
    await vi.waitFor(() => expect(looked).toBe(2), patiently);
    const chores = later(11_000);
    await vi.waitFor(() => expect(shop.intentOf(id).refunds).toHaveLength(1), patiently);
    disconnect();
    answer();
    expect((await first).status).toBe(503);
    expect((await rowOf(id)).status).toBe('pending');
    lose();
    await chores;
    stripe.behave(null);
    connectAgain();
    await later(2 * HOUR_MS);
    expect((await read(id)).refunded).toBe(100);
    expect(shop.intentOf(id).refunds).toHaveLength(1);
  });
});

describe('a refund of which Stripe refuses to say whether it was made', () => {
  const refuseLookUps = () =>
    stripe.behave(({ method, path }) =>
      method === 'GET' && path === '/v1/refunds' ? { before: () => 404 } : null,
    );

  it('fails at once if it was never asked for, and is not made later (P8)', async () => {
    const { id } = await closed();
    const since = stripe.requests.length;
    refuseLookUps();
    const refused = await refund(id);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'REFUND_REFUSED']);
    expect((await read(id)).payment.refundPending).toBeUndefined();
    stripe.behave(null);
    await later(2 * HOUR_MS);
    expect(refunds(since)).toBe(0);
    expect((await refund(id)).status).toBe(200);
    expect(shop.intentOf(id).refunds).toHaveLength(1);
  });

  it('stays unconfirmed if it may have been made, its order says why, and it is made once (P8)', async () => {
    const key = randomUUID();
    const { id } = await withoutAnswer(key);
    refuseLookUps();
    const why = expect.stringContaining('refuses to say whether this refund was made');
    await later(6_000);
    expect((await read(id)).payment).toMatchObject({ refundPending: 100, refundProblem: why });
    const again = await refund(id, key);
    expect([again.status, again.body.error.message]).toEqual([503, why]);
    stripe.behave(null);
    await later(2 * HOUR_MS);
    const { refunded, payment } = await read(id);
    expect([refunded, payment.refundProblem]).toEqual([100, undefined]);
    expect(shop.intentOf(id).refunds).toHaveLength(1);
  });
});
