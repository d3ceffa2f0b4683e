import { expect, it, vi } from 'vitest';
import { allPayouts } from './all-payouts.ts';
import { readPayouts } from './read-payouts.ts';

/** A server's pages of payouts, by the cursor that asks for them. */
const pages: Record<string, object> = {
  '': { payouts: [{ id: 'po_3' }, { id: 'po_2' }], nextCursor: 'po_2' },
  po_2: { payouts: [{ id: 'po_1' }], nextCursor: 'po_1' },
  po_1: { payouts: [{ id: 'po_0' }], nextCursor: null },
};
const client = (from = pages) => ({
  call: vi.fn<(key: string, options: { query?: { cursor?: string } }) => Promise<unknown>>(
    async (_key, { query }) => readPayouts(from[query?.cursor ?? '']),
  ),
});

it('follows the pages of payouts to the last one', async () => {
  const found = await allPayouts(client() as never);
  expect(found.map(({ id }) => id)).toEqual(['po_3', 'po_2', 'po_1', 'po_0']);
});

it('takes the one list of a server that has no pages', async () => {
  const found = await allPayouts(client({ '': { payouts: [{ id: 'po_1' }] } }) as never);
  expect(found.map(({ id }) => id)).toEqual(['po_1']);
});
