import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { promisedMinute } from '#shared/orders/promises.ts';
import { timeOnWall } from '#shared/base/time-on-wall.ts';
import { vapidClaims } from '../../../tests/support/alerts/push-service.ts';
import {
  followed,
  headings,
  notified,
  phones,
  pushed,
  senders,
  setUpPhones,
  stored,
} from '../../../tests/support/alerts/notified-guest.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { testServer, type Trading } from '../../testing/server.ts';

setUpPhones();
let bar: Trading;
beforeEach(async () => {
  bar = await server.trading();
});

const MINUTE_MS = 60_000;
const set = (change: object) =>
  server.sendFor(bar.id)('PATCH', `/sellers/outlets/${bar.outletId}`, { name: 'The Old Ferry', ...change });
const inMinutes = (minutes: number) =>
  new Date(promisedMinute(server.clock.now().getTime()) + minutes * MINUTE_MS).toISOString();
const wall = (time: string) => timeOnWall(time, 'Europe/London', server.clock.now().getTime());

describe('a guest who asked is told by web push (D70)', () => {
  it('that the order is ready, once, in words that name nobody', async () => {
    await set({ serviceTypeSelected: 'order-number' });
    const order = await notified(bar, { tableNumber: undefined });
    await later(1_000);
    expect(headings()).toEqual([]);
    await order.next();
    await later(1_000);
    await later(1_000);
    const [one] = phones.received;
    if (!one) throw new Error('Nothing was pushed.');
    expect(pushed()).toEqual([
      {
        id: expect.any(String),
        heading: 'Order #1 is ready to collect',
        text: 'The Old Ferry',
        outletId: bar.outletId,
        orderId: order.id,
      },
    ]);
    const { body: menu } = await server.send('GET', `/customers/outlets/${bar.outletId}/menu`);
    expect(vapidClaims(one, menu.pushKey)).toMatchObject({ aud: phones.url });
    expect(one.headers['topic']).toMatch(/^[\da-f]{32}$/);
    expect(JSON.stringify(pushed())).not.toMatch(/Priya|Raman/);
  });

  it('at a table that it is on its way, and again if it was moved back and is ready once more', async () => {
    const order = await notified(bar);
    await order.next();
    await later(1_000);
    await order.back();
    await later(1_000);
    await order.next();
    await later(1_000);
    expect(headings()).toEqual(Array(2).fill('Order #1 is ready: on its way to you'));
    await order.next();
    await later(1_000);
    expect(headings()).toHaveLength(2);
  });

  it('that it will be later than promised, by the outlet’s clocks, and not that it will be sooner', async () => {
    await set({ promisesReadyTime: true });
    const order = await followed(bar);
    await order.ask();
    const send = server.sendFor(bar.id);
    const [first, second, third] = [inMinutes(10), inMinutes(20), inMinutes(30)];
    const move = (readyBy: string) => send('POST', `/sellers/orders/ready-time/${order.id}`, { readyBy });
    await send('POST', `/sellers/orders/accept/${order.id}`, { readyBy: first });
    await later(1_000);
    await move(second);
    await later(1_000);
    await move(first);
    await later(1_000);
    await move(second);
    await later(1_000);
    await move(third);
    await later(1_000);
    expect(headings()).toEqual([
      `Order #1 will be ready at ${wall(second)}, not ${wall(first)}`,
      `Order #1 will be ready at ${wall(third)}, not ${wall(second)}`,
    ]);
  });

  it.each([
    ['cancelled', 'was cancelled', 'Sorry, the oven broke. You have not been charged.'],
    ['expired', 'was not taken', 'Nobody could take your order in time. You have not been charged.'],
  ])(
    'that it was %s, with the words for guests; then nothing of the phone is kept',
    async (how, end, text) => {
      const order = await followed(bar);
      await order.ask();
      if (how === 'cancelled')
        await bar.send('POST', `/sellers/orders/cancel/${order.id}`, {
          forCustomer: 'Sorry, the oven broke.',
        });
      else server.clock.advance(600_000);
      await later(1_000);
      expect(pushed()).toEqual([expect.objectContaining({ heading: `Order #1 ${end}`, text })]);
      await later(1_000);
      expect(await stored()).toEqual([]);
      expect(phones.received).toHaveLength(1);
    },
  );

  it.each([
    ['has not said so yet', MINUTE_MS, 'We are making sure that your card is not charged.'],
    ['has said so', null, 'You have not been charged.'],
  ])('that it was cancelled, and what it cost where the card provider %s', async (_when, dueIn, words) => {
    const order = await followed(bar);
    await order.ask();
    const now = server.clock.now().getTime();
    await server.database.kysely
      .updateTable('orders')
      .set({
        status: 'deliver_aborted',
        payment_account: 'acct_silent',
        payment_due_at: dueIn === null ? null : new Date(now + dueIn),
      })
      .where('id', '=', order.id)
      .execute();
    await later(1_000);
    expect(pushed()).toEqual([expect.objectContaining({ text: `Your order was cancelled. ${words}` })]);
  });

  it('once by two servers that look at the same moment', async () => {
    const beside = await testServer({ beside: server, senders: senders() });
    try {
      const orders = [];
      for (let count = 0; count < 5; count += 1) orders.push(await notified(bar));
      for (const order of orders) await order.next();
      await Promise.all([server.app.doChores(), beside.app.doChores(), server.app.doChores()]);
      expect(phones.received).toHaveLength(5);
      expect(new Set(pushed().map(({ orderId }) => orderId)).size).toBe(5);
    } finally {
      await beside.close();
    }
  });

  it('and no longer once they do not want it, or the order was handed over', async () => {
    const [first, second] = [await notified(bar), await notified(bar)];
    const kept = (await stored()).find((row) => row.order_id === first.id);
    const gone = await server.send('DELETE', `${first.path}/${kept?.id}?token=${first.token}`);
    expect(gone.status).toBe(200);
    for (const order of [first, second]) for (const _ of ['ready', 'delivered']) await order.next();
    await server.sendFor(bar.id)('POST', `/sellers/orders/complete/${second.id}`);
    await later(1_000);
    expect(headings()).toEqual([]);
    expect(await stored()).toEqual([]);
  });
});

