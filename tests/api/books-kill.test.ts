import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Payouts } from '#shared/api/payouts.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { fakeStripe, type FakeRequest, type FakeStripe } from '../../server/testing/fake-stripe.ts';
import { cardPlatform, type CardPlatform } from '../support/shop/card-platform.ts';

const ACCOUNT = 'acct_ferry';
const MINUTE_MS = 60_000;

let stripe: FakeStripe;
let shop: CardPlatform;

beforeAll(async () => {
  stripe = await fakeStripe();
  // What was booked in the last minute is compared later.
  stripe.keepTime({ now: () => new Date(Date.now() - 30 * MINUTE_MS) });
  shop = await cardPlatform(stripe, ACCOUNT);
});
afterAll(async () => {
  await shop.platform.stop();
  await stripe.close();
});

const steps = [
  (request: FakeRequest) => request.path === '/v1/balance_transactions' && !request.params['payout'],
  (request: FakeRequest) => request.path === '/v1/payouts',
  (request: FakeRequest) => request.path === '/v1/disputes',
  (request: FakeRequest) => request.path === '/v1/balance_transactions' && Boolean(request.params['payout']),
  (request: FakeRequest) => request.path.startsWith('/v1/payment_intents/'),
];

/** Kills the server while it asks for that step of a reading, or just after it was answered, and starts it again. */
async function killAt(step: (request: FakeRequest) => boolean, moment: 'acted' | 'answered'): Promise<void> {
  const { platform } = shop;
  let killed = false;
  const kill = () => {
    if (!killed) platform.server.process.kill('SIGKILL');
    killed = true;
  };
  stripe.behave((request) => (!killed && step(request) ? { [moment]: kill } : null));
  await shop.tell('payout.created', { id: 'po', object: 'payout' });
  await vi.waitUntil(() => killed, { timeout: 30_000 });
  await platform.server.ended;
  stripe.behave(null);
  await platform.restart();
}

it('killed at every step of a reading, the ledger balances and is the bank’s, and nothing is unexplained (D52)', async () => {
  await shop.openForCards();
  const { books, balance } = stripe.account(ACCOUNT);
  let round = 0;
  for (const step of steps)
    for (const moment of ['acted', 'answered'] as const) {
      const order = await shop.close(round % 2 === 0 ? 'pm_card_us' : 'pm_card_visa');
      const intent = stripe.account(ACCOUNT).intentOf(order.id);
      if (round % 3 === 0) stripe.account(ACCOUNT).refundByHand(intent, 50);
      if (round % 3 === 1) books.dispute(intent, 100);
      books.payOut();
      await killAt(step, moment);
      round += 1;
    }
  const read = () => shop.call('GET', '/sellers/payouts') as Promise<Payouts>;
  await vi.waitFor(
    async () => {
      await shop.tell('payout.created', { id: 'po', object: 'payout' });
      const { payouts, unexplained } = await read();
      expect(payouts.map(({ parts }) => parts === null)).toEqual(books.payouts.map(() => false));
      expect(unexplained.amount).toBe(0);
      expect(unexplained.differences.filter(({ booked }) => !booked)).toEqual([]);
    },
    { timeout: 60_000, interval: 500 },
  );
  const { payouts } = await read();
  for (const { id, amount, parts } of payouts) {
    const sum = parts && parts.taken + parts.fees + parts.refunds + parts.disputes + parts.other;
    expect([id, sum]).toEqual([id, amount]);
  }
  await shop.platform.end('SIGTERM');
  const database = await openDatabase({ databaseUrl: null, dataDir: shop.platform.dataDir });
  try {
    const entries = await database.kysely.selectFrom('ledger_entries').selectAll().execute();
    const sums = new Map<string, number>();
    for (const { transaction_id: id, amount } of entries) sums.set(id, (sums.get(id) ?? 0) + amount);
    expect([...sums].filter(([, sum]) => sum !== 0)).toEqual([]);
    const sellers = entries.filter(({ account }) => account === 'seller');
    expect(sellers.reduce((total, { amount }) => total + amount, 0)).toBe(
      balance.reduce((total, { net }) => total + net, 0),
    );
  } finally {
    await database.close();
  }
}, 300_000);
