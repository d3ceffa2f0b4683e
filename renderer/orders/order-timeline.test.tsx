// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { showOrder } from '../../tests/support/components/show.tsx';
import { OrderTimeline } from './order-timeline.tsx';

it('tells the clock of what was done on the order’s own day, and the date of what was done later', async () => {
  const at = (time: string) => ({ at: `2025-${time}.000Z`, screenName: 'Bar till' });
  const order = sampleOrder({
    createdAt: '2025-11-21T12:00:00.000Z',
    actions: [
      { action: 'accept', ...at('11-21T12:01:00'), version: 2 },
      { action: 'refund', ...at('11-23T09:30:00'), version: 9 },
    ],
  });
  await showOrder(order, (now) => <OrderTimeline order={now} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Accepted 12:01:00 .*Bar till/),
    expect.stringMatching(/^Refund asked for Sun,? 23 Nov 2025, 09:30 .*Bar till/),
  ]);
});
