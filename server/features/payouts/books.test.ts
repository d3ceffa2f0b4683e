import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { PayoutLine } from '#shared/api/payouts.ts';
import {
  aDayLater,
  balanceOf,
  closed,
  DAY_MS,
  ledgerOf,
  read,
  refund,
} from '../../../tests/support/shop/books-steps.ts';
import { opensScreens, signInAgain } from '../../../tests/support/shop/attendance-steps.ts';
import { eventsOf, setUpScreens } from '../../../tests/support/shop/live-screen.ts';
import type { Seller } from '../../testing/server.ts';
import { deliver } from '../../../tests/support/shop/card-events.ts';
import { cardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpStripe, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

setUpStripe();
const screens = setUpScreens();
beforeAll(() => server.clock.stop());
const screen = opensScreens(screens);
/** The events that tell a seller's screens of the bank's books, as they come. */
const heardBy = async (seller: Seller) =>
  eventsOf(await screen((await signInAgain(seller)).accessToken), 'books-update');

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
    const detail = await read<{ lines: PayoutLine[] }>(shop, `/sellers/payouts/${paid?.id}`);
    expect(detail.lines.map(({ kind, order }) => [kind, order?.id])).toEqual([
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

describe('an event that comes during a reading that fails', () => {
  it('makes the books due at once', async () => {
    const shop = await cardShop(server, stripe);
    await closed(shop);
    const paid = shop.account.books.payOut();
    stripe.behave(({ path, account }) => {
      if (account !== shop.account.id || path !== '/v1/payouts') return null;
      stripe.behave(null);
      return {
        async before() {
          const { payload, signature } = stripe.event('payout.created', shop.account.id, paid ?? {});
          expect(await deliver(payload, signature)).toBe(200);
          return 500;
        },
      };
    });
    await later(DAY_MS);
    await later(1_000);
    expect(await read(shop)).toMatchObject({ failure: null, payouts: [{ id: paid?.id }] });
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
    const [told, others] = [await heardBy(shop), await heardBy(await server.trading())];
    await deliver(payload, signature);
    await later(1_000);
    await vi.waitFor(() => expect(told).not.toEqual([]));
    expect(others).toEqual([]);
    const list = async () => (await read<{ disputes: object[] }>(shop, '/sellers/disputes')).disputes;
    expect(await list()).toEqual([
      {
        id: made.id,
        amount: order.amount,
        state: 'needs-response',
        reason: 'fraudulent',
        openedAt: new Date(made.created * 1000).toISOString(),
        evidenceDueAt: new Date((made.evidence_details.due_by ?? 0) * 1000).toISOString(),
        order: {
          id: order.id,
          orderNumber: order.orderNumber,
          outletId: shop.outletId,
          outletName: 'The Old Ferry',
          tradingSessionId: expect.any(String),
        },
      },
    ]);
    expect(await ledgerOf(shop)).toMatchObject({ seller: balanceOf(shop), dispute: order.amount });
    books.decide(made, 'won');
    await aDayLater();
    expect(await list()).toMatchObject([{ state: 'won' }]);
    expect(await ledgerOf(shop)).toMatchObject({ seller: balanceOf(shop), dispute: 0 });
  });

  it('are in the ledger that the list of an open session tells of its order, as are the fees that were taken', async () => {
    const shop = await cardShop(server, stripe);
    const { id, version } = await closed(shop, 300);
    const listed = async () => (await read<Order[]>(shop, `/sellers/outlets/${shop.outletId}/orders`))[0];
    expect((await listed())?.payment.feesTaken).toBeUndefined();
    await aDayLater();
    expect((await listed())?.payment.feesTaken).toHaveLength(2);
    shop.account.books.dispute(shop.intentOf(id));
    await aDayLater();
    const after = await listed();
    expect(after?.payment.ledger).toContainEqual(
      expect.objectContaining({ kind: 'dispute', account: 'seller' }),
    );
    expect(after?.version, 'nobody’s press is refused because of it').toBe(version);
  });
});

it('a card account that another seller connects, once its own has let go of it, reports to the new one (D39)', async () => {
  const [before, after] = [await cardShop(server, stripe), await cardShop(server, stripe)];
  const connect = (shop: Seller, account: string | null) =>
    server.database.kysely
      .updateTable('accounts')
      .set({ stripe_connect_id: account })
      .where('id', '=', shop.id)
      .execute();
  const { id } = await closed(before);
  await aDayLater();
  await connect(before, null);
  await aDayLater();
  const paid = before.account.books.payOut();
  await connect(after, before.account.id);
  const [was, is] = [await heardBy(before), await heardBy(after)];
  await aDayLater();
  expect((await read(after)).payouts).toMatchObject([{ id: paid?.id }]);
  expect((await read(before)).payouts).toEqual([]);
  const { lines } = await read<{ lines: PayoutLine[] }>(after, `/sellers/payouts/${paid?.id}`);
  expect(lines).toMatchObject([{ kind: 'payment' }]);
  expect(JSON.stringify(lines), 'another seller’s order').not.toContain(id);
  await vi.waitFor(() => expect(is).not.toHaveLength(0));
  expect(was).toEqual([]);
});
