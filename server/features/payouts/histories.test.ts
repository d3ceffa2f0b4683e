import { expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { randomFrom } from '../../../tests/support/samples/random-from.ts';
import { booksInMemory, sumOf } from '../../../tests/support/stripe/books-in-memory.ts';
import { nextInHistory } from '../../../tests/support/stripe/card-history.ts';
import { unreliableEvents } from '../../../tests/support/stripe/unreliable-events.ts';
import { fakeStripeAccount } from '../../testing/fake-stripe-account.ts';
import { readBalance } from './read-balance.ts';

const HISTORIES = 1_000;
const DAY_MS = 24 * 60 * 60_000;

/** One history of an account, with its events as badly sent as a network may; the books at its end. */
async function historyOf(seed: number) {
  const random = randomFrom(seed);
  let time = Date.parse('2026-11-20T12:00:00Z');
  const now = () => new Date(time);
  const account = fakeStripeAccount(`acct_${seed}`, now);
  const memory = booksInMemory(account, now);
  const events = unreliableEvents(seed, { lost: 0.3, doubled: 0.2, delayed: 0.3 });
  account.books.tell((type, object) => events.post(type, object));
  const state = { id: account.id, readUntil: now(), lookedAt: null };
  const read = readBalance({
    books: memory.books,
    store: memory.store,
    catchUp: memory.catchUp,
    onReached: async (_id, readUntil) => void Object.assign(state, { readUntil }),
    clock: { now },
    log: { warn: () => undefined },
  });

  async function arrive(): Promise<void> {
    for (const { type, object } of events.arriving()) {
      const { metadata } = object as { metadata?: { order_id?: string } };
      if (metadata?.order_id) await memory.catchUp(metadata.order_id);
      if (/^(payout|charge\.dispute|charge\.refund|refund)/.test(type)) await read(state);
    }
  }

  const steps = 3 + Math.floor(random() * 8);
  for (let step = 0; step < steps; step += 1) {
    await nextInHistory(random, account, {
      async sell(card, price, answerLost) {
        const orderId = `order-${seed}-${step}`;
        await memory.sell(orderId, card, price);
        if (!answerLost) await memory.catchUp(orderId);
      },
      async refund(intent, amount) {
        const orderId = intent.metadata['order_id'] ?? '';
        const refundId = `refund-${seed}-${step}`;
        const reference = `${account.id}/${intent.id}`;
        const idempotencyKey = `refund:${refundId}`;
        await memory.provider.refund({
          orderId,
          reference,
          refundId,
          amount: pence(amount),
          known: new Set(),
          idempotencyKey,
        });
        if (random() < 0.7) await memory.catchUp(orderId);
      },
    });
    time += Math.floor(random() * DAY_MS);
    if (random() < 0.5) await arrive();
  }
  time += DAY_MS;
  await read(state);
  await arrive();
  return { account, ...memory };
}

it(`${HISTORIES} random histories end with the ledger, the bank and each payout equal to the penny, and nothing unexplained (D52)`, async () => {
  const [seen, booked] = [new Set<string>(), new Set<string>()];
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const { account, ledger, lines, payouts, differences } = await historyOf(seed);
    const transactions = [...ledger.values()];
    const apart = transactions.filter(
      ({ amounts }) => sumOf(Object.values(amounts), (amount) => amount) !== 0,
    );
    expect(apart, `each transaction of history ${seed} sums to nil`).toEqual([]);
    expect(
      sumOf(transactions, ({ amounts }) => amounts['seller']),
      `the seller's ledger of history ${seed} is the bank's`,
    ).toBe(sumOf(account.balance, ({ net }) => net));
    for (const { id, amount } of payouts.values())
      expect(
        sumOf(
          [...lines.values()].filter(({ payout }) => payout === id),
          ({ net }) => net,
        ),
        `payout ${id} of history ${seed}`,
      ).toBe(amount);
    expect(payouts.size).toBe(account.books.payouts.length);
    expect(
      [...differences.values()].filter(({ booked }) => !booked),
      `history ${seed}`,
    ).toEqual([]);
    const inTransit = account.books.payouts.filter(({ status }) => status === 'in_transit');
    expect(sumOf(transactions, ({ amounts }) => amounts['payout-in-transit'])).toBe(
      sumOf(inTransit, ({ amount }) => amount),
    );
    for (const { cause } of differences.values()) seen.add(cause);
    for (const id of ledger.keys()) booked.add(id.slice(0, id.indexOf(':')));
  }
  const causes = [
    'dispute',
    'fee-change',
    'foreign-card',
    'lost-event',
    'other',
    'refund-elsewhere',
    'refund-failed',
  ];
  expect([...seen].toSorted(), 'every cause has come up').toEqual(causes);
  const kinds = [
    'capture',
    'dispute',
    'dispute-returned',
    'fees',
    'other',
    'payout',
    'payout-bounced',
    'payout-paid',
    'payout-returned',
    'refund',
    'refund-failed',
  ];
  expect([...booked].toSorted(), 'everything that can be booked has come up').toEqual(kinds);
});
