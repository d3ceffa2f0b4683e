// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../tests/support/components/show.tsx';
import { Client } from '../../api/client.ts';
import { CallFailed, unreachable } from '../../api/failure.ts';
import { readPayoutDetail } from '../../api/read-payouts.ts';
import { PayoutRow } from './payout-row.tsx';

afterEach(() => void vi.restoreAllMocks());

it('says in its place that its orders could not be loaded, and loads them again', async () => {
  const { payout } = readPayoutDetail({
    payout: {
      id: 'po_1',
      amount: 1_250,
      state: 'paid',
      madeAt: '2026-11-20T12:00:00.000Z',
      parts: { orders: 1, payments: 1_250 },
    },
    lines: [],
  });
  vi.spyOn(Client.prototype, 'call')
    .mockRejectedValueOnce(new CallFailed(unreachable))
    .mockResolvedValue({ payout, lines: [] });
  const { user } = show(<PayoutRow payout={payout} />);
  const row = within(screen.getByRole('listitem'));
  await user.click(row.getByRole('button', { name: /Show orders of the payout/ }));
  expect((await row.findByRole('alert')).textContent).toBe(unreachable.message);
  // The page has a heading of its own.
  expect(screen.queryByRole('heading', { level: 1 })).toBe(null);
  await user.click(row.getByRole('button', { name: 'Reload' }));
  await row.findByRole('button', { name: 'Export these orders' });
  expect(row.queryByRole('alert')).toBe(null);
});
