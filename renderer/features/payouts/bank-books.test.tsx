// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../tests/support/components/show.tsx';
import { apiSlice } from '../../api/api-slice.ts';
import { Client } from '../../api/client.ts';
import { CallFailed, readFailure, unreachable, type Failure } from '../../api/failure.ts';
import { readPayouts } from '../../api/read-payouts.ts';
import type { AppStore } from '../../state/store.ts';
import { saveFile } from '../../ui/save-file.ts';
import { BankBooks } from './bank-books.tsx';

/** How far each call to the server is. */
const callsOf = (store: AppStore) =>
  Object.values(store.getState()[apiSlice.reducerPath]?.queries ?? {}).map((query) => query?.status);

vi.mock(import('../../ui/save-file.ts'), () => ({ saveFile: vi.fn<typeof saveFile>() }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.mocked(saveFile).mockClear();
});

/** Shows the books at a server that first answers with a failure, and then with books that have been read. */
function showAfter(failure: Failure) {
  vi.spyOn(Client.prototype, 'call')
    .mockRejectedValueOnce(new CallFailed(failure))
    .mockResolvedValue(readPayouts({ readAt: '2026-11-20T12:00:00.000Z' }));
  return show(<BankBooks />);
}

it('says that the books could not be loaded, below a heading of their own, and loads them again', async () => {
  const { user } = showAfter(unreachable);
  const section = within(await screen.findByRole('region', { name: 'Payouts to your bank' }));
  expect(section.getByRole('alert').textContent).toBe(unreachable.message);
  expect(screen.queryByRole('heading', { level: 1 })).toBe(null);
  await user.click(section.getByRole('button', { name: 'Reload' }));
  await screen.findByText('Nothing has been paid out yet.');
  expect(screen.queryByText(unreachable.message)).toBe(null);
});

/** Answers with pages of payouts, by the cursor that asks for them, `''` for the first. */
function showPages(pages: Record<string, object | Failure>) {
  const call = vi.spyOn(Client.prototype, 'call').mockImplementation(async (_key, options) => {
    const { cursor = '' } = (options as { query?: { cursor?: string } }).query ?? {};
    const page = pages[cursor] ?? {};
    if ('status' in page) throw new CallFailed(page as Failure);
    return readPayouts({ readAt: '2026-11-20T12:00:00.000Z', ...page });
  });
  return { ...show(<BankBooks />), call };
}
const payout = (id: string, amount: number) => ({
  id,
  amount,
  state: 'paid',
  madeAt: '2026-11-19T12:00:00.000Z',
});
const saved = () => vi.mocked(saveFile).mock.calls.map(([, text]) => text);

it('shows older payouts on a press, and saves all of them, shown or not', async () => {
  const { user } = showPages({
    '': { payouts: [payout('po_3', 300)], nextCursor: 'po_3' },
    po_3: { payouts: [payout('po_2', 200)], nextCursor: 'po_2' },
    po_2: { payouts: [payout('po_1', 100)], nextCursor: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved()).toHaveLength(1));
  for (const id of ['po_3', 'po_2', 'po_1']) expect(saved()[0]).toContain(id);
  expect(screen.queryByText('£2.00')).toBe(null);
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText('£2.00');
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText('£1.00');
  expect(screen.queryByRole('button', { name: 'Older' })).toBe(null);
});

it('saves no part of the payouts if not all can be loaded, and says so; neither are older ones shown', async () => {
  const { user } = showPages({
    '': { payouts: [payout('po_3', 300)], nextCursor: 'po_3' },
    po_3: unreachable,
  });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await screen.findByText(unreachable.message);
  expect(saved()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Older' }));
  const section = within(screen.getByRole('region', { name: 'Payouts to your bank' }));
  expect((await section.findByRole('alert')).textContent).toBe(unreachable.message);
  expect(section.getByText('£3.00')).not.toBe(null);
});

it('shows older differences on a press, each once, and says why they could not be loaded', async () => {
  const difference = (id: string, amount: number, booked = true) => ({
    id,
    cause: 'foreign-card',
    amount,
    at: '2026-11-19T12:00:00.000Z',
    booked,
  });
  const pages: Record<string, object> = {
    '': { amount: 0, differences: [difference('d_3', -3, false), difference('d_2', -2)], nextCursor: 'd_2' },
    d_2: { amount: 0, differences: [difference('d_1', -1)] },
  };
  let failure: Failure | null = unreachable;
  vi.spyOn(Client.prototype, 'call').mockImplementation(async (_key, options) => {
    const { differencesCursor = '' } = (options as { query?: { differencesCursor?: string } }).query ?? {};
    if (differencesCursor !== '' && failure) throw new CallFailed(failure);
    return readPayouts({ readAt: '2026-11-20T12:00:00.000Z', unexplained: pages[differencesCursor] });
  });
  const { user, store } = show(<BankBooks />);
  const section = within(await screen.findByRole('region', { name: 'Unexplained pence' }));
  const amounts = (name: string) =>
    within(section.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => /−£[\d.]+/.exec(textContent)?.[0]);
  await user.click(section.getByRole('button', { name: 'Older differences' }));
  expect((await section.findByRole('alert')).textContent).toBe(unreachable.message);
  failure = null;
  await user.click(section.getByRole('button', { name: 'Older differences' }));
  await waitFor(() => expect(amounts('Other than expected, and booked')).toEqual(['−£0.02', '−£0.01']));
  expect(section.queryByRole('button', { name: 'Older differences' })).toBe(null);

  // One more came, which leaves no room for another one in the newest; and one is booked.
  pages[''] = { amount: 0, differences: [difference('d_4', -4), difference('d_3', -3)], nextCursor: 'd_3' };
  store.dispatch(apiSlice.util.invalidateTags(['Books']));
  await waitFor(() =>
    expect(amounts('Other than expected, and booked')).toEqual(['−£0.04', '−£0.03', '−£0.02', '−£0.01']),
  );
  expect(section.queryByRole('list', { name: 'Not explained yet' })).toBe(null);
});

it('shows nothing at a server that has no books', async () => {
  const { store } = showAfter(readFailure(404, {}));
  await waitFor(() => expect(callsOf(store)).toEqual(['rejected']));
  expect(screen.queryByRole('region')).toBe(null);
});
