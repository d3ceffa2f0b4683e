import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { deliver, dueAt, eventOf } from '../../../tests/support/shop/card-events.ts';
import { patiently } from '../../../tests/support/shop/card-steps.ts';

setUpCardShop();

describe('what a seller refunds in Stripe’s own dashboard (D28)', () => {
  const closed = async () => {
    const { body } = await shop.place();
    await shop.deliver(body.order.id);
    return (await shop.send('POST', `/sellers/orders/complete/${body.order.id}`)).body;
  };
  const read = async (id: string) => (await shop.send('GET', `/sellers/orders/${id}`)).body;

  it('shows on the order, once, beside what was refunded here, and is in the ledger', async () => {
    const order = await closed();
    await shop.send('POST', `/sellers/orders/refund/${order.id}`, { amountToRefund: 100 });
    shop.account.refundByHand(shop.intentOf(order.id), 250);
    const events = Array.from({ length: 5 }, () => eventOf(order.id, 'charge.refunded'));
    const replies = await Promise.all(events.map(({ payload, signature }) => deliver(payload, signature)));
    expect(new Set(replies)).toEqual(new Set([200]));
    await vi.waitFor(async () => expect((await read(order.id)).refunded).toBe(350), patiently);
    await vi.waitFor(async () => expect(await dueAt(order.id)).toBeNull(), patiently);
    const after = await read(order.id);
    // Two changes for the refund made here (reserved, made), and one for the other.
    expect(after).toMatchObject({ status: 'complete', version: order.version + 3 });
    const amounts: number[] = after.payment.refunds.map(({ amount }: { amount: number }) => amount);
    expect(amounts.toSorted((a, b) => a - b)).toEqual([100, 250]);
    const entries = await server.database.kysely
      .selectFrom('ledger_entries')
      .select('amount')
      .where('order_id', '=', order.id)
      .where('account', '=', 'customer')
      .execute();
    expect(entries.reduce((total, { amount }) => total + amount, 0)).toBe(350 - order.amount);
  });

  it('shows even if it is made while the order is being asked about', async () => {
    const order = await closed();
    const refundByHand = async (amount: number) => {
      shop.account.refundByHand(shop.intentOf(order.id), amount);
      const { payload, signature } = eventOf(order.id, 'charge.refunded');
      await deliver(payload, signature);
    };
    // Its refunds are read first, then its fees.
    stripe.behave(({ method, path }) => {
      if (method !== 'GET' || !path.includes('/payment_intents/')) return null;
      stripe.behave(null);
      return { acted: () => refundByHand(70) };
    });
    await refundByHand(50);
    await vi.waitFor(async () => expect((await read(order.id)).refunded).toBe(120), patiently);
  });

  it('that our own database has lost, as after a restore, is booked once, and is not made again', async () => {
    const order = await closed();
    const lost = randomUUID();
    shop.account.refundByHand(shop.intentOf(order.id), order.amount - 50, { refund_id: lost });
    for (let n = 0; n < 2; n += 1) {
      const { payload, signature } = eventOf(order.id, 'charge.refunded');
      expect(await deliver(payload, signature)).toBe(200);
      await vi.waitFor(async () => expect(await dueAt(order.id)).toBeNull(), patiently);
      expect(await read(order.id)).toMatchObject({ refunded: order.amount - 50, version: order.version + 1 });
    }
    const again = await shop.send('POST', `/sellers/orders/refund/${order.id}`, { amountToRefund: 51 });
    expect(again.status).toBe(422);
    const booked = await server.database.kysely
      .selectFrom('ledger_transactions')
      .select('id')
      .where('order_id', '=', order.id)
      .where('kind', '=', 'refund')
      .execute();
    expect(booked, 'as the bank’s line names it').toEqual([{ id: `refund:${lost}` }]);
  });

  it.each([
    ['lost, as after a restore,', { refund_id: randomUUID() }],
    ['never known of', {}],
  ])(
    'that was %s is found by whoever refunds next, and nothing is given back twice',
    async (_how, metadata) => {
      const order = await closed();
      shop.account.refundByHand(shop.intentOf(order.id), 100, metadata);
      const ask = { amountToRefund: 100 };
      const again = await shop.send('POST', `/sellers/orders/refund/${order.id}`, ask);
      expect([again.status, again.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
      expect(again.body.current).toMatchObject({ refunded: 100, payment: { refunds: [{ amount: 100 }] } });
      expect(shop.intentOf(order.id).refunds).toHaveLength(1);
      const more = await shop.send('POST', `/sellers/orders/refund/${order.id}`, ask);
      expect([more.status, more.body.refunded]).toEqual([200, 200]);
      expect(shop.intentOf(order.id).refunds).toHaveLength(2);
    },
  );

  it.each(['alone', 'beside another'] as const)(
    'is what Stripe says of a refund that counted as not made, once, %s',
    async (what) => {
      const order = await closed();
      const half = Math.floor(order.amount / 2);
      const press = (amountToRefund: number) =>
        shop.send('POST', `/sellers/orders/refund/${order.id}`, { amountToRefund });
      stripe.behave(({ method, path }) =>
        method === 'POST' && path === '/v1/refunds' ? { acted: () => 400 } : null,
      );
      expect((await press(half)).status).toBe(422);
      expect((await read(order.id)).refunded).toBe(0);
      stripe.behave(null);
      const again = what === 'beside another' ? order.amount - half : 0;
      // The first of these finds that it was made.
      if (again > 0) expect([(await press(again)).status, (await press(again)).status]).toEqual([409, 200]);
      for (let n = 0; n < 2; n += 1) {
        const { payload, signature } = eventOf(order.id, 'charge.refunded');
        expect(await deliver(payload, signature)).toBe(200);
        await vi.waitFor(async () => expect(await dueAt(order.id)).toBeNull(), patiently);
      }
      const after = await read(order.id);
      expect(after.refunded).toBe(half + again);
      expect(after.payment.refunds).toHaveLength(again > 0 ? 2 : 1);
      const asked = after.payment.refunds.map(({ createdAt }: { createdAt: string }) => createdAt).toSorted();
      const pressed = after.actions.filter(({ action }: { action: string }) => action === 'refund');
      expect(pressed.map(({ at }: { at: string }) => at)).toEqual(asked);
      const atStripe = shop.intentOf(order.id).refunds.reduce((sum, { amount }) => sum + amount, 0);
      expect(after.refunded).toBe(atStripe);
    },
  );

  it('that came back counts as not made for good', async () => {
    const order = await closed();
    await shop.send('POST', `/sellers/orders/refund/${order.id}`, { amountToRefund: 100 });
    const [made] = shop.intentOf(order.id).refunds;
    if (!made) throw new Error('nothing was refunded');
    shop.account.books.failRefund(made);
    for (const status of ['failed', 'succeeded']) {
      // As a list that was read before it failed has it.
      made.status = status;
      const { payload, signature } = eventOf(order.id, 'charge.refund.updated');
      expect(await deliver(payload, signature)).toBe(200);
      await vi.waitFor(async () => expect(await dueAt(order.id)).toBeNull(), patiently);
      expect((await read(order.id)).refunded).toBe(0);
    }
  });

  it('of all that is left makes it refunded, and nothing more is given back', async () => {
    const order = await closed();
    shop.account.refundByHand(shop.intentOf(order.id), order.amount);
    const { payload, signature } = eventOf(order.id, 'charge.refunded');
    await deliver(payload, signature);
    await vi.waitFor(async () => expect((await read(order.id)).status).toBe('refunded'), patiently);
    const again = await shop.send('POST', `/sellers/orders/refund/${order.id}`, { amountToRefund: 1 });
    expect(again.status).toBe(409);
  });

  it('waits where one of ours may have been made, and is booked once that is known; what there is room for is booked at once (P4)', async () => {
    const order = await closed();
    stripe.behave(({ method, path }) =>
      method === 'POST' && path.endsWith('/refunds') ? { acted: () => 'drop' } : null,
    );
    const ours = { amountToRefund: order.amount - 20 };
    expect((await shop.send('POST', `/sellers/orders/refund/${order.id}`, ours)).status).toBe(503);
    const [onItsWay] = shop.intentOf(order.id).refunds;
    if (!onItsWay) throw new Error('nothing was refunded');
    onItsWay.status = 'pending';
    const large = order.amount - 30;
    for (const amount of [10, large, 10]) shop.account.refundByHand(shop.intentOf(order.id), amount);
    const { payload, signature } = eventOf(order.id, 'charge.refunded');
    expect(await deliver(payload, signature)).toBe(200);
    await vi.waitFor(
      async () =>
        expect(await read(order.id)).toMatchObject({
          status: 'complete',
          refunded: 20,
          payment: { refundPending: order.amount - 20 },
        }),
      patiently,
    );
    stripe.behave(null);
    onItsWay.status = 'failed';
    for (let hour = 0; hour < 2; hour += 1) await later(3_600_000);
    const after = await read(order.id);
    expect(after).toMatchObject({ status: 'complete', refunded: order.amount - 10 });
    expect(after.payment).not.toHaveProperty('refundPending');
    const booked: number[] = after.payment.refunds.map(({ amount }: { amount: number }) => amount);
    expect(booked.toSorted((a, b) => a - b)).toEqual([10, 10, large]);
  });
});
