import type { Payout, Payouts } from '#shared/api/payouts.ts';
import type { Client } from './client.ts';
import { pageBehind } from './cursor-pages.ts';

/** Every payout, newest first, however many pages the server gives them in. */
export async function allPayouts(client: Pick<Client, 'call'>): Promise<Payout[]> {
  const all: Payout[] = [];
  let cursor: string | null = null;
  do {
    const query = pageBehind(cursor);
    const page: Payouts = await client.call('GET /sellers/payouts', { query });
    all.push(...page.payouts);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}
