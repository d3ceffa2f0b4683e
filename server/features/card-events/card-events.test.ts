import Stripe from 'stripe';
import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { asOwner } from '../../testing/database.ts';
import { cardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpCardShop, stripe, shop } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import {
  ahead,
  confirmed,
  deliver,
  dueAt,
  eventOf,
  takenEvents,
  untilPlaced,
} from '../../../tests/support/shop/card-events.ts';
import { feed, patiently } from '../../../tests/support/shop/card-steps.ts';

setUpCardShop();

it('an event moves a confirmed order on at once (P9)', async () => {
  const id = await confirmed();
  const { payload, signature } = eventOf(id);
  expect(await deliver(payload, signature)).toBe(200);
  await untilPlaced(id);
});

it('an event that is about nothing, or is no event, is answered and changes nothing', async () => {
  const sign = (event: object) => {
    const payload = JSON.stringify(event);
    const secret = stripe.webhookKey;
    const timestamp = Math.floor(server.clock.now().getTime() / 1000);
    return deliver(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }));
  };
  const about = { id: `evt_${Date.now()}`, object: 'event', created: 1, type: 'account.updated' };
  expect(await sign(about)).toBe(200);
  expect(await sign({ ...about, id: `${about.id}_2`, data: {} })).toBe(200);
  expect(await sign({ ...about, id: `${about.id}_3`, data: { object: { metadata: null } } })).toBe(200);
  expect(await sign({ object: 'event' })).toBe(400);
});

