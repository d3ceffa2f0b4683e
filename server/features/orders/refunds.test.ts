import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { testServer } from '../../testing/server.ts';
import { later, server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';
import { closed, refund, times } from '../../../tests/support/shop/refund-steps.ts';

setUpShop();
beforeEach(() => server.payments.scriptRefund(() => ({ kind: 'done' })));

const read = async (id: string, at = shop): Promise<Order> =>
  (await at.send('GET', `/sellers/orders/${id}`)).body;
const givenBack = (orderId: string) =>
  [...server.payments.refunded.values()]
    .filter((step) => step.orderId === orderId)
    .reduce((total, step) => total + step.amount, 0);

describe('refunds (D28)', () => {
  it('are made in parts up to what is left, and then the order is refunded', async () => {
    const order = await closed();
    const told = vi.spyOn(server.app.live, 'orderChanged');
    const first = await refund(order.id, 500, { reason: 'Cold soup' });
    expect(first.body).toMatchObject({ status: 'complete', refunded: 500, version: order.version + 2 });
    const rest = await refund(order.id, order.amount - 500);
    expect(rest.body).toMatchObject({ status: 'refunded', refunded: order.amount });
    expect(rest.body.payment.refunds).toMatchObject([
      { amount: 500, reason: 'Cold soup', settledAt: expect.any(String) },
      { amount: order.amount - 500, reason: null },
    ]);
    const shown = told.mock.calls.map(([, { order: at }]) => [at.refunded, at.payment.refundPending]);
    expect(shown).toEqual([
      [0, 500],
      [500, undefined],
      [500, order.amount - 500],
      [order.amount, undefined],
    ]);
    told.mockRestore();
    expect(givenBack(order.id)).toBe(order.amount);
    expect((await refund(order.id, 1)).status).toBe(409);
  });

  it.each([-1, 0, 1.5, '5', null, 1e9, Number.MAX_SAFE_INTEGER + 2])(
    '%s pence is not an amount, and changes nothing (P5)',
    async (amount) => {
      const order = await closed();
      expect([400, 422]).toContain((await refund(order.id, amount)).status);
      expect((await refund(order.id, order.amount + 1)).body.error.code).toBe('REFUND_TOO_LARGE');
      expect(await read(order.id)).toEqual(order);
    },
  );

  it('are for closed orders only, of the version that was seen, named consistently', async () => {
    const open = await shop.order();
    expect((await refund(open.id, 100)).body.error.code).toBe('ORDER_STATUS_CONFLICT');
    const order = await closed();
    const stale = await refund(order.id, 100, { headers: { 'if-match': '"1"' } });
    expect([stale.status, stale.body.current]).toEqual([409, order]);
    const other = await closed();
    const crossed = { amountToRefund: 100, orderId: other.id };
    expect((await shop.send('POST', `/sellers/orders/refund/${order.id}`, crossed)).status).toBe(404);
    expect(await read(order.id)).toEqual(order);
  });

  it('fifty at once never give back more than is left (P4)', async () => {
    const order = await closed();
    const replies = await Promise.all(times(50, () => refund(order.id, 100)));
    const made = replies.filter(({ status }) => status === 200).length;
    expect(made).toBe(Math.floor(order.amount / 100));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const after = await read(order.id);
    expect([after.refunded, givenBack(order.id)]).toEqual([made * 100, made * 100]);
    expect(after.version).toBe(order.version + 2 * made);
  });

  it('of twenty at once for more than half, one is made (P4)', async () => {
    const order = await closed();
    const most = Math.ceil(order.amount * 0.6);
    const replies = await Promise.all(times(20, () => refund(order.id, most)));
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...times(19, () => 422)]);
    expect(givenBack(order.id)).toBe(most);
  });

  it('ten presses with one key are one refund and one answer; another amount under it is refused (P6)', async () => {
    const order = await closed();
    const key = randomUUID();
    const replies = await Promise.all(times(10, () => refund(order.id, 300, { key })));
    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(givenBack(order.id)).toBe(300);
    expect((await refund(order.id, 301, { key })).status).toBe(422);
    const neighbour = await server.trading();
    const theirs = await closed(neighbour);
    expect((await refund(theirs.id, 300, { at: neighbour, key })).body.refunded).toBe(300);
  });

  it('a provider that refuses changes nothing, says why, and frees what was put aside', async () => {
    const order = await closed();
    server.payments.scriptRefund(() => ({ kind: 'failed', message: 'The balance is too low.' }));
    const key = randomUUID();
    const refused = await refund(order.id, order.amount, { key });
    expect([refused.status, refused.body.error]).toMatchObject([
      422,
      { code: 'REFUND_REFUSED', message: 'The balance is too low.' },
    ]);
    // It was reserved and released again: two changes, without any other trace.
    expect(await read(order.id)).toEqual({ ...order, version: order.version + 2 });
    server.payments.scriptRefund(() => ({ kind: 'done' }));
    expect((await refund(order.id, order.amount, { key })).body).toEqual(refused.body);
    expect((await refund(order.id, order.amount)).body.status).toBe('refunded');
  });

  it('an answer that is lost is asked for again under the same key: one refund, however often it is pressed (P7, P8)', async () => {
    const order = await closed();
    const key = randomUUID();
    server.payments.scriptRefund((_, attempt) => ({ kind: attempt === 1 ? 'acts-then-drops' : 'done' }));
    const lost = await refund(order.id, order.amount, { key });
    expect([lost.status, lost.body.error.code]).toEqual([503, 'REFUND_UNCONFIRMED']);
    expect(lost.headers['retry-after']).toBeDefined();
    expect((await read(order.id)).payment.refundPending).toBe(order.amount);
    expect((await refund(order.id, order.amount, { key })).status).toBe(503);
    expect((await refund(order.id, 1)).body.error.code).toBe('REFUND_TOO_LARGE');
    await later(6_000);
    const after = await read(order.id);
    expect(after).toMatchObject({ status: 'refunded', refunded: order.amount, version: order.version + 2 });
    expect(after.payment.refundPending).toBeUndefined();
    expect((await refund(order.id, order.amount, { key })).body).toEqual(after);
    expect(givenBack(order.id)).toBe(order.amount);
  });

  it('the key of a refund answers also after a day: it is never made twice, nor called refused (P7)', async () => {
    const slow = await testServer();
    const trading = await slow.trading();
    const other = { ...trading, send: slow.sendFor(trading.id) };
    slow.payments.scriptRefund(() => ({ kind: 'done' }));
    const order = await closed(other);
    const key = randomUUID();
    const made = await refund(order.id, 300, { at: other, key });
    slow.clock.advance(25 * 3_600_000);
    await slow.app.doChores();
    const again = await refund(order.id, 300, { at: other, key });
    expect([again.status, again.body.refunded]).toEqual([200, 300]);
    expect(again.body.payment.refunds).toEqual(made.body.payment.refunds);
    expect(slow.payments.refunded.size).toBe(1);
    await slow.close();
  });

  it('two servers that take up the same refund confirm it once (P8)', async () => {
    const order = await closed();
    server.payments.scriptRefund((_, attempt) =>
      attempt === 1 ? { kind: 'unknown', message: 'The line is dead.' } : { kind: 'done' },
    );
    await refund(order.id, 700);
    server.clock.advance(6_000);
    const second = await testServer({ beside: server });
    await Promise.all([server.app.doChores(), second.app.doChores()]);
    await second.close();
    expect(await read(order.id)).toMatchObject({ refunded: 700, version: order.version + 2 });
  });
});
