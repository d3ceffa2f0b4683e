import { afterEach, describe, expect, it, vi } from 'vitest';
import { cardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpCardShop, stripe, shop } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { asksFor, patiently } from '../../../tests/support/shop/card-steps.ts';
import { somebodyResumes } from '../../../tests/support/shop/somebody-resumes.ts';

setUpCardShop();
afterEach(() => somebodyResumes(server));

describe('an outlet that closes while somebody pays (D19)', () => {
  it('is not kept open by them, gives the hold back, and tells them', async () => {
    const bar = await cardShop(server, stripe);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let asked = false;
    stripe.behave((request) =>
      asksFor(/payment_intents$/)(request)
        ? {
            acted: async () => {
              asked = true;
              await held;
            },
          }
        : null,
    );
    const placing = bar.place({}, 'closing');
    await vi.waitFor(() => expect(asked).toBe(true), patiently);
    const finish = await bar.send('POST', `/sellers/outlets/${bar.outletId}/trading-session/finish`);
    expect(finish.status).toBe(200);
    release();
    const { body } = await placing;
    expect(body.order).toMatchObject({ status: 'payment_aborted', orderNumber: 0 });
    await server.app.doChores();
    expect(bar.intentOf(body.order.id).status).toBe('canceled');
    const { body: sessions } = await bar.send('GET', `/sellers/outlets/${bar.outletId}/trading-sessions`);
    expect(sessions.tradingSessions[0]).toMatchObject({ numberOfOrders: 0, totalEarnings: 0 });
  });
});

it('a seller who is suspended while somebody pays takes no order, and the hold is given back (A24)', async () => {
  const bar = await cardShop(server, stripe);
  const suspend = async () => {
    await server.database.kysely
      .updateTable('accounts')
      .set({ status: 'suspended' })
      .where('id', '=', bar.id)
      .execute();
  };
  stripe.behave((request) => (asksFor(/payment_intents$/)(request) ? { acted: suspend } : null));
  const { body } = await bar.place();
  expect(body.order.status).toBe('payment_aborted');
  await server.app.doChores();
  expect(bar.intentOf(body.order.id).status).toBe('canceled');
});

it('money is taken where it was held, though the seller has connected another account since (D40)', async () => {
  const bar = await cardShop(server, stripe);
  const { body } = await bar.place();
  stripe.account('acct_moved-to');
  await server.database.kysely
    .updateTable('accounts')
    .set({ stripe_connect_id: 'acct_moved-to' })
    .where('id', '=', bar.id)
    .execute();
  await bar.deliver(body.order.id);
  const closed = await bar.send('POST', `/sellers/orders/complete/${body.order.id}`);
  expect(closed.body.status).toBe('complete');
  expect(bar.intentOf(body.order.id)).toMatchObject({ status: 'succeeded', captures: 1 });
  const next = await bar.place();
  expect(stripe.account('acct_moved-to').intentOf(next.body.order.id).status).toBe('requires_capture');
});

describe('3-D Secure: a bank that wants to hear from its customer', () => {
  const placeAndWait = async (key: string) => {
    const { body } = await shop.place({ paymentMethod: 'pm_card_authenticationRequired' }, key);
    expect(body).toMatchObject({ order: { status: 'payment_working' }, clientSecret: expect.any(String) });
    return body as { order: { id: string }; clientSecret: string; trackingToken: string };
  };

  it('gives their app the secret, again with the same key, and places the order when they have confirmed', async () => {
    const { order, clientSecret, trackingToken } = await placeAndWait('secure');
    expect(clientSecret).toBe(shop.intentOf(order.id).client_secret);
    expect(
      (await shop.place({ paymentMethod: 'pm_card_authenticationRequired' }, 'secure')).body.clientSecret,
    ).toBe(clientSecret);
    shop.account.authenticate(shop.intentOf(order.id), 'confirmed');
    await later(60_001);
    const tracked = await server.send('GET', `/customers/orders/${order.id}?token=${trackingToken}`);
    expect(tracked.body.status).toBe('deliver_pending');
  });

  it('expiry counts from when it was paid for (D27)', async () => {
    const { order } = await placeAndWait('late');
    await later(500_000);
    shop.account.authenticate(shop.intentOf(order.id), 'confirmed');
    // The last check before the order would expire.
    await later(90_001);
    await later(500_000);
    expect((await shop.rowOf(order.id)).status).toBe('deliver_pending');
    await later(100_001);
    expect((await shop.rowOf(order.id)).status).toBe('deliver_expired');
    expect(shop.intentOf(order.id).status).toBe('canceled');
  });

  it('fails the order when their bank refuses, and closes the door', async () => {
    const { order } = await placeAndWait('refused');
    shop.account.authenticate(shop.intentOf(order.id), 'refused');
    await later(60_001);
    await server.app.doChores();
    expect((await shop.rowOf(order.id)).status).toBe('payment_failure');
    expect(shop.intentOf(order.id).status).toBe('canceled');
  });

  it('aborts the order when they go away', async () => {
    const { order } = await placeAndWait('away');
    await later(600_001);
    await server.app.doChores();
    expect((await shop.rowOf(order.id)).status).toBe('payment_aborted');
    expect(shop.intentOf(order.id).status).toBe('canceled');
  });
});

it('while Stripe takes five seconds, another seller is answered at once (B7)', async () => {
  const other = await cardShop(server, stripe);
  let answer = () => {};
  const slow = new Promise<void>((resolve) => (answer = resolve));
  let asked = 0;
  stripe.behave((request) => {
    if (!asksFor(/payment_intents$/)(request)) return null;
    asked += 1;
    return { before: () => slow };
  });
  const answered: unknown[] = [];
  const placing = Array.from({ length: 5 }, async () => {
    const reply = await shop.place();
    answered.push(reply);
    return reply;
  });
  await vi.waitFor(() => expect(asked).toBe(5), patiently);
  for (let n = 0; n < 5; n += 1) expect((await other.send('GET', '/sellers/outlets')).status).toBe(200);
  expect(answered, 'Stripe has not answered yet').toEqual([]);
  answer();
  for (const { body } of await Promise.all(placing)) expect(body.order.status).toBe('deliver_pending');
});
