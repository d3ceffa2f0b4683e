import { beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { Payouts } from '#shared/api/payouts.ts';
import { pence } from '#shared/base/money.ts';
import { deliver } from '../../../tests/support/shop/card-events.ts';
import { cardShop, type CardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpStripe, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

setUpStripe();
beforeAll(() => server.clock.stop());

const DAY_MS = 24 * 60 * 60_000;
const aDayLater = async () => {
  await later(DAY_MS);
  // What was booked within the last minute is compared with the ledger in the next reading.
  await later(61_000);
};
const read = async <Body = Payouts>(shop: CardShop, path = '/sellers/payouts'): Promise<Body> =>
  (await shop.send('GET', path)).body;
const refund = (shop: CardShop, id: string, amountToRefund: number) =>
  shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund });

async function closed(shop: CardShop, tip = 0, paymentMethod = 'pm_card_visa'): Promise<Order> {
  const { id } = (await shop.place({ tip: pence(tip), paymentMethod })).body.order;
  await shop.deliver(id);
  return (await shop.send('POST', `/sellers/orders/complete/${id}`)).body;
}
const named = ({ unexplained: { differences } }: Payouts) =>
  differences.map(({ cause, amount, orderId, booked }) => ({ cause, amount, orderId, booked }));
/** The ledger of a shop's card account: what each account holds. */
async function ledgerOf(shop: CardShop): Promise<Record<string, number>> {
  const entries = await server.database.kysely
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .select(['e.account', 'e.amount'])
    .where((is) => is.or([is('t.outlet_id', '=', shop.outletId), is('t.card_account', '=', shop.account.id)]))
    .execute();
  return entries.reduce<Record<string, number>>(
    (sums, { account, amount }) => ({ ...sums, [account]: (sums[account] ?? 0) + amount }),
    {},
  );
}
const balanceOf = ({ account }: CardShop) => account.balance.reduce((total, { net }) => total + net, 0);

