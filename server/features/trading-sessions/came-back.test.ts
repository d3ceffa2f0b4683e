import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { Reply } from '#shared/api/contract.ts';
import { netOfOrder } from '#shared/orders/net.ts';
import { cardShop, type CardShop } from '../../../tests/support/shop/card-shop.ts';
import { aDayLater, closed, read, refund } from '../../../tests/support/shop/books-steps.ts';
import { finished, reopened, sessionsOf } from '../../../tests/support/shop/report-steps.ts';
import { server } from '../../../tests/support/shop/set-up.ts';
import { setUpStripe, stripe } from '../../../tests/support/shop/set-up-cards.ts';

setUpStripe();

type Period = Reply<'GET /sellers/outlets/trading-sessions/:periodId'>;
const orderOf = (shop: CardShop, id: string) => read<Order>(shop, `/sellers/orders/${id}`);
async function periodOf(shop: CardShop): Promise<Period> {
  const { id } = (await sessionsOf(shop)).at(-1);
  return read<Period>(shop, `/sellers/outlets/trading-sessions/${id}`);
}
/** The customer's bank does not take the last refund that was made of the order. */
function sendBack(shop: CardShop, orderId: string): void {
  const made = shop.intentOf(orderId).refunds.at(-1);
  if (!made) throw new Error('no refund was made');
  shop.account.books.failRefund(made);
}

it('a refund that comes back after the finish stays on its order, and is a dated line of its session, whose figures stay (D20)', async () => {
  const shop = await cardShop(server, stripe);
  const [early, late] = [await closed(shop), await closed(shop, 500)];
  await refund(shop, early.id, 200);
  const before = (await finished(shop)).report;
  await aDayLater();
  await refund(shop, late.id, 300);
  expect((await periodOf(shop)).adjustments).toMatchObject([{ orderId: late.id, amount: 300 }]);
  sendBack(shop, early.id);
  sendBack(shop, late.id);
  await aDayLater();

  const { period, adjustments, cameBack } = await periodOf(shop);
  expect(period.totalEarnings).toBe(early.amount + late.amount - 200);
  expect(before.total.refunded).toBe(200);
  expect(adjustments).toEqual([]);
  const at = expect.stringMatching(/^2\d{3}-/) as unknown as string;
  const line = { id: expect.any(String), reason: null, createdAt: at, settledAt: at, cameBackAt: at };
  const [first, second] = [
    { ...line, orderId: early.id, orderNumber: early.orderNumber, amount: 200, madeAfterFinish: false },
    { ...line, orderId: late.id, orderNumber: late.orderNumber, amount: 300, madeAfterFinish: true },
  ];
  expect(cameBack).toHaveLength(2);
  expect(cameBack).toEqual(expect.arrayContaining([first, second]));

  const order = await orderOf(shop, early.id);
  expect(order).toMatchObject({ status: 'complete', refunded: 0 });
  expect(order.payment.refunds).toEqual([]);
  expect(order.payment.cameBack).toEqual([{ ...line, amount: 200 }]);
  expect(netOfOrder(order)).toMatchObject({ refunded: 0, charged: order.amount });
  expect((await periodOf(shop)).orders.find(({ id }) => id === early.id)).toEqual(order);

  await reopened(shop);
  const next = (await finished(shop)).report;
  expect(next.total.refunded).toBe(300 - 300 - 200);
});

it('a refund that came back before the finish is in no figure, and still on its order', async () => {
  const shop = await cardShop(server, stripe);
  const order = await closed(shop);
  await refund(shop, order.id, 200);
  sendBack(shop, order.id);
  await aDayLater();
  await refund(shop, order.id, 100);
  await finished(shop);
  const { period, adjustments, cameBack } = await periodOf(shop);
  expect([period.totalEarnings, adjustments, cameBack]).toEqual([order.amount - 100, [], []]);
  const { payment } = await orderOf(shop, order.id);
  expect(payment.refunds).toMatchObject([{ amount: 100 }]);
  expect(payment.cameBack).toMatchObject([{ amount: 200 }]);
});
