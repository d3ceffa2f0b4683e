import { expect, it } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { reachedMoments } from './by-itself.ts';

const moments = (changes: Parameters<typeof sampleOrder>[0]) =>
  reachedMoments(sampleOrder(changes)).map(({ moment }) => moment);

it('an order comes to its moments one after the other, and leaves those behind that nobody needs any more', () => {
  const acceptedAt = '2026-11-21T12:01:00.000Z';
  const completedAt = '2026-11-21T12:20:00.000Z';
  expect(moments({})).toEqual(['arrival']);
  expect(moments({ status: 'deliver_working', acceptedAt })).toEqual(['arrival', 'acceptance']);
  expect(moments({ status: 'complete', acceptedAt, completedAt })).toEqual(['closing']);
  const cameAt = '2026-11-21T12:00:40.000Z';
  expect(reachedMoments(sampleOrder({ cameAt }))).toEqual([{ moment: 'arrival', at: cameAt }]);
  for (const status of ['deliver_aborted', 'deliver_expired', 'refunded', 'payment_working'] as const)
    expect(moments({ status })).toEqual([]);
});
