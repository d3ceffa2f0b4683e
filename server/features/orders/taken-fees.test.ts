import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { deductionsOf } from '#shared/base/fees.ts';
import { netOfOrder } from '#shared/orders/net.ts';
import { pence } from '#shared/base/money.ts';
import { randomFrom } from '../../../tests/support/samples/random-from.ts';
import { deliver, eventOf } from '../../../tests/support/shop/card-events.ts';
import { setUpCardShop, stripe, shop } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

setUpCardShop();

const read = async (id: string): Promise<Order> => (await shop.send('GET', `/sellers/orders/${id}`)).body;
const netShown = (order: Order) => netOfOrder(order)?.net ?? 0;
const refund = (id: string, amountToRefund: number) =>
  shop.send(
    'POST',
    `/sellers/orders/refund/${id}`,
    { amountToRefund },
    { 'idempotency-key': crypto.randomUUID() },
  );

async function closed(tip: number, paymentMethod = 'pm_card_visa'): Promise<Order> {
  const { id } = (await shop.place({ tip: pence(tip), paymentMethod })).body.order;
  await shop.deliver(id);
  return (await shop.send('POST', `/sellers/orders/complete/${id}`)).body;
}
const balanceOf = async (account: string, orderId?: string) => {
  const entries = await server.database.kysely
    .selectFrom('ledger_entries')
    .select(['amount', 'order_id'])
    .where('outlet_id', '=', shop.outletId)
    .where('account', '=', account as 'seller')
    .execute();
  return entries
    .filter((entry) => orderId === undefined || entry.order_id === orderId)
    .reduce((total, { amount }) => total + amount, 0);
};
const settled = () => later(60_000);

describe('the fees of the card provider (P3)', () => {
  it.each([
    ['a small order of a British card', 0, 'pm_card_visa'],
    ['a large one', 1_000, 'pm_card_visa'],
    ['a European card', 1_000, 'pm_card_fr'],
    ['another card', 0, 'pm_card_us'],
  ])('of %s are an estimate until it says what it took, and then that', async (_what, tip, card) => {
    const order = await closed(tip, card);
    expect(order.payment.feesTaken).toBeUndefined();
    const intent = shop.intentOf(order.id);
    expect(await balanceOf('platform', order.id)).toBe(intent.application_fee_amount);
    expect(await balanceOf('seller', order.id)).toBe(netShown(order));
    await settled();
    const after = await read(order.id);
    const booked = intent.balanceTransaction;
    expect([await balanceOf('seller', order.id), netShown(after)]).toEqual([booked?.net, booked?.net]);
    expect(await balanceOf('platform', order.id)).toBe(intent.application_fee_amount);
    const { beyondEstimate, estimated } = deductionsOf({ ...after, feesTaken: after.payment.feesTaken });
    expect([estimated, beyondEstimate]).toEqual([false, netShown(order) - netShown(after)]);
    expect(after.version, 'nobody’s press is refused because of it').toBe(order.version);
  });

  it('are asked for until they are known, and booked once', async () => {
    const order = await closed(500);
    stripe.behave(({ path, method }) =>
      method === 'GET' && path.includes(shop.intentOf(order.id).id) ? { before: () => 500 } : null,
    );
    await settled();
    expect((await read(order.id)).payment.feesTaken).toBeUndefined();
    stripe.behave(null);
    for (let times = 0; times < 3; times += 1) {
      const { payload, signature } = eventOf(order.id, 'charge.updated');
      await deliver(payload, signature);
      await settled();
    }
    expect(await balanceOf('seller', order.id)).toBe(shop.intentOf(order.id).balanceTransaction?.net);
  });

  it('leave no penny between the ledger, the screens and the provider, whatever happened to forty orders', async () => {
    const random = randomFrom(17);
    const below = (limit: number) => Math.floor(random() * limit);
    const ids: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      const card = ['pm_card_visa', 'pm_card_fr', 'pm_card_us'][below(3)];
      const order = await closed(below(2_000), card);
      ids.push(order.id);
      if (below(2) === 0) await settled();
      if (below(3) === 0) await refund(order.id, 1 + below(order.amount / 2));
      if (below(4) === 0) {
        shop.account.refundByHand(shop.intentOf(order.id), 1 + below(order.amount / 2));
        for (let times = 0; times <= below(3); times += 1) {
          const { payload, signature } = eventOf(order.id, 'charge.refunded');
          await deliver(payload, signature);
        }
      }
      if (below(6) === 0) await refund(order.id, order.amount - (await read(order.id)).refunded);
    }
    await settled();
    await settled();
    const atStripe = shop.account.balance.reduce((total, { net }) => total + net, 0);
    expect(await balanceOf('seller')).toBe(atStripe);
    const orders = await Promise.all(
      shop.account.intents
        .filter(({ balanceTransaction }) => balanceTransaction !== null)
        .map(({ metadata }) => read(metadata['order_id'] ?? '')),
    );
    expect(orders.length).toBeGreaterThanOrEqual(ids.length);
    expect(orders.filter(({ payment }) => payment.feesTaken === undefined)).toEqual([]);
    expect(orders.reduce((total, order) => total + netShown(order), 0)).toBe(atStripe);
    const all = await server.database.kysely.selectFrom('ledger_entries').select('amount').execute();
    expect(all.reduce((total, { amount }) => total + amount, 0)).toBe(0);
  });
});
