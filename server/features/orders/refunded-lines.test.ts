import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LineCount, Order } from '#shared/api/orders.ts';
import { costOfLines } from '#shared/orders/refunded-lines.ts';
import { server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';
import { closed, times } from '../../../tests/support/shop/refund-steps.ts';

setUpShop();
beforeEach(() => server.payments.scriptRefund(() => ({ kind: 'done' })));

const read = async (id: string): Promise<Order> => (await shop.send('GET', `/sellers/orders/${id}`)).body;
const refund = (
  order: Order,
  lines: unknown,
  amountToRefund: number = costOfLines(order.items, lines as LineCount[]),
  headers: Record<string, string> = {},
) =>
  shop.send(
    'POST',
    `/sellers/orders/refund/${order.id}`,
    { amountToRefund, lines },
    { 'idempotency-key': randomUUID(), ...headers },
  );
const lineOf = (order: Order) => order.items[0]?.id ?? '';

describe('a refund by line (D28)', () => {
  it('keeps which lines it was for, how many and what they were called, for good', async () => {
    const order = await closed();
    expect(order.payment.refundedLines).toEqual([]);
    const made = await refund(order, [{ id: lineOf(order), quantity: 1 }]);
    const kept = [{ id: lineOf(order), name: 'Tea', quantity: 1 }];
    expect(made.body).toMatchObject({
      refunded: 300,
      payment: {
        refunds: [{ amount: 300, lines: kept }],
        refundedLines: [{ id: lineOf(order), quantity: 1 }],
      },
    });
    await shop.send('POST', `/sellers/orders/refund/${order.id}`, { amountToRefund: 10 });
    const after = await read(order.id);
    expect(after.payment.refunds.map(({ lines }) => lines)).toEqual([kept, undefined]);
  });

  it('never takes more of a line than was ordered, whatever it costs', async () => {
    const order = await closed();
    const both = [{ id: lineOf(order), quantity: 2 }];
    const tooMany = await refund(order, [{ id: lineOf(order), quantity: 3 }], 1);
    expect([tooMany.status, tooMany.body.error]).toEqual([
      409,
      expect.objectContaining({ code: 'LINE_REFUNDED', message: 'Only 2 × Tea is left to refund.' }),
    ]);
    expect((await refund(order, both, 1)).status).toBe(200);
    const again = await refund(order, [{ id: lineOf(order), quantity: 1 }], 1);
    expect(again.body).toMatchObject({
      error: { message: 'Tea is refunded already, or its refund is on its way.' },
      current: { refunded: 1, payment: { refundedLines: both } },
    });
    expect((await read(order.id)).refunded).toBe(1);
  });

  it('by ten people at once gives a line back as often as it was ordered, and tells all others', async () => {
    const order = await closed();
    const replies = await Promise.all(times(10, () => refund(order, [{ id: lineOf(order), quantity: 1 }])));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.error.code)).toEqual(times(8, () => 'LINE_REFUNDED'));
    expect((await read(order.id)).refunded).toBe(600);
  });

  it('counts what is on its way, and gives it free where the card provider refuses', async () => {
    const order = await closed();
    const both = [{ id: lineOf(order), quantity: 2 }];
    server.payments.scriptRefund(() => ({ kind: 'unknown', message: 'The line is dead.' }));
    expect((await refund(order, both)).status).toBe(503);
    expect((await read(order.id)).payment).toMatchObject({ refunds: [], refundedLines: both });
    expect((await refund(order, both, 1)).body.error.code).toBe('LINE_REFUNDED');
    server.payments.scriptRefund(() => ({ kind: 'failed', message: 'The balance is too low.' }));
    server.clock.advance(60_000);
    await server.app.doChores();
    expect((await read(order.id)).payment).toMatchObject({ refunds: [], refundedLines: [] });
    server.payments.scriptRefund(() => ({ kind: 'done' }));
    expect((await refund(order, both)).status).toBe(200);
  });

  it.each([
    ['of another order', [{ id: 'nobody', quantity: 1 }], 422],
    ['none', [], 400],
    ['no whole number of', [{ id: 'a', quantity: 1.5 }], 400],
    ['nought of', [{ id: 'a', quantity: 0 }], 400],
    [
      'one twice',
      [
        { id: 'a', quantity: 1 },
        { id: 'a', quantity: 1 },
      ],
      400,
    ],
  ])('refuses lines that are %s, and changes nothing', async (_what, lines, status) => {
    const order = await closed();
    expect((await refund(order, lines, 100)).status).toBe(status);
    expect(await read(order.id)).toEqual(order);
  });

  it('leaves its lines with a later refund of a finished session', async () => {
    const bar = await server.trading();
    const order = await closed(bar);
    await bar.send('POST', `/sellers/outlets/${bar.outletId}/trading-session/finish`);
    await bar.send('POST', `/sellers/orders/refund/${order.id}`, {
      amountToRefund: 300,
      lines: [{ id: lineOf(order), quantity: 1 }],
    });
    const { body } = await bar.send('GET', `/sellers/outlets/${bar.outletId}/trading-sessions`);
    const period = await bar.send('GET', `/sellers/outlets/trading-sessions/${body.tradingSessions[0].id}`);
    expect(period.body.adjustments).toMatchObject([{ amount: 300, lines: [{ name: 'Tea', quantity: 1 }] }]);
  });
});
