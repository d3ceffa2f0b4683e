import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { netOfOrder } from '#shared/orders/net.ts';
import { closed, refund } from '../../tests/support/shop/refund-steps.ts';
import { server, setUpShop, shop } from '../../tests/support/shop/set-up.ts';

setUpShop();

const read = async (id: string): Promise<Order> => (await shop.send('GET', `/sellers/orders/${id}`)).body;
const sellersOf = async (orderId: string) => {
  const entries = await server.database.kysely
    .selectFrom('ledger_entries')
    .select('amount')
    .where('order_id', '=', orderId)
    .where('account', '=', 'seller')
    .execute();
  return entries.reduce((total, { amount }) => total + amount, 0);
};

describe('what the ledger has of an order (D23)', () => {
  it('is in the reply that moved the money, and in every later one', async () => {
    const open = await shop.order();
    expect(open.payment).not.toHaveProperty('ledger');
    const order = await closed();
    const card = order.serviceCharge + (order.fees.find(({ kind }) => kind === 'card')?.amount ?? 0);
    expect(order.payment.ledger).toEqual([
      { kind: 'capture', account: 'card-provider', amount: card },
      { kind: 'capture', account: 'customer', amount: 0 - order.amount },
      { kind: 'capture', account: 'platform', amount: 5 },
      { kind: 'capture', account: 'seller', amount: order.amount - 5 - card },
    ]);
    expect(await read(order.id)).toEqual(order);
    const { body } = await refund(order.id, 500);
    expect(body.payment.ledger).toEqual(
      expect.arrayContaining([{ kind: 'refund', account: 'seller', amount: -500 }]),
    );
    expect(await read(order.id)).toEqual(body);
    expect(netOfOrder(body)?.net).toBe(await sellersOf(order.id));
  });

  it('is read again after a booking that leaves the order as it is', async () => {
    const order = await closed();
    const before = await sellersOf(order.id);
    expect(netOfOrder(await read(order.id))?.net).toBe(before);
    const { kysely } = server.database;
    const { trading_session_id } = await kysely
      .selectFrom('orders')
      .select('trading_session_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    const of = { order_id: order.id, outlet_id: order.outletId };
    const [id, at] = [`correction:test:${order.id}`, server.clock.now()];
    await kysely.transaction().execute(async (tx) => {
      await tx
        .insertInto('ledger_transactions')
        .values({ ...of, id, kind: 'correction', trading_session_id, at, after_finish: false })
        .execute();
      const entry = { ...of, transaction_id: id, created_at: at };
      await tx
        .insertInto('ledger_entries')
        .values([
          { ...entry, account: 'seller', amount: -10 },
          { ...entry, account: 'card-provider', amount: 10 },
        ])
        .execute();
    });
    expect(await sellersOf(order.id)).toBe(before - 10);
    expect(netOfOrder(await read(order.id))?.net).toBe(before - 10);
  });
});