describe('payouts (D52)', () => {
  it('are listed with what they are made of, and each opens its orders', async () => {
    const shop = await cardShop(server, stripe);
    const first = await closed(shop, 500);
    await later(1_000);
    const second = await closed(shop);
    await later(1_000);
    await refund(shop, first.id, 200);
    const paid = shop.account.books.payOut();
    await aDayLater();
    const reply = await read(shop);
    const fees = shop.account.balance.reduce((total, { fee }) => total + fee, 0);
    expect(reply).toMatchObject({
      failure: null,
      inTransit: paid?.amount,
      payouts: [
        {
          id: paid?.id,
          amount: paid?.amount,
          state: 'in-transit',
          parts: {
            orders: 2,
            taken: first.amount + second.amount,
            fees: 0 - fees,
            refunds: -200,
            disputes: 0,
            other: 0,
          },
        },
      ],
      unexplained: { amount: 0, differences: [] },
    });
    const detail = await read<{ lines: { net: number; orderId: string; kind: string }[] }>(
      shop,
      `/sellers/payouts/${paid?.id}`,
    );
    expect(detail.lines.map(({ kind, orderId }) => [kind, orderId])).toEqual([
      ['payment', first.id],
      ['payment', second.id],
      ['refund', first.id],
    ]);
    expect(detail.lines.reduce((total, { net }) => total + net, 0)).toBe(paid?.amount);
  });

  it('move from the balance to the bank in the ledger, and back if the bank returns them', async () => {
    const shop = await cardShop(server, stripe);
    await closed(shop, 500);
    const { books } = shop.account;
    const paid = books.payOut();
    if (!paid) throw new Error('nothing was paid out');
    await aDayLater();
    expect(await ledgerOf(shop)).toMatchObject({ seller: 0, 'payout-in-transit': paid.amount });
    books.arrive(paid);
    await aDayLater();
    expect(await ledgerOf(shop)).toMatchObject({ seller: 0, 'payout-in-transit': 0, bank: paid.amount });
    expect((await read(shop)).payouts).toMatchObject([{ state: 'paid' }]);
    books.failPayout(paid);
    await aDayLater();
    expect(await ledgerOf(shop)).toMatchObject({ seller: paid.amount, 'payout-in-transit': 0, bank: 0 });
    expect(await read(shop)).toMatchObject({
      inTransit: 0,
      payouts: [{ state: 'failed', failure: 'The bank account has been closed.' }],
      unexplained: { amount: 0 },
    });
  });

  it('are read at an event, once, however often it comes', async () => {
    const shop = await cardShop(server, stripe);
    await closed(shop);
    await aDayLater();
    const paid = shop.account.books.payOut();
    for (let n = 0; n < 3; n += 1) {
      const { payload, signature } = stripe.event('payout.created', shop.account.id, paid ?? {});
      expect(await deliver(payload, signature)).toBe(200);
    }
    await later(1_000);
    expect((await read(shop)).payouts).toMatchObject([{ id: paid?.id, amount: paid?.amount }]);
    expect(await ledgerOf(shop)).toMatchObject({ seller: 0, 'payout-in-transit': paid?.amount });
  });

  it('of another seller are not found', async () => {
    const [shop, neighbour] = [await cardShop(server, stripe), await cardShop(server, stripe)];
    await closed(shop);
    const paid = shop.account.books.payOut();
    await aDayLater();
    expect((await read(neighbour)).payouts).toEqual([]);
    expect(await read<object>(neighbour, `/sellers/payouts/${paid?.id}`)).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
    expect(await read<object>(neighbour, '/sellers/disputes')).toEqual({ disputes: [] });
  });

  it('are read from where a reading broke off, once the card provider answers again', async () => {
    const shop = await cardShop(server, stripe);
    await closed(shop);
    const paid = shop.account.books.payOut();
    stripe.behave(({ path, account }) =>
      account === shop.account.id && path === '/v1/payouts' ? { before: () => 500 } : null,
    );
    await aDayLater();
    const broken = await read(shop);
    expect(broken.payouts).toEqual([]);
    expect(broken.failure).not.toBeNull();
    stripe.behave(null);
    await later(60 * 60_000);
    expect(await read(shop)).toMatchObject({
      failure: null,
      payouts: [{ id: paid?.id }],
      unexplained: { amount: 0 },
    });
  });
});

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

describe('disputes (D52)', () => {
  it('show at an event with their order and deadline, debit the seller at once, and give back what is won', async () => {
    const shop = await cardShop(server, stripe);
    const order = await closed(shop, 300);
    await aDayLater();
    const { books } = shop.account;
    const made = books.dispute(shop.intentOf(order.id));
    const { payload, signature } = stripe.event('charge.dispute.created', shop.account.id, made);
    await deliver(payload, signature);
    await later(1_000);
    const list = async () => (await read<{ disputes: object[] }>(shop, '/sellers/disputes')).disputes;
    expect(await list()).toEqual([
      {
        id: made.id,
        amount: order.amount,
        state: 'needs-response',
        reason: 'fraudulent',
        openedAt: new Date(made.created * 1000).toISOString(),
        evidenceDueAt: new Date((made.evidence_details.due_by ?? 0) * 1000).toISOString(),
        orderId: order.id,
        orderNumber: order.orderNumber,
        outletName: 'The Old Ferry',
      },
    ]);
    expect(await ledgerOf(shop)).toMatchObject({ seller: balanceOf(shop), dispute: order.amount });
    books.decide(made, 'won');
    await aDayLater();
    expect(await list()).toMatchObject([{ state: 'won' }]);
    expect(await ledgerOf(shop)).toMatchObject({ seller: balanceOf(shop), dispute: 0 });
  });
});

/** An order that its till closed, while the answer to the capture was lost. */
async function closedWithoutAnswer(shop: CardShop): Promise<string> {
  const { id } = (await shop.place()).body.order;
  await shop.deliver(id);
  await shop.send('POST', `/sellers/orders/complete/${id}`);
  return id;
}