describe('a push service that fails (D70)', () => {
  it('and says that the phone is gone is not asked again', async () => {
    const order = await notified(bar);
    phones.setAnswer((response) => response.writeHead(410).end());
    await order.next();
    await later(1_000);
    expect(await stored()).toEqual([]);
    await later(10_000);
    expect(phones.received).toHaveLength(1);
  });

  it('is asked three times, with one id, and then no more', async () => {
    const order = await notified(bar);
    phones.setAnswer((response) => response.writeHead(500).end());
    await order.next();
    for (let look = 0; look < 6; look += 1) {
      await later(1_000);
      expect(phones.received.length).toBeLessThanOrEqual(look + 1);
      // Five seconds later, by the database's clock.
      await server.database.kysely
        .updateTable('order_notifications')
        .set({ held_until: sql<Date>`held_until - interval '6 s'` })
        .execute();
    }
    expect(phones.received).toHaveLength(3);
    expect(new Set(pushed().map(({ id }) => id)).size).toBe(1);
  });

  it('or does not answer holds up neither the order nor what is to be said next', async () => {
    const order = await notified(bar);
    const held: (() => void)[] = [];
    phones.setAnswer((response) => void held.push(() => response.end()));
    await order.next();
    const looking = server.app.doChores();
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const cancelled = await bar.send('POST', `/sellers/orders/cancel/${order.id}`, {});
    expect(cancelled.status).toBe(200);
    // What it was to be told is no longer true, and is stopped.
    await looking;
    phones.setAnswer((response) => response.end());
    await later(1_000);
    expect(headings()).toEqual(['Order #1 is ready: on its way to you', 'Order #1 was cancelled']);
  });

  it('what a dead server was sending is sent by another with the same id, if it is still true', async () => {
    const [true_, untrue, reopened] = [await notified(bar), await notified(bar), await notified(bar)];
    const left = { message: 'ready' as const, holder: 'a dead server', held_until: new Date() };
    for (const order of [true_, untrue]) await order.next();
    const orders = await server.database.kysely.selectFrom('orders').select(['id', 'ready_at']).execute();
    for (const order of [true_, untrue])
      await server.database.kysely
        .updateTable('order_notifications')
        .set({
          ...left,
          message_id: `of ${order.id}`,
          known_ready_at: orders.find(({ id }) => id === order.id)?.ready_at ?? null,
        })
        .where('order_id', '=', order.id)
        .execute();
    await untrue.back();
    // It is no end any more, for instance since its money turned out to be taken.
    await server.database.kysely
      .updateTable('order_notifications')
      .set({ ...left, message: 'ended', message_id: 'of an end', knows_end: true })
      .where('order_id', '=', reopened.id)
      .execute();
    await later(1_000);
    expect(pushed().map(({ id }) => id)).toEqual([`of ${true_.id}`]);
  });
});
