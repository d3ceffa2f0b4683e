import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { asksFor, complete, sent } from '../../../tests/support/shop/card-steps.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later } from '../../../tests/support/shop/set-up.ts';

setUpCardShop();

/** A closed order, whose money of £6.20 was taken. */
const closed = async (): Promise<Order> => {
  const { id } = (await shop.place()).body.order;
  await shop.deliver(id);
  return (await complete(id, `close-${id}`)).body;
};
const refund = (id: string, amountToRefund = 620) =>
  shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund }, { 'idempotency-key': randomUUID() });
const read = async (id: string): Promise<Order> => (await shop.send('GET', `/sellers/orders/${id}`)).body;
const made = (id: string) => shop.intentOf(id).refunds.map(({ amount }) => amount);
const asksToRefund = asksFor(/\/refunds$/);
/** The first keys of that number are answered by a fault, which is repeated for each of them. */
const failOn = (keys: number) => {
  const failing = new Set<string | null>();
  stripe.behave((request) => {
    const { idempotencyKey: key } = request;
    if (!asksToRefund(request) || failing.has(key) || failing.size === keys) return null;
    failing.add(key);
    return { before: () => 500 };
  });
};
const keysSince = (since: number) => sent(/\/refunds$/, since).map(({ idempotencyKey }) => idempotencyKey);

describe('a refund on which Stripe failed, which it repeats for its key for a day (P7)', () => {
  it('is made at the next try, once, where Stripe would refuse to make it twice', async () => {
    const { id } = await closed();
    failOn(1);
    const since = stripe.requests.length;
    expect((await refund(id)).status).toBe(503);
    await later(6_000);
    expect(await read(id)).toMatchObject({ status: 'refunded', refunded: 620 });
    expect(made(id)).toEqual([620]);
    const [first] = keysSince(since);
    expect(keysSince(since)).toEqual([first, first, `${first}:1`]);
  });

  it('is made once however many keys Stripe has failed on, each try with one more', async () => {
    const { id } = await closed();
    failOn(3);
    const since = stripe.requests.length;
    expect((await refund(id, 400)).status).toBe(503);
    for (const wait of [6_000, 11_000]) await later(wait);
    expect((await read(id)).payment.refundPending).toBe(400);
    await later(21_000);
    expect((await read(id)).refunded).toBe(400);
    expect(made(id)).toEqual([400]);
    const [key] = keysSince(since);
    expect(keysSince(since).slice(-4)).toEqual([key, `${key}:1`, `${key}:2`, `${key}:3`]);
  });

  it('is asked for with no other key while Stripe could make both, and is made once after that day', async () => {
    const { id } = await closed();
    failOn(1);
    const since = stripe.requests.length;
    expect((await refund(id, 310)).status).toBe(503);
    await later(6_000);
    await later(60 * 60_000);
    expect((await read(id)).payment).toMatchObject({
      refundPending: 310,
      refundProblem: expect.stringContaining('which can take a day'),
    });
    expect(new Set(keysSince(since)).size).toBe(1);
    stripe.forgetKeys();
    await later(24 * 60 * 60_000);
    const after = await read(id);
    expect(after.refunded).toBe(310);
    expect(after.payment.refundProblem).toBeUndefined();
    expect(made(id)).toEqual([310]);
  });

  it('counts what other refunds have left: the rest can be given back only once', async () => {
    const { id } = await closed();
    expect((await refund(id, 400)).status).toBe(200);
    failOn(1);
    expect((await refund(id, 220)).status).toBe(503);
    await later(6_000);
    expect(await read(id)).toMatchObject({ status: 'refunded', refunded: 620 });
    expect(made(id)).toEqual([400, 220]);
  });

  it('is not asked for again where Stripe has made it after it was looked up', async () => {
    const { id } = await closed();
    failOn(1);
    const since = stripe.requests.length;
    expect((await refund(id, 400)).status).toBe(503);
    const [asked] = sent(/\/refunds$/, since);
    stripe.behave((request) =>
      asksToRefund(request) && made(id).length === 0
        ? {
            before: () =>
              shop.account.refundByHand(shop.intentOf(id), 400, {
                refund_id: asked?.params['metadata[refund_id]'] ?? '',
              }),
          }
        : null,
    );
    await later(6_000);
    expect((await read(id)).refunded).toBe(400);
    expect(made(id)).toEqual([400]);
    expect(new Set(keysSince(since)).size).toBe(1);
  });

  it('stays unconfirmed where it cannot be looked up again', async () => {
    const { id } = await closed();
    failOn(1);
    expect((await refund(id)).status).toBe(503);
    let looked = 0;
    stripe.behave(({ method, path }) =>
      method === 'GET' && path === '/v1/refunds' && ++looked > 1 ? { before: () => 404 } : null,
    );
    await later(6_000);
    expect((await read(id)).payment.refundPending).toBe(620);
    expect(made(id)).toEqual([]);
    stripe.behave(null);
    await later(11_000);
    expect((await read(id)).refunded).toBe(620);
    expect(made(id)).toEqual([620]);
  });
});
