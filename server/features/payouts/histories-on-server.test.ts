import { beforeAll, expect, it } from 'vitest';
import type { Payouts } from '#shared/api/payouts.ts';
import { pence } from '#shared/base/money.ts';
import { randomFrom } from '../../../tests/support/samples/random-from.ts';
import { deliver } from '../../../tests/support/shop/card-events.ts';
import { cardShop, type CardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpStripe, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { nextInHistory } from '../../../tests/support/stripe/card-history.ts';
import { unreliableEvents } from '../../../tests/support/stripe/unreliable-events.ts';

setUpStripe();
beforeAll(() => server.clock.stop());

const SHOPS = 24;
const STEPS = 8;
const HOUR_MS = 60 * 60_000;

/** A shop whose card provider's answers and events are lost at times. */
async function shopWithHistory(seed: number, deaf: Set<string>) {
  const shop = await cardShop(server, stripe);
  const { account } = shop;
  const random = randomFrom(seed);
  const events = unreliableEvents(seed, { lost: 0.3, doubled: 0.2, delayed: 0.3 });
  account.books.tell((type, object) => events.post(type, object));
  return {
    shop,
    async step(): Promise<void> {
      await nextInHistory(random, account, {
        async sell(paymentMethod, price, answerLost) {
          const { id } = (await shop.place({ tip: pence(price), paymentMethod })).body.order;
          await shop.deliver(id);
          if (answerLost) deaf.add(account.id);
          await shop.send('POST', `/sellers/orders/complete/${id}`);
          deaf.delete(account.id);
        },
        async refund({ metadata }, amountToRefund) {
          await shop.send('POST', `/sellers/orders/refund/${metadata['order_id']}`, { amountToRefund });
        },
      });
      if (random() < 0.5) return;
      for (const { type, object } of events.arriving()) {
        const { payload, signature } = stripe.event(type, account.id, object);
        await deliver(payload, signature);
      }
    },
  };
}

it(`${SHOPS} random histories on a server end with ledger, bank and payouts equal to the penny, and nothing unexplained (D52)`, async () => {
  const deaf = new Set<string>();
  stripe.behave(({ account, path }) =>
    account !== null && deaf.has(account) && path.includes('/payment_intents/')
      ? { acted: () => 'drop' }
      : null,
  );
  const histories = await Promise.all(
    Array.from({ length: SHOPS }, (_, at) => shopWithHistory(at + 1, deaf)),
  );
  for (let step = 0; step < STEPS; step += 1) {
    await Promise.all(histories.map((history) => history.step()));
    await later(3 * HOUR_MS);
  }
  stripe.behave(null);
  for (const { shop } of histories) shop.account.books.payOut();
  await later(25 * HOUR_MS);
  await later(25 * HOUR_MS);
  const paidOut = histories.filter(({ shop }) => shop.account.books.payouts.length > 0);
  expect(paidOut.length).toBeGreaterThan(SHOPS / 2);
  for (const { shop } of histories) await expectToAgree(shop);
});

async function expectToAgree(shop: CardShop): Promise<void> {
  const { account } = shop;
  const entries = await server.database.kysely
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .select(['e.account', 'e.amount'])
    .where((is) => is.or([is('t.outlet_id', '=', shop.outletId), is('t.card_account', '=', account.id)]))
    .execute();
  const sum = (some: { amount: number }[]) => some.reduce((total, { amount }) => total + amount, 0);
  expect(sum(entries)).toBe(0);
  expect(sum(entries.filter((entry) => entry.account === 'seller'))).toBe(
    account.balance.reduce((total, { net }) => total + net, 0),
  );
  const reply: Payouts = (await shop.send('GET', '/sellers/payouts')).body;
  expect(reply.unexplained.amount).toBe(0);
  expect(reply.unexplained.differences.filter(({ booked }) => !booked)).toEqual([]);
  expect(reply.payouts.map(({ id }) => id).toSorted()).toEqual(
    account.books.payouts.map(({ id }) => id).toSorted(),
  );
  for (const { amount, parts } of reply.payouts)
    expect(parts && parts.taken + parts.fees + parts.refunds + parts.disputes + parts.other).toBe(amount);
}