it('the same event twenty times at once has one effect (P9)', async () => {
  const id = await confirmed();
  const { payload, signature } = eventOf(id);
  const before = await feed();
  const statuses = await Promise.all(Array.from({ length: 20 }, () => deliver(payload, signature)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await untilPlaced(id);
  expect(await feed()).toEqual({ seq: before.seq + 1, last_order_number: before.last_order_number + 1 });
  // A processed event is not processed again, whatever its order is due for now.
  await server.database.kysely
    .updateTable('orders')
    .set({ payment_due_at: null })
    .where('id', '=', id)
    .execute();
  expect(await deliver(payload, signature)).toBe(200);
  expect(await dueAt(id)).toBeNull();
});

it('events in the wrong order end in the same state (P9)', async () => {
  const id = await confirmed();
  const created = eventOf(id, 'payment_intent.created');
  const capturable = eventOf(id);
  await deliver(capturable.payload, capturable.signature);
  await untilPlaced(id);
  await shop.deliver(id);
  await shop.send('POST', `/sellers/orders/complete/${id}`);
  const succeeded = eventOf(id, 'payment_intent.succeeded');
  for (const { payload, signature } of [succeeded, created, eventOf(id, 'payment_intent.payment_failed')])
    expect(await deliver(payload, signature)).toBe(200);
  await server.app.doChores();
  expect((await shop.rowOf(id)).status).toBe('complete');
  expect(shop.intentOf(id)).toMatchObject({ status: 'succeeded', captures: 1 });
});

it('a hold that Stripe says has ended takes its open order along (P12)', async () => {
  const { id } = (await shop.place()).body.order;
  shop.account.lapse(shop.intentOf(id));
  const { payload, signature } = eventOf(id, 'payment_intent.canceled');
  await deliver(payload, signature);
  await vi.waitFor(async () => expect((await shop.rowOf(id)).status).toBe('deliver_expired'), patiently);
});

it('a hold that ended while Stripe cannot be read is asked about again until it can (P12)', async () => {
  const { id } = (await shop.place()).body.order;
  await shop.send('POST', `/sellers/orders/accept/${id}`);
  const intent = shop.intentOf(id);
  shop.account.lapse(intent);
  stripe.behave(({ method, path }) =>
    method === 'GET' && path.endsWith(intent.id) ? { before: () => 'drop' } : null,
  );
  const { payload, signature } = eventOf(id, 'payment_intent.canceled');
  const asked = (times: number) =>
    vi.waitFor(async () => expect((await shop.rowOf(id)).payment_attempts).toBe(times), patiently);
  await deliver(payload, signature);
  await asked(1);
  await later(5_000);
  await asked(2);
  expect((await shop.rowOf(id)).status).toBe('deliver_waiting');
  stripe.behave(null);
  await later(10_000);
  await vi.waitFor(async () => expect((await shop.rowOf(id)).status).toBe('deliver_expired'), patiently);
});

it('an event that finds a hold as it was leaves nothing to ask (P12)', async () => {
  const { id } = (await shop.place()).body.order;
  const intent = shop.intentOf(id);
  stripe.behave(({ method, path }) =>
    method === 'GET' && path.endsWith(intent.id) ? { before: () => 'drop' } : null,
  );
  const { payload, signature } = eventOf(id);
  await deliver(payload, signature);
  await vi.waitFor(async () => expect((await shop.rowOf(id)).payment_attempts).toBe(1), patiently);
  stripe.behave(null);
  await later(5_000);
  await vi.waitFor(async () => expect(await dueAt(id)).toBeNull(), patiently);
  expect(await shop.rowOf(id)).toMatchObject({ status: 'deliver_pending', payment_attempts: 0 });
});

it('a capture that an event tells of while its answer is awaited is one capture, and the press is answered well (P9)', async () => {
  const { id } = (await shop.place()).body.order;
  await shop.deliver(id);
  const told = async () => {
    const { payload, signature } = eventOf(id, 'payment_intent.succeeded');
    await deliver(payload, signature);
    await vi.waitFor(async () => expect((await shop.rowOf(id)).status).toBe('complete'), patiently);
  };
  let first = true;
  stripe.behave(({ path }) => {
    if (!path.endsWith('/capture') || !first) return null;
    first = false;
    return { acted: told };
  });
  const reply = await shop.send('POST', `/sellers/orders/complete/${id}`, undefined, {
    'idempotency-key': id,
  });
  stripe.behave(null);
  expect(reply).toMatchObject({ status: 200, body: { status: 'complete' } });
  expect(shop.intentOf(id).captures).toBe(1);
});

it('an event of another account says nothing of this one’s orders (P9)', async () => {
  const id = await confirmed();
  const due = await dueAt(id);
  const { payload, signature } = stripe.event(
    'payment_intent.amount_capturable_updated',
    'acct_another',
    shop.account.shown(shop.intentOf(id)),
  );
  expect(await deliver(payload, signature)).toBe(200);
  expect(await dueAt(id)).toEqual(due);
});

it('an account that its seller disconnects at Stripe takes no more orders; one connected again since does (D40)', async () => {
  const bar = await cardShop(server, stripe);
  const gone = (at: Date) =>
    stripe.event(
      'account.application.deauthorized',
      bar.account.id,
      { id: 'ca_x', object: 'application' },
      { at },
    );
  expect((await bar.place()).status).toBe(201);
  const old = gone(ahead(-200));
  await deliver(old.payload, old.signature);
  expect((await bar.place()).status).toBe(201);
  const now = gone(ahead(1));
  await deliver(now.payload, now.signature);
  expect(await bar.place()).toMatchObject({
    status: 503,
    body: { error: { code: 'PAYMENTS_NOT_CONFIGURED' } },
  });
  expect((await bar.send('GET', '/sellers/profile')).body).toMatchObject({
    stripeConnectId: null,
    stripeConnectError: expect.stringContaining('disconnected'),
  });
});

it.each(['a.type.of.tomorrow', 'payout.paid', 'charge.refunded'])(
  '%s is well received (P9)',
  async (type) => {
    const { payload, signature } = stripe.event(type, shop.account.id, { id: randomUUID(), object: 'thing' });
    expect(await deliver(payload, signature)).toBe(200);
  },
);

it('an event whose effect could not be written is not taken either, and is good the next time (P9)', async () => {
  const id = await confirmed();
  const { id: eventId, payload, signature } = eventOf(id);
  const rename = (from: string, to: string) =>
    asOwner(server.database, ({ kysely }) => kysely.schema.alterTable(from).renameTo(to).execute());
  await rename('orders', 'orders_away');
  expect(await deliver(payload, signature)).toBe(500);
  await rename('orders_away', 'orders');
  expect(await takenEvents()).not.toContainEqual({ id: eventId });
  expect(await deliver(payload, signature)).toBe(200);
  await untilPlaced(id);
});
