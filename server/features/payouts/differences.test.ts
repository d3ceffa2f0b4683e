import { beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import {
  aDayLater,
  balanceOf,
  closed,
  closedWithoutAnswer,
  DAY_MS,
  ledgerOf,
  named,
  read,
  refund,
} from '../../../tests/support/shop/books-steps.ts';
import { cardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpStripe, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

setUpStripe();
beforeAll(() => server.clock.stop());

describe('unexplained pence (D52)', () => {
  it('six faults are each named by their cause in one reading, and the ledger is the bank’s to the penny', async () => {
    const shop = await cardShop(server, stripe);
    const { account } = shop;
    await closed(shop, 700);
    const foreign = await closed(shop, 2_000, 'pm_card_us');
    const elsewhere = await closed(shop);
    const disputed = await closed(shop, 300);
    account.books.prices.home = 190;
    const dearer = await closed(shop, 2_000);
    account.books.prices.home = 150;
    // The answer to the capture and every event of it are lost.
    stripe.behave(({ path }) => (path.includes('/payment_intents/') ? { acted: () => 'drop' } : null));
    const intentOf = ({ id }: Order) => shop.intentOf(id);
    const lost = await closedWithoutAnswer(shop);
    account.refundByHand(intentOf(elsewhere), 250);
    account.books.dispute(intentOf(disputed));
    account.books.adjust(-199);
    await server.database.kysely
      .updateTable('orders')
      .set({ payment_due_at: null })
      .where('id', '=', lost)
      .execute();
    stripe.behave(null);
    await aDayLater();
    const reply = await read(shop);
    expect(reply.unexplained.amount).toBe(0);
    expect(await ledgerOf(shop)).toMatchObject({ seller: balanceOf(shop) });
    const priceOf = (order: Order) => intentOf(order).balanceTransaction?.fee_details[0]?.amount ?? 0;
    const usual = (order: Order) => Math.round(order.amount * 0.015) + 20;
    const byCause = (a: { cause: string }, b: { cause: string }) => a.cause.localeCompare(b.cause);
    expect(named(reply).toSorted(byCause)).toEqual(
      [
        {
          cause: 'foreign-card',
          amount: usual(foreign) - priceOf(foreign),
          orderId: foreign.id,
          booked: true,
        },
        { cause: 'fee-change', amount: usual(dearer) - priceOf(dearer), orderId: dearer.id, booked: true },
        { cause: 'refund-elsewhere', amount: -250, orderId: elsewhere.id, booked: true },
        { cause: 'dispute', amount: 0 - disputed.amount - 2_000, orderId: disputed.id, booked: true },
        {
          cause: 'lost-event',
          amount: shop.intentOf(lost).balanceTransaction?.net,
          orderId: lost,
          booked: true,
        },
        { cause: 'other', amount: -199, orderId: null, booked: true },
      ].toSorted(byCause),
    );
    const after = await read<Order>(shop, `/sellers/orders/${lost}`);
    expect(after.status).toBe('complete');
  });

  it('a refund of ours that only the bank remembers, as after a restore, is booked by its own id', async () => {
    const shop = await cardShop(server, stripe);
    const order = await closed(shop);
    await aDayLater();
    shop.account.refundByHand(shop.intentOf(order.id), 250, { refund_id: 'lost' });
    await aDayLater();
    const reply = await read(shop);
    expect(reply.unexplained.amount).toBe(0);
    expect(named(reply)).toEqual([{ cause: 'lost-event', amount: -250, orderId: order.id, booked: true }]);
    expect(await read<Order>(shop, `/sellers/orders/${order.id}`)).toMatchObject({ refunded: 250 });
    expect(await ledgerOf(shop)).toMatchObject({ seller: balanceOf(shop) });
  });

  it('a refund that came back is named, can be made again, and shows on the order', async () => {
    const shop = await cardShop(server, stripe);
    const order = await closed(shop);
    await refund(shop, order.id, order.amount);
    const intent = shop.intentOf(order.id);
    const [made] = intent.refunds;
    if (!made) throw new Error('no refund was made');
    shop.account.books.failRefund(made);
    await aDayLater();
    const reply = await read(shop);
    expect(named(reply)).toEqual([
      { cause: 'refund-failed', amount: order.amount, orderId: order.id, booked: true },
    ]);
    expect(await read<Order>(shop, `/sellers/orders/${order.id}`)).toMatchObject({
      status: 'complete',
      refunded: 0,
    });
    expect(await ledgerOf(shop)).toMatchObject({ seller: balanceOf(shop), customer: 0 - order.amount });
    expect((await refund(shop, order.id, 100)).status).toBe(200);
  });

  it('what the ledger has and the bank does not is unexplained, with its amount, until they agree', async () => {
    const shop = await cardShop(server, stripe);
    const order = await closed(shop);
    await aDayLater();
    const { balance } = shop.account;
    const other = await closed(shop, 300);
    const line = balance.pop();
    if (!line) throw new Error('nothing was booked');
    await later(2 * DAY_MS);
    const reply = await read(shop);
    expect(reply.unexplained.amount).toBe(0 - line.net);
    expect(named(reply)).toEqual([
      { cause: 'not-at-bank', amount: 0 - line.net, orderId: other.id, booked: false },
    ]);
    line.created = Math.floor(server.clock.now().getTime() / 1000);
    balance.push(line);
    await aDayLater();
    const after = await read(shop);
    expect(after.unexplained.amount).toBe(0);
    expect(named(after)).toMatchObject([{ cause: 'not-at-bank', booked: true }]);
    expect(order.id).not.toBe(other.id);
  });
});
