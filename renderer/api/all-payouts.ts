import type { Payout, Payouts } from '#shared/api/payouts.ts';
import type { Client } from './client.ts';

/** How the page of payouts behind a cursor is asked for; null for the first. */
export const payoutsBehind = (cursor: string | null) => (cursor === null ? {} : { cursor });

/** Every payout, newest first, however many pages the server gives them in. */
export async function allPayouts(client: Pick<Client, 'call'>): Promise<Payout[]> {
  const all: Payout[] = [];
  let cursor: string | null = null;
  do {
    const query = payoutsBehind(cursor);
    const page: Payouts = await client.call('GET /sellers/payouts', { query });
    all.push(...page.payouts);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}
