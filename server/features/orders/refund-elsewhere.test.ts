import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { deliver, dueAt, eventOf } from '../../../tests/support/shop/card-events.ts';
import { asksFor, complete, patiently } from '../../../tests/support/shop/card-steps.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

setUpCardShop();

const closed = async (): Promise<string> => {
  const { id } = (await shop.place()).body.order;
  await shop.deliver(id);
  await complete(id, `close-${id}`);
  await later(60_000);
  return id;
};
const read = async (id: string): Promise<Order> => (await shop.send('GET', `/sellers/orders/${id}`)).body;
const refund = (id: string, key: string = randomUUID()) =>
  shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund: 100 }, { 'idempotency-key': key });
const refundByHand = (id: string) => shop.account.refundByHand(shop.intentOf(id), 100);
const made = (id: string) => shop.intentOf(id).refunds.map(({ amount }) => amount);
const tell = async (id: string) => {
  const { payload, signature } = eventOf(id, 'charge.refunded');
  expect(await deliver(payload, signature)).toBe(200);
  await vi.waitFor(async () => expect(await dueAt(id)).toBeNull(), patiently);
};
/** A refund that never reached Stripe, which the server does not know. */
const withoutAnswer = async (ask: () => ReturnType<typeof refund>) => {
  stripe.behave((asked) => (asksFor(/\/refunds$/)(asked) ? { before: () => 'drop' as const } : null));
  expect((await ask()).status).toBe(503);
  stripe.behave(null);
};
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
};

describe('a refund that somebody makes at Stripe as well, while it is under way here (D28)', () => {
  it.each(['an event', 'its own next try', 'another request'] as const)(
    'is not made again, which %s finds, and whoever asked for it reads why',
    async (by) => {
      const [id, key] = [await closed(), randomUUID()];
      await withoutAnswer(() => refund(id, key));
      refundByHand(id);
      if (by === 'an event') await tell(id);
      if (by === 'another request') expect((await refund(id)).status).toBe(409);
      await later(60 * 60_000);
      expect(made(id)).toEqual([100]);
      const { refunded, payment } = await read(id);
      expect([refunded, payment.refundPending]).toEqual([100, undefined]);
      expect(payment.refunds).toMatchObject([{ reason: 'Refunded at the card provider' }]);
      const again = await refund(id, key);
      expect([again.status, again.body.error]).toMatchObject([
        422,
        { code: 'REFUND_REFUSED', message: expect.stringContaining('refunded elsewhere meanwhile') },
      ]);
      expect((await refund(id)).body.refunded, 'a second one can be asked for').toBe(200);
    },
  );

  it('is not made by the same request again either, where that has no key', async () => {
    const id = await closed();
    const ask = () => shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund: 100 });
    await withoutAnswer(ask);
    refundByHand(id);
    await later(60 * 60_000);
    const again = await ask();
    expect([again.status, again.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(again.body.current).toMatchObject({ refunded: 100 });
    expect(made(id)).toEqual([100]);
  });

  it('is not made by the request itself, where it could not be read before what was refunded there', async () => {
    const id = await closed();
    refundByHand(id);
    let looks = 0;
    stripe.behave(({ method, path }) =>
      method === 'GET' && path === '/v1/refunds' && ++looks === 1 ? { before: () => 404 } : null,
    );
    expect((await refund(id)).status).toBe(422);
    expect(made(id)).toEqual([100]);
    const { refunded, payment } = await read(id);
    expect([refunded, payment.refundPending]).toEqual([100, undefined]);
    expect((await refund(id)).body.refunded).toBe(200);
  });

  it('is made all the same where the order showed the other one before', async () => {
    const [id, key] = [await closed(), randomUUID()];
    refundByHand(id);
    await tell(id);
    await later(1_000);
    await withoutAnswer(() => refund(id, key));
    await later(60 * 60_000);
    expect((await read(id)).refunded).toBe(200);
    expect(made(id)).toEqual([100, 100]);
  });

  it('is booked beside it where the request that was given up makes it after all, which is answered so', async () => {
    const id = await closed();
    const sent = gate();
    let asked = 0;
    stripe.behave((request) => {
      if (!asksFor(/\/refunds$/)(request)) return null;
      asked += 1;
      return { before: () => sent.opened };
    });
    const first = refund(id);
    await vi.waitFor(() => expect(asked).toBe(1), patiently);
    refundByHand(id);
    await tell(id);
    await vi.waitFor(async () => expect((await read(id)).payment.refundPending).toBeUndefined(), patiently);
    expect((await read(id)).refunded).toBe(100);
    sent.open();
    expect((await first).body).toMatchObject({ refunded: 200, payment: { refunds: [{}, {}] } });
    expect(made(id)).toEqual([100, 100]);
  });

  it('is answered as made where the first try has made it since a later one found the other', async () => {
    const [id, key] = [await closed(), randomUUID()];
    const [sent, answered] = [gate(), gate()];
    const counts = { asked: 0, looked: 0 };
    stripe.behave((request) => {
      if (request.path !== '/v1/refunds') return null;
      if (asksFor(/\/refunds$/)(request)) {
        counts.asked += 1;
        return { before: () => sent.opened };
      }
      counts.looked += 1;
      // The first two are those of the first request.
      return counts.looked === 3 ? { acted: () => answered.opened } : null;
    });
    const first = refund(id, key);
    await vi.waitFor(() => expect(counts.asked).toBe(1), patiently);
    refundByHand(id);
    server.clock.advance(11_000);
    const again = refund(id, key);
    await vi.waitFor(() => expect(counts.looked).toBe(3), patiently);
    sent.open();
    expect((await first).status).toBe(200);
    answered.open();
    expect((await again).status).toBe(200);
    expect(made(id)).toEqual([100, 100]);
  });
});
