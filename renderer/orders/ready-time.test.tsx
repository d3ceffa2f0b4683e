// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ReadyPromise } from '#shared/api/ready-times.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { showOrder } from '../../tests/support/components/show.tsx';
import { DelayButton, ReadyChoice, ReadyMark, ReadyTime } from './ready-time.tsx';

const promise = (readyBy: string): ReadyPromise => ({
  readyBy,
  at: '2026-11-20T19:30:00.000Z',
  by: 'screen',
  screenName: null,
});
const promised = sampleOrder({
  status: 'deliver_working',
  version: 3,
  promises: [promise('2026-11-20T19:42:00.000Z')],
});
const showAll = (order = promised) =>
  showOrder(order, (now) => (
    <>
      <ReadyMark order={now} />
      <DelayButton order={now} />
      <ReadyChoice order={now} />
      <ReadyTime order={now} acting />
    </>
  ));
afterEach(() => void vi.useRealTimers());

it('asks two minutes before the promised one passes, and one press makes it five minutes later (D63)', async () => {
  vi.setSystemTime('2026-11-20T19:39:30.000Z');
  const first = await showAll();
  expect(document.body.textContent).toContain('· ready 19:42');
  expect(screen.queryByRole('button', { name: /will be ready/ })).toBeNull();
  first.server.close();
  document.body.replaceChildren();

  vi.setSystemTime('2026-11-20T19:40:00.000Z');
  const { user, server } = await showAll();
  await user.click(screen.getByRole('button', { name: 'Order 42 will be ready 5 minutes later' }));
  await vi.waitFor(() =>
    expect(server.requests.map(({ call }) => call)).toContain('POST /api/sellers/orders/ready-time/order-1'),
  );
  expect(server.requests.find(({ call }) => call.includes('ready-time'))).toMatchObject({
    version: '"3"',
    body: { readyBy: '2026-11-20T19:47:00.000Z' },
  });
});

it('shows nothing of it, and asks nothing, where no ready time is promised', async () => {
  const { server } = await showAll(sampleOrder());
  expect(document.body.textContent).not.toContain('ready');
  expect(server.requests).toEqual([]);
});
