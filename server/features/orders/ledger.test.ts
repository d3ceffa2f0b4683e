import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { asOwner } from '../../testing/database.ts';
import { server, shop, setUpShop } from '../../../tests/support/shop/set-up.ts';
import { closed, refund, times } from '../../../tests/support/shop/refund-steps.ts';

setUpShop();
beforeEach(() => server.payments.scriptRefund(() => ({ kind: 'done' })));

describe('refunds and sessions (D20)', () => {
  it('before the finish lower the earnings; after it they are dated adjustments and the figures stay', async () => {
    const bar = await server.trading();
    const [early, late] = [await closed(bar), await closed(bar)];
    await refund(early.id, 200, { at: bar });
    const { body: outlet } = await bar.send(
      'POST',
      `/sellers/outlets/${bar.outletId}/trading-session/finish`,
    );
    expect(outlet.availability).toBe('closed');
    server.clock.advance(5_000);
    await refund(late.id, 300, { at: bar, reason: 'Came back the next day' });
    const { body } = await bar.send('GET', `/sellers/outlets/${bar.outletId}/trading-sessions`);
    const [session] = body.tradingSessions;
    expect(session.totalEarnings).toBe(early.amount + late.amount - 200);
    const period = await bar.send('GET', `/sellers/outlets/trading-sessions/${session.id}`);
    expect(period.body.period.totalEarnings).toBe(session.totalEarnings);
    expect(period.body.adjustments).toMatchObject([
      { amount: 300, orderId: late.id, orderNumber: late.orderNumber, reason: 'Came back the next day' },
    ]);
  });

  it('racing the finish are counted exactly once, in the figures or as an adjustment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const bar = await server.trading();
      const orders = await Promise.all(times(4, () => closed(bar)));
      await Promise.all([
        ...orders.map(({ id }) => refund(id, 100, { at: bar })),
        bar.send('POST', `/sellers/outlets/${bar.outletId}/trading-session/finish`),
        ...orders.map(({ id }) => refund(id, 10, { at: bar })),
      ]);
      const { body } = await bar.send('GET', `/sellers/outlets/${bar.outletId}/trading-sessions`);
      const period = await bar.send('GET', `/sellers/outlets/trading-sessions/${body.tradingSessions[0].id}`);
      const later = period.body.adjustments.reduce(
        (sum: number, one: { amount: number }) => sum + one.amount,
        0,
      );
      const total = orders.reduce((sum, { amount }) => sum + amount, 0);
      expect(period.body.period.totalEarnings - later).toBe(total - 4 * 110);
    }
  });
});

describe('the ledger (P3)', () => {
  const entries = (orderId: string) =>
    server.database.kysely.selectFrom('ledger_entries').selectAll().where('order_id', '=', orderId).execute();

  it('has every pound that moved, twice: what a customer pays and gets back, the fees, and what reaches the seller', async () => {
    const order = await closed();
    await refund(order.id, 500);
    const balance = (await entries(order.id)).reduce<Record<string, number>>(
      (sums, { account, amount }) => ({ ...sums, [account]: (sums[account] ?? 0) + amount }),
      {},
    );
    const [platform, card] = order.fees.map(({ amount }) => amount);
    expect(balance).toEqual({
      customer: 500 - order.amount,
      platform,
      'card-provider': order.serviceCharge + (card ?? 0),
      seller: order.amount - order.serviceCharge - (platform ?? 0) - (card ?? 0) - 500,
    });
  });

  it('keeps the fees with the business when all is given back (P14)', async () => {
    const order = await closed();
    await refund(order.id, order.amount);
    const sellers = (await entries(order.id)).filter(({ account }) => account === 'seller');
    const fees = order.serviceCharge + order.fees.reduce((sum, { amount }) => sum + amount, 0);
    expect(sellers.reduce((sum, { amount }) => sum + amount, 0)).toBe(0 - fees);
  });

  it('has nothing for an order that was cancelled', async () => {
    const { id } = await shop.order();
    await shop.send('POST', `/sellers/orders/cancel/${id}`);
    await server.app.doChores();
    expect(await entries(id)).toEqual([]);
  });

  it('is only ever added to, in entries that add up to nought', async () => {
    const order = await closed();
    const { kysely } = server.database;
    // Even for the owner, who has every right.
    await asOwner(server.database, async (owner) => {
      const update = owner.kysely.updateTable('ledger_entries').set({ amount: 1 });
      const remove = owner.kysely.deleteFrom('ledger_entries');
      const forget = owner.kysely.deleteFrom('ledger_transactions').where('order_id', '=', order.id);
      for (const change of [
        update.where('order_id', '=', order.id),
        remove.where('order_id', '=', order.id),
        forget,
      ])
        await expect(change.execute()).rejects.toThrow('only added to');
    });
    const [id, at] = [randomUUID(), new Date()];
    const of = { order_id: order.id, outlet_id: order.outletId };
    const lonely = { ...of, transaction_id: id, account: 'seller' as const, amount: 5, created_at: at };
    const alone = kysely.insertInto('ledger_entries').values(lonely);
    await expect(alone.execute()).rejects.toThrow('ledger_entries_transaction');
    const booked = kysely.transaction().execute(async (tx) => {
      const about = { id, kind: 'capture' as const, trading_session_id: '', at, after_finish: false };
      await tx
        .insertInto('ledger_transactions')
        .values({ ...of, ...about })
        .execute();
      await tx.insertInto('ledger_entries').values(lonely).execute();
    });
    await expect(booked).rejects.toThrow('add up');
  });
});
