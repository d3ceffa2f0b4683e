// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../tests/support/components/show.tsx';
import { apiSlice } from '../../api/api-slice.ts';
import { Client } from '../../api/client.ts';
import { CallFailed, readFailure, unreachable, type Failure } from '../../api/failure.ts';
import { readPayouts } from '../../api/read-payouts.ts';
import type { AppStore } from '../../state/store.ts';
import { BankBooks } from './bank-books.tsx';

/** How far each call to the server is. */
const callsOf = (store: AppStore) =>
  Object.values(store.getState()[apiSlice.reducerPath]?.queries ?? {}).map((query) => query?.status);

afterEach(() => void vi.restoreAllMocks());

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

it('shows nothing at a server that has no books', async () => {
  const { store } = showAfter(readFailure(404, {}));
  await waitFor(() => expect(callsOf(store)).toEqual(['rejected']));
  expect(screen.queryByRole('region')).toBe(null);
});
