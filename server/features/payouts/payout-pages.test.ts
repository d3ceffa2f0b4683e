import { beforeAll, describe, expect, it } from 'vitest';
import type { Payouts } from '#shared/api/payouts.ts';
import { cardShop, type CardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpStripe, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

setUpStripe();

const SECOND_MS = 1_000;
/** Three of a made-up pub's payouts are made in the same second; their ids have no order in time. */
const idOf = (shop: CardShop, at: number) => `po_${(at * 7_919) % 1_000}_${shop.account.id}`;

/** A shop whose books have so many payouts. */
async function withPayouts(count: number): Promise<CardShop> {
  const shop = await cardShop(server, stripe);
  await later(SECOND_MS);
  const now = server.clock.now().getTime();
  const payouts = Array.from({ length: count }, (_, at) => ({
    id: idOf(shop, at),
    card_account: shop.account.id,
    amount: 1_000 + at,
    state: 'paid',
    made_at: new Date(now - Math.floor(at / 3) * SECOND_MS),
    arrives_at: new Date(now),
    failure: null,
    lines_known: false,
    tied_at: null,
  }));
  await server.database.kysely.insertInto('payouts').values(payouts).execute();
  return shop;
}

const page = async (shop: CardShop, query: Record<string, string>): Promise<Payouts> =>
  (await shop.send('GET', `/sellers/payouts?${new URLSearchParams(query).toString()}`)).body;

describe('payouts of years (D52)', () => {
  let shop: CardShop;
  beforeAll(async () => {
    shop = await withPayouts(501);
  });

  it.each([{}, { limit: '100' }])('are all listed once, newest first, page by page: %o', async (limit) => {
    const seen: string[] = [];
    const times: string[] = [];
    let cursor: string | null = null;
    do {
      const reply: Payouts = await page(shop, { ...limit, ...(cursor !== null && { cursor }) });
      seen.push(...reply.payouts.map(({ id }) => id));
      times.push(...reply.payouts.map(({ madeAt }) => madeAt));
      expect(reply.payouts.length).toBeLessThanOrEqual(Number(limit.limit ?? 200));
      cursor = reply.nextCursor;
    } while (cursor !== null && seen.length < 1_000);
    expect(seen).toHaveLength(501);
    expect(new Set(seen)).toEqual(new Set(Array.from({ length: 501 }, (_, at) => idOf(shop, at))));
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('have no further page once all are listed', async () => {
    const small = await withPayouts(6);
    expect(await page(small, { limit: '6' })).toMatchObject({ nextCursor: null });
    expect((await page(small, { limit: '5' })).nextCursor).not.toBeNull();
  });

  it('are asked for by a cursor that a page of one’s own returned', async () => {
    const neighbour = await withPayouts(6);
    const { nextCursor } = await page(neighbour, { limit: '2' });
    for (const cursor of [nextCursor ?? '', 'po_unknown'])
      expect(await page(shop, { cursor })).toMatchObject({
        error: { code: 'INVALID_REQUEST', fields: { cursor: expect.any(String) } },
      });
  });
});
