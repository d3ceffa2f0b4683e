import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { orderStatuses } from '#shared/base/order-statuses.ts';
import { moneyStateOf } from '#shared/orders/money-state.ts';
import { isAtRisk, isLost } from '../../ledger/money-states.ts';
import type { Trading } from '../../testing/server.ts';
import { later, server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { closed, refund } from '../../../tests/support/shop/refund-steps.ts';

setUpServer();
afterEach(() => server.payments.scriptCapture(() => ({ kind: 'done' })));

const HOLD_MS = 6 * 60_000;

/** Hands an order over whose card the provider does not charge. */
async function notPaid(bar: Trading) {
  server.payments.scriptCapture(() => ({ kind: 'failed', message: 'No funds' }));
  const { id, amount } = await bar.order();
  await bar.send('POST', `/sellers/orders/accept/${id}`);
  await bar.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'complete' });
  const { body } = await bar.send('POST', `/sellers/orders/complete/${id}`);
  expect(body.status).toBe('deliver_success');
  return { id, amount };
}
const finish = (bar: Trading) => bar.send('POST', `/sellers/outlets/${bar.outletId}/trading-session/finish`);
const latest = async (bar: Trading) =>
  (await bar.send('GET', `/sellers/outlets/${bar.outletId}/trading-sessions`)).body.tradingSessions[0];
const periodOf = async (bar: Trading) =>
  (await bar.send('GET', `/sellers/outlets/trading-sessions/${(await latest(bar)).id}`)).body;

describe('money that was not taken is no takings (D20)', () => {
  it('an open session tells taken and at risk apart, by the same figure as the money at risk', async () => {
    const bar = await server.trading();
    const paid = await closed(bar);
    await refund(paid.id, 200, { at: bar });
    const owed = await notPaid(bar);
    const accepted = await bar.order();
    await bar.send('POST', `/sellers/orders/accept/${accepted.id}`);
    await bar.order();
    const atRisk = owed.amount + accepted.amount;
    expect(await latest(bar)).toMatchObject({ totalEarnings: paid.amount - 200, atRisk, lost: 0 });
    const { body } = await bar.send('GET', `/sellers/at-risk?outletId=${bar.outletId}`);
    expect(body.total).toBe(atRisk);
  });

  it('what is taken after the finish is a dated line, and Total Earnings stays', async () => {
    const bar = await server.trading();
    const paid = await closed(bar);
    const owed = await notPaid(bar);
    await finish(bar);
    const at = await latest(bar);
    expect(at).toMatchObject({ totalEarnings: paid.amount, atRisk: owed.amount, lost: 0 });
    server.payments.scriptCapture(() => ({ kind: 'done' }));
    await later(60_000);
    const { period, takenLater, orders } = await periodOf(bar);
    expect(period).toMatchObject({ totalEarnings: paid.amount, atRisk: 0, lost: 0 });
    expect(takenLater).toEqual([
      {
        orderId: owed.id,
        orderNumber: orders.find(({ id }: { id: string }) => id === owed.id).orderNumber,
        amount: owed.amount,
        createdAt: expect.any(String),
      },
    ]);
  });

  it('what can never be taken is lost, on the order and in the session', async () => {
    const bar = await server.trading();
    const owed = await notPaid(bar);
    const { kysely } = server.database;
    await kysely
      .updateTable('orders')
      .set({ capture_before: new Date(server.clock.now().getTime() + HOLD_MS) })
      .where('id', '=', owed.id)
      .execute();
    await finish(bar);
    await later(HOLD_MS);
    const { period, takenLater, orders } = await periodOf(bar);
    expect(period).toMatchObject({ totalEarnings: 0, atRisk: 0, lost: owed.amount });
    expect(orders).toMatchObject([{ id: owed.id, payment: { lost: true } }]);
    expect(takenLater).toEqual([]);
  });

  it('and so is what was accepted, and not closed before the hold ended; the report says why (D53)', async () => {
    const bar = await server.trading();
    const end = new Date(server.clock.now().getTime() + HOLD_MS);
    const unanswered = await bar.order();
    const [delivered, accepted] = [await bar.order(), await bar.order()];
    for (const { id } of [delivered, accepted]) await bar.send('POST', `/sellers/orders/accept/${id}`);
    await bar.send('POST', `/sellers/orders/progress/${delivered.id}`, { items: ['1'], status: 'complete' });
    await server.database.kysely
      .updateTable('orders')
      .set({ capture_before: end })
      .where('id', 'in', [unanswered.id, delivered.id, accepted.id])
      .execute();
    await later(HOLD_MS);
    const lost = delivered.amount + accepted.amount;
    expect(await latest(bar)).toMatchObject({ totalEarnings: 0, atRisk: 0, lost });
    expect((await finish(bar)).status).toBe(200);
    const { period, orders } = await periodOf(bar);
    expect(period).toMatchObject({ totalEarnings: 0, atRisk: 0, lost });
    const states = new Map(orders.map((order: Order) => [order.id, moneyStateOf(order)]));
    expect([delivered, accepted, unanswered].map(({ id }) => states.get(id))).toEqual(['lost', 'lost', null]);
    const path = `/sellers/outlets/trading-sessions/${period.id}/report`;
    expect((await bar.send('GET', path)).body.report).toMatchObject({
      lost,
      notServed: [
        { why: 'Accepted, and not closed before the card’s hold ended', count: 2, amount: lost },
        { why: 'Nobody had seen it', count: 1, amount: unanswered.amount },
      ],
    });
  });

  it('is told of one order as the database counts it, in every status', async () => {
    const bar = await server.trading();
    const { id } = await bar.order();
    const { kysely } = server.database;
    const due = new Date(server.clock.now().getTime() + HOLD_MS);
    for (const status of orderStatuses)
      for (const capture of [
        { payment_due_at: due },
        { payment_due_at: null },
        { payment_due_at: null, accepted_at: server.clock.now() },
      ]) {
        const changes = { status, capture_error: status === 'deliver_success' ? 'No funds' : null };
        await kysely
          .updateTable('orders')
          .set({ ...changes, ...capture })
          .where('id', '=', id)
          .execute();
        const counted = await kysely
          .selectFrom('orders')
          .select([sql.raw<boolean>(isAtRisk).as('atRisk'), sql.raw<boolean>(isLost).as('lost')])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const state = moneyStateOf((await bar.send('GET', `/sellers/orders/${id}`)).body);
        expect(counted, status).toEqual({ atRisk: state === 'at-risk', lost: state === 'lost' });
      }
  });
});
