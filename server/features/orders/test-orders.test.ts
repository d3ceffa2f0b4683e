import { beforeAll, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { Trading } from '../../testing/server.ts';
import { later, server, setUpServer } from '../../../tests/support/shop/set-up.ts';

const minutes = 60_000;
let shop: Trading;

setUpServer();
beforeAll(async () => {
  shop = await server.trading();
});

async function test(key?: string): Promise<Order> {
  await server.hear(shop.outletId);
  const path = `/sellers/outlets/${shop.outletId}/test-order`;
  const reply = await shop.send('POST', path, undefined, key === undefined ? {} : { 'idempotency-key': key });
  expect(reply.status).toBe(201);
  return reply.body;
}
const read = async (path: string) => (await shop.send('GET', path)).body;
const live = (): Promise<Order[]> => read(`/sellers/outlets/${shop.outletId}/orders`);
const ids = (orders: Order[]) => orders.map(({ id }) => id);
const act = (order: Order, step: string, body?: object) =>
  shop.send('POST', `/sellers/orders/${step}/${order.id}`, body);

async function deliver(order: Order): Promise<void> {
  await act(order, 'accept');
  await act(order, 'progress', { items: order.items.map(({ id }) => id), status: 'complete' });
}

/** All figures and lists that an outlet is judged by, and everything that was written of money. */
async function figures() {
  const { tradingSessions } = await read(`/sellers/outlets/${shop.outletId}/trading-sessions`);
  const [session] = tradingSessions;
  const { period, orders, adjustments } = await read(`/sellers/outlets/trading-sessions/${session.id}`);
  const { kysely } = server.database;
  const ledger = await kysely
    .selectFrom('ledger_entries')
    .select(({ fn }) => [fn.countAll<number>().as('entries'), fn.sum<number>('amount').as('sum')])
    .executeTakeFirstOrThrow();
  const unattended = await read('/sellers/unattended');
  const { count: atRisk } = await read('/sellers/at-risk');
  return { session, period, orders: ids(orders), adjustments, ledger, unattended: unattended.orders, atRisk };
}

it('a test order takes the way of an order, and takes no number and no money (D48)', async () => {
  const before = await shop.order();
  const order = await test();
  const after = await shop.order();
  expect([before.orderNumber, order.orderNumber, after.orderNumber]).toEqual([1, 0, 2]);
  expect(order).toMatchObject({ isTest: true, status: 'deliver_pending', customerName: 'TEST', amount: 0 });
  expect(order.fees.every(({ amount }) => amount === 0)).toBe(true);
  expect(ids(await live())).toContain(order.id);
  expect((await live()).find(({ id }) => id === before.id)).not.toHaveProperty('isTest');
});

it('whatever becomes of it, it is in no figure, to the penny, and leaves the board once it has ended (D48)', async () => {
  const real = await shop.order();
  await deliver(real);
  await act(real, 'complete');
  await later(0);
  const expected = await figures();
  const waiting = await test();
  const accepted = await test();
  await act(accepted, 'accept');
  const closed = await test();
  await deliver(closed);
  expect((await act(closed, 'complete')).body.status).toBe('complete');
  const cancelled = await test();
  await act(cancelled, 'cancel', { forCustomer: 'It was a test' });
  await later(0);
  const standing = ids(await live());
  expect(standing).toEqual(expect.arrayContaining([waiting.id, accepted.id]));
  expect(standing).not.toContain(closed.id);
  expect(standing).not.toContain(cancelled.id);
  expect(await figures()).toEqual(expected);
  // Twenty seconds later a real order that nobody was alerted of would be listed.
  await later(minutes);
  expect((await read('/sellers/unattended')).orders.map(({ id }: Order) => id)).not.toContain(waiting.id);
  const { captured, released } = server.payments;
  expect([...captured.keys()].filter((id) => id !== real.id)).toEqual([]);
  expect([...released].filter((id) => id === cancelled.id)).toEqual([]);
  const refund = await act(closed, 'refund', { amountToRefund: 1 });
  expect(refund).toMatchObject({ status: 422, body: { error: { code: 'REFUND_TOO_LARGE' } } });
});

it('ends by itself once it expires, however far it has come (D48)', async () => {
  const [waiting, accepted] = [await test(), await test()];
  await act(accepted, 'accept');
  await later(10 * minutes);
  for (const { id } of [waiting, accepted])
    expect((await read(`/sellers/orders/${id}`)).status).toBe('deliver_expired');
  expect((await live()).filter(({ isTest }) => isTest)).toEqual([]);
});

it('two presses at once are two tests, and the same press twice is one (D10, D48)', async () => {
  const [one, other] = await Promise.all([test('one'), test('other')]);
  expect(one.id).not.toBe(other.id);
  const again = await Promise.all(Array.from({ length: 5 }, () => test('one')));
  expect(new Set(again.map((order) => JSON.stringify(order)))).toEqual(new Set([JSON.stringify(one)]));
  expect((await shop.order({}, 'one')).isTest).toBeUndefined();
});

it('twenty tests among twenty orders leave the numbers of the day without a gap (D48)', async () => {
  const other = await server.trading();
  const path = `/sellers/outlets/${other.outletId}/test-order`;
  const placed = await Promise.all(
    Array.from({ length: 40 }, async (_, index) =>
      index % 2 === 0 ? other.order() : (await other.send('POST', path)).body,
    ),
  );
  const numbers = (orders: Order[]) => orders.map(({ orderNumber }) => orderNumber).toSorted((a, b) => a - b);
  expect(numbers(placed.filter(({ isTest }) => !isTest))).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  expect(numbers(placed.filter(({ isTest }) => isTest))).toEqual(Array(20).fill(0));
});

it('never keeps trading from being finished, and is no part of the finished session (D19, D48)', async () => {
  const other = await server.trading();
  const { body: order } = await other.send('POST', `/sellers/outlets/${other.outletId}/test-order`);
  await other.send('POST', `/sellers/orders/accept/${order.id}`);
  const finished = await other.send('POST', `/sellers/outlets/${other.outletId}/trading-session/finish`);
  expect(finished).toMatchObject({ status: 200, body: { availability: 'closed' } });
  const { body } = await other.send('GET', `/sellers/outlets/${other.outletId}/trading-sessions`);
  const [session] = body.tradingSessions;
  expect(session).toMatchObject({ numberOfOrders: 0, totalEarnings: 0 });
  expect((await other.send('GET', `/sellers/outlets/trading-sessions/${session.id}`)).body.orders).toEqual(
    [],
  );
  await later(10 * minutes);
  expect((await other.send('GET', `/sellers/orders/${order.id}`)).body.status).toBe('deliver_expired');
});

it('is refused while the outlet does not trade (D48)', async () => {
  const other = await server.trading();
  await other.send('POST', `/sellers/outlets/${other.outletId}/trading-session/finish`);
  expect(await other.send('POST', `/sellers/outlets/${other.outletId}/test-order`)).toMatchObject({
    status: 409,
    body: { error: { code: 'NOT_TRADING' } },
  });
});
