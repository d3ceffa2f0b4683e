import { beforeAll, describe, expect, it } from 'vitest';
import type { Dispute, MoneyDifference, Payouts } from '#shared/api/payouts.ts';
import { cardShop, type CardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpStripe, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

setUpStripe();

const SECOND_MS = 1_000;
const OPEN = 250;
const BOOKED = 253;
const idOf = (shop: CardShop, at: number) => `d_${(at * 7_919) % 1_000}_${shop.account.id}`;

/** A shop whose books differ so often, three times each second: `count` that are not booked, and `booked`. */
async function withDifferences(count: number, booked: number): Promise<CardShop> {
  const shop = await cardShop(server, stripe);
  await later(SECOND_MS);
  const now = server.clock.now().getTime();
  const differences = Array.from({ length: count + booked }, (_, index) => ({
    id: idOf(shop, index),
    card_account: shop.account.id,
    cause: 'foreign-card',
    order_id: null,
    amount: -index,
    // Neither kind is newer than the other.
    at: new Date(now - Math.floor((index % count) / 3) * SECOND_MS),
    settled_at: index < count ? null : new Date(now),
  }));
  await server.database.kysely.insertInto('money_differences').values(differences).execute();
  return shop;
}

const unexplained = async (shop: CardShop, differencesCursor?: string): Promise<Payouts['unexplained']> => {
  const query = new URLSearchParams(differencesCursor === undefined ? {} : { differencesCursor });
  return (await shop.send('GET', `/sellers/payouts?${query.toString()}`)).body.unexplained;
};

describe('more differences than fit one reply (D52)', () => {
  let shop: CardShop;
  beforeAll(async () => {
    shop = await withDifferences(OPEN, BOOKED);
  });

  it('are all listed once, page by page: what is not booked first, then newest first', async () => {
    const seen: MoneyDifference[] = [];
    let page = await unexplained(shop);
    seen.push(...page.differences);
    while (page.nextCursor !== undefined && seen.length < 1_000) {
      expect(page.differences).toHaveLength(200);
      page = await unexplained(shop, page.nextCursor);
      seen.push(...page.differences);
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(OPEN + BOOKED);
    expect(seen).toHaveLength(OPEN + BOOKED);
    expect(seen.findIndex(({ booked }) => booked)).toBe(OPEN);
    for (const half of [seen.slice(0, OPEN), seen.slice(OPEN)]) {
      const times = half.map(({ at }) => at);
      expect(times).toEqual(times.toSorted().toReversed());
    }
  });

  it('are asked for by a cursor that a page of one’s own returned', async () => {
    const neighbour = await withDifferences(1, 200);
    const { nextCursor: theirs = '' } = await unexplained(neighbour);
    expect(theirs).not.toBe('');
    for (const differencesCursor of [theirs, 'd_unknown']) {
      const query = new URLSearchParams({ differencesCursor }).toString();
      expect((await shop.send('GET', `/sellers/payouts?${query}`)).body).toMatchObject({
        error: { code: 'INVALID_REQUEST' },
      });
    }
  });
});

it('of more disputes than fit one reply those that can be answered are told, however old (D52)', async () => {
  const shop = await cardShop(server, stripe);
  await later(SECOND_MS);
  const now = server.clock.now().getTime();
  const disputes = Array.from({ length: 203 }, (_, index) => ({
    id: `dp_${index}_${shop.account.id}`,
    card_account: shop.account.id,
    order_id: null,
    intent: null,
    amount: 500,
    state: index === 201 ? 'inquiry' : index === 202 ? 'needs-response' : 'lost',
    reason: 'general',
    opened_at: new Date(now - index * SECOND_MS),
    evidence_due_at: null,
  }));
  await server.database.kysely.insertInto('disputes').values(disputes).execute();
  const reply = (await shop.send('GET', '/sellers/disputes')).body as { disputes: Dispute[] };
  expect(reply.disputes).toHaveLength(200);
  expect(reply.disputes.slice(-2).map(({ state }) => state)).toEqual(['inquiry', 'needs-response']);
  const times = reply.disputes.map(({ openedAt }) => openedAt);
  expect(times).toEqual(times.toSorted().toReversed());
});
