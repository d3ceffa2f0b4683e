import { describe, expect, it } from 'vitest';
import { feesFor } from '#shared/base/fees.ts';
import { pence } from '#shared/base/money.ts';
import { cardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpCardShop, stripe, shop } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { complete, feed, live, sent } from '../../../tests/support/shop/card-steps.ts';

setUpCardShop();

it('a guest’s app learns with the menu whose card form to show, and for whose account (D70)', async () => {
  const menuOf = async (outletId: string) =>
    (await server.send('GET', `/customers/outlets/${outletId}/menu`)).body;
  expect((await menuOf(shop.outletId)).payments).toEqual({
    provider: 'stripe',
    publishableKey: 'pk_test_platform',
    account: shop.account.id,
  });
  expect((await menuOf((await server.trading()).outletId)).payments).toBeUndefined();
});

describe('an order by card (D40, P12)', () => {
  it('is held when it is placed and taken when it is closed, on the account of the seller, with the fee of the platform', async () => {
    const { status, body } = await shop.place();
    expect(status).toBe(201);
    expect(body).toEqual({ order: expect.anything(), trackingToken: expect.any(String) });
    expect(body.order).toMatchObject({ status: 'deliver_pending', version: 2, amount: 620 });
    const intent = shop.intentOf(body.order.id);
    expect(intent).toMatchObject({
      status: 'requires_capture',
      amount: 620,
      amount_received: 0,
      application_fee_amount: feesFor(pence(620))[0].amount,
      capture_method: 'manual',
    });
    expect(body.order.payment.card).toEqual({ brand: 'visa', lastFour: '4242' });
    await shop.deliver(body.order.id);
    expect((await complete(body.order.id, 'close')).body).toMatchObject({
      status: 'complete',
      payment: { card: { brand: 'visa', lastFour: '4242' } },
    });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 620, captures: 1 });
  });

  it('keeps the last four digits of its card, and the database takes no more of its number (A22)', async () => {
    const { body } = await shop.place({ paymentMethod: 'pm_card_fr' });
    expect(body.order.payment.card).toEqual({ brand: 'visa', lastFour: '0003' });
    await shop.deliver(body.order.id);
    const stored = (card: object) =>
      server.database.kysely
        .updateTable('orders')
        .set({ card: JSON.stringify(card) })
        .where('id', '=', body.order.id)
        .execute();
    await expect(stored({ brand: 'visa', lastFour: '4000002500000003' })).rejects.toThrow('card_shows_four');
    for (const more of [{ expires: '1230' }, { brand: '400000250000' }])
      await expect(stored({ brand: 'visa', lastFour: '0003', ...more })).rejects.toThrow('card_shows_four');
    await expect(stored({ brand: 'visa' })).rejects.toThrow('card_shows_four');
  });

  it('takes the next number and seq only once it is paid for', async () => {
    const before = await feed();
    const declined = await shop.place({ paymentMethod: 'pm_card_visa_chargeDeclined' });
    expect(declined).toMatchObject({
      status: 201,
      body: { order: { status: 'payment_failure', orderNumber: 0 } },
    });
    expect(declined.body.order.payment).not.toHaveProperty('card');
    expect(await feed()).toEqual(before);
    const paid = await shop.place();
    expect(paid.body.order.orderNumber).toBe(before.last_order_number + 1);
    expect(await feed()).toEqual({ seq: before.seq + 1, last_order_number: before.last_order_number + 1 });
  });

  it('takes its portions while it waits to be paid for, and gives them back if it never is (D77)', async () => {
    const path = `/sellers/outlets/${shop.outletId}/portions`;
    const count = (left: number | null) => shop.send('POST', path, { itemId: 'tea', left });
    const left = async () => (await shop.send('GET', path)).body.portions[0].left;
    await count(2);
    const waits = await shop.place({ paymentMethod: 'pm_card_authenticationRequired' });
    expect(waits.body.order.status).toBe('payment_working');
    expect(await left()).toBe(0);
    expect((await shop.place()).status).toBe(422);
    await later(600_001);
    expect((await shop.rowOf(waits.body.order.id)).status).toBe('payment_aborted');
    expect(await left()).toBe(2);
    expect((await shop.place({ paymentMethod: 'pm_card_visa_chargeDeclined' })).body.order.status).toBe(
      'payment_failure',
    );
    await server.app.doChores();
    expect(await left()).toBe(2);
    await count(null);
  });

  it('gives its portions back to no later session (D77)', async () => {
    const bar = await cardShop(server, stripe);
    const path = `/sellers/outlets/${bar.outletId}`;
    const count = (left: number) => bar.send('POST', `${path}/portions`, { itemId: 'tea', left });
    await count(2);
    const { body } = await bar.place({ paymentMethod: 'pm_card_authenticationRequired' });
    expect(body.order.status).toBe('payment_working');
    for (const step of ['finish', 'start']) await bar.send('POST', `${path}/trading-session/${step}`);
    await count(5);
    await later(600_001);
    expect((await bar.rowOf(body.order.id)).status).toBe('payment_aborted');
    expect((await bar.send('GET', `${path}/portions`)).body.portions).toEqual([{ itemId: 'tea', left: 5 }]);
  });

  it('a declined card is not left where its customer could still take it up', async () => {
    const { body } = await shop.place({ paymentMethod: 'pm_card_visa_chargeDeclined' });
    await server.app.doChores();
    expect(shop.intentOf(body.order.id).status).toBe('canceled');
    expect((await shop.rowOf(body.order.id)).payment_due_at).toBeNull();
    expect((await live()).some(({ id }) => id === body.order.id)).toBe(false);
  });

  it('an unknown card is a payment that failed', async () => {
    const { body } = await shop.place({ paymentMethod: 'pm_nobody' });
    expect(body.order.status).toBe('payment_failure');
  });

  it('cancelling gives the hold back and takes nothing (P12)', async () => {
    const { body } = await shop.place();
    await shop.send('POST', `/sellers/orders/cancel/${body.order.id}`);
    await server.app.doChores();
    expect(shop.intentOf(body.order.id)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });

  it('completing twice at once takes the money once (P12)', async () => {
    const { body } = await shop.place();
    await shop.deliver(body.order.id);
    const since = stripe.requests.length;
    const replies = await Promise.all(['a', 'b'].map((key) => complete(body.order.id, `close-${key}`)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(shop.intentOf(body.order.id)).toMatchObject({ captures: 1, amount_received: 620 });
    expect(sent(/capture$/, since)).toHaveLength(1);
  });

  it('fifty times cancel against complete: one of them wins, and Stripe agrees (P13)', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { body } = await shop.place();
      const { id } = body.order;
      await shop.deliver(id);
      await Promise.all([complete(id, `close-${id}`), shop.send('POST', `/sellers/orders/cancel/${id}`)]);
      await server.app.doChores();
      const { status } = await shop.rowOf(id);
      expect([`${status} ${shop.intentOf(id).status}`]).toEqual([
        status === 'complete' ? 'complete succeeded' : 'deliver_aborted canceled',
      ]);
    }
  });

  it('one account knows nothing of another', async () => {
    const other = await cardShop(server, stripe);
    const { body } = await other.place();
    expect(other.intentOf(body.order.id).status).toBe('requires_capture');
    expect(() => shop.intentOf(body.order.id)).toThrow('has 0 intents');
  });

  it('without a connected account an order is refused clearly, and nothing is written or asked (D18, D22)', async () => {
    const bare = await server.trading();
    const since = stripe.requests.length;
    const reply = await server.send(
      'POST',
      `/customers/outlets/${bare.outletId}/orders`,
      {
        customerName: 'Priya',
        tableNumber: '7',
        items: [{ itemId: 'tea', quantity: 2 }],
        paymentMethod: 'pm_card_visa',
      },
      { 'idempotency-key': 'bare' },
    );
    expect(reply).toMatchObject({ status: 503, body: { error: { code: 'PAYMENTS_NOT_CONFIGURED' } } });
    expect(stripe.requests.length).toBe(since);
  });
});
