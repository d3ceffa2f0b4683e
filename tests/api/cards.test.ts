import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { feesFor } from '#shared/base/fees.ts';
import { pence } from '#shared/base/money.ts';
import { fakeStripe, type FakeRequest, type FakeStripe } from '../../server/testing/fake-stripe.ts';
import { testServer, type TestServer } from '../../server/testing/server.ts';
import { cardShop, stripeAt, type CardShop } from '../support/shop/card-shop.ts';

/** Chores and requests run beside each other, on a machine that may be busy. */
const patiently = { timeout: 30_000 };

let stripe: FakeStripe;
let server: TestServer;
let shop: CardShop;

beforeAll(async () => {
  stripe = await fakeStripe();
  server = await testServer({ stripe: stripeAt(stripe) });
  shop = await cardShop(server, stripe);
});
afterEach(() => stripe.behave(null));
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const asksFor = (path: RegExp) => (request: FakeRequest) =>
  request.method === 'POST' && path.test(request.path) ? request : null;
const sent = (path: RegExp, since: number) =>
  stripe.requests.slice(since).filter((request) => asksFor(path)(request));
const later = async (ms: number) => {
  server.clock.advance(ms);
  await server.app.doChores();
};
const live = async () =>
  (await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`)).body as { id: string }[];
const complete = (id: string, key: string) =>
  shop.send('POST', `/sellers/orders/complete/${id}`, undefined, { 'idempotency-key': key });
const feed = () =>
  server.database.kysely
    .selectFrom('outlet_feeds')
    .select(['seq', 'last_order_number'])
    .where('outlet_id', '=', shop.outletId)
    .executeTakeFirstOrThrow();

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
    await shop.deliver(body.order.id);
    expect((await complete(body.order.id, 'close')).body.status).toBe('complete');
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 620, captures: 1 });
  });

  it('takes the next number and seq only once it is paid for', async () => {
    const before = await feed();
    const declined = await shop.place({ paymentMethod: 'pm_card_visa_chargeDeclined' });
    expect(declined).toMatchObject({
      status: 201,
      body: { order: { status: 'payment_failure', orderNumber: 0 } },
    });
    expect(await feed()).toEqual(before);
    const paid = await shop.place();
    expect(paid.body.order.orderNumber).toBe(before.last_order_number + 1);
    expect(await feed()).toEqual({ seq: before.seq + 1, last_order_number: before.last_order_number + 1 });
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

describe('an answer that is lost (P7)', () => {
  it.each(['before', 'acted'] as const)(
    'dropped %s acting: the same key and body again, one hold',
    async (when) => {
      let dropped = 0;
      stripe.behave((request) =>
        // The library itself retries once after a connection was cut.
        asksFor(/payment_intents$/)(request) && dropped++ < 2 ? { [when]: () => 'drop' as const } : null,
      );
      const since = stripe.requests.length;
      const { body } = await shop.place();
      expect(body.order).toMatchObject({ status: 'payment_working', orderNumber: 0 });
      expect((await live()).some(({ id }) => id === body.order.id)).toBe(false);
      await later(6_000);
      expect((await shop.rowOf(body.order.id)).status).toBe('deliver_pending');
      expect(shop.intentOf(body.order.id).status).toBe('requires_capture');
      const asked = sent(/payment_intents$/, since);
      expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
        Array<string>(3).fill(`hold:${body.order.id}`),
      );
      expect(new Set(asked.map(({ params }) => JSON.stringify(params))).size).toBe(1);
    },
  );

  it('the customer asks again with their own key and has the one order (D10)', async () => {
    let dropped = 0;
    stripe.behave((request) =>
      asksFor(/payment_intents$/)(request) && dropped++ < 2 ? { acted: () => 'drop' } : null,
    );
    const first = await shop.place({}, 'again');
    expect(first.body.order.status).toBe('payment_working');
    const second = await shop.place({}, 'again');
    expect(second.body.order).toMatchObject({ id: first.body.order.id, status: 'deliver_pending' });
    await shop.send('POST', `/sellers/orders/accept/${first.body.order.id}`);
    expect((await shop.place({}, 'again')).body).toEqual(second.body);
    expect(
      shop.account.intents.filter(({ metadata }) => metadata['order_id'] === first.body.order.id),
    ).toHaveLength(1);
    expect((await shop.place({ customerName: 'Tom' }, 'again')).status).toBe(422);
  });

  it('ten at once with one key are one order and one hold (D10)', async () => {
    const before = await feed();
    const replies = await Promise.all(Array.from({ length: 10 }, () => shop.place({}, 'ten')));
    const ids = new Set(replies.map(({ body }) => body.order.id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    expect(shop.intentOf(id).status).toBe('requires_capture');
    expect((await feed()).last_order_number).toBe(before.last_order_number + 1);
  });

  it('a fault that Stripe repeats for its key settles the order once nobody waits for it any more', async () => {
    stripe.behave((request) => (asksFor(/payment_intents$/)(request) ? { acted: () => 500 } : null));
    const { body } = await shop.place();
    await later(6_000);
    expect((await shop.rowOf(body.order.id)).status).toBe('payment_working');
    await later(600_000);
    expect((await shop.rowOf(body.order.id)).status).toBe('payment_aborted');
    await server.app.doChores();
    expect(shop.intentOf(body.order.id).status).toBe('canceled');
  });

  it('after 24 hours nothing is asked blindly: what there is, is looked up', async () => {
    stripe.behave((request) => (asksFor(/payment_intents$/)(request) ? { acted: () => 'drop' } : null));
    const { body } = await shop.place();
    stripe.behave(null);
    stripe.forgetKeys();
    const since = stripe.requests.length;
    await later(25 * 60 * 60_000);
    await server.app.doChores();
    expect(sent(/payment_intents$/, since)).toHaveLength(0);
    expect(shop.intentOf(body.order.id).status).toBe('canceled');
    expect((await shop.rowOf(body.order.id)).status).toBe('payment_aborted');
  });

  it('an order that Stripe never heard of ends without one', async () => {
    stripe.behave((request) => (asksFor(/payment_intents$/)(request) ? { before: () => 'drop' } : null));
    const { body } = await shop.place();
    await later(600_001);
    expect(await shop.rowOf(body.order.id)).toMatchObject({
      status: 'payment_aborted',
      payment_due_at: null,
    });
    expect(() => shop.intentOf(body.order.id)).toThrow('has 0 intents');
  });

  it.each(['before', 'acted'] as const)('a capture dropped %s acting is taken once', async (when) => {
    const { body } = await shop.place();
    await shop.deliver(body.order.id);
    stripe.behave((request) =>
      /capture$|payment_intents\/pi/.test(request.path) ? { [when]: () => 'drop' as const } : null,
    );
    expect((await complete(body.order.id, `close-${when}`)).body.status).toBe('deliver_success');
    stripe.behave(null);
    await later(6_000);
    expect((await shop.rowOf(body.order.id)).status).toBe('complete');
    expect(shop.intentOf(body.order.id)).toMatchObject({ captures: 1, amount_received: 620 });
  });
});

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

it('a Stripe that never answers keeps nobody waiting, and the hold it made is found (P7)', async () => {
  const hasty = await testServer({ beside: server, stripe: stripeAt(stripe), paymentTimeoutMs: 300 });
  const bar = await cardShop(hasty, stripe);
  let answer = () => {};
  const silence = new Promise<void>((resolve) => (answer = resolve));
  stripe.behave((request) => (asksFor(/payment_intents$/)(request) ? { acted: () => silence } : null));
  const { body } = await bar.place();
  expect(body.order.status).toBe('payment_working');
  // Its key is still in use, which is no final answer.
  stripe.behave(null);
  await later(6_000);
  expect((await bar.rowOf(body.order.id)).status).toBe('payment_working');
  answer();
  await vi.waitFor(async () => {
    await later(60_000);
    expect((await bar.rowOf(body.order.id)).status).toBe('deliver_pending');
  }, patiently);
  expect(bar.intentOf(body.order.id).status).toBe('requires_capture');
  await hasty.close();
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
  const placing = Array.from({ length: 5 }, () => shop.place());
  await vi.waitFor(() => expect(asked).toBe(5), patiently);
  const waits: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const started = performance.now();
    await other.send('GET', '/sellers/outlets');
    waits.push(performance.now() - started);
  }
  // The fastest one: the machine may be busy, but no order waits for Stripe.
  expect(Math.min(...waits)).toBeLessThan(100);
  answer();
  for (const { body } of await Promise.all(placing)) expect(body.order.status).toBe('deliver_pending');
});
