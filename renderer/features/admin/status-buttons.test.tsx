// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../tests/support/components/show.tsx';
import { apiSlice } from '../../api/api-slice.ts';
import { Client } from '../../api/client.ts';
import { CallFailed, unreachable } from '../../api/failure.ts';
import { readAuditLogPage, readOutletsPage, readSellersPage } from '../../api/read-review.ts';
import { ReviewedOutletsScreen } from './outlets-screen.tsx';
import { SellerScreen } from './seller-screen.tsx';
import { StatusButtons } from './status-buttons.tsx';

afterEach(() => void vi.restoreAllMocks());

type AccountStatus = Parameters<typeof StatusButtons>[0]['status'];

const pending: AccountStatus = { value: 'pending', label: 'Pending review' };
const verified: AccountStatus = { value: 'verified', label: 'Verified' };
const suspended: AccountStatus = { value: 'suspended', label: 'Suspended' };
const sellers = (accountStatus: typeof pending) =>
  readSellersPage([{ id: 'S1', companyName: 'Thames Taverns Ltd', accountStatus }]);
const outlets = (accountStatus: typeof pending) =>
  readOutletsPage([{ id: 'O1', name: 'The Old Ferry', accountStatus }]);

/** Shows the admin's screens from an address; the server agrees to each change, unless `set` says otherwise. */
function showAt(
  address: string,
  read: (key: string) => Promise<unknown>,
  set: (body: unknown) => Promise<null> = async () => null,
) {
  vi.spyOn(Client.prototype, 'call').mockImplementation(async (key, options) => {
    if (key === 'GET /admin/sellers/account-statuses') return [pending, verified, suspended] as never;
    if (key.startsWith('PATCH')) return set('body' in options && options.body);
    if (key === 'GET /admin/audit-log') return readAuditLogPage([]);
    if (key === 'GET /admin/sellers/:sellerId/outlets') return [] as never;
    return (await read(key)) as never;
  });
  return show(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/admin/sellers/:sellerId" element={<SellerScreen />} />
        <Route path="/admin/outlets" element={<ReviewedOutletsScreen />} />
      </Routes>
    </MemoryRouter>,
  );
}

/** The statuses that show as pressed. */
const pressed = () =>
  [...document.querySelectorAll('[aria-pressed=true]')].map(({ textContent }) => textContent);
/** Resolves once all statuses can be pressed again. */
const settled = () =>
  waitFor(() => expect([...document.querySelectorAll('[aria-pressed]:disabled')]).toEqual([]));

it.each([
  { address: '/admin/sellers/S1', found: sellers },
  { address: '/admin/outlets', found: outlets },
])(
  'a status that the server has agreed to shows while $address is read again',
  async ({ address, found }) => {
    let fail: ((why: Error) => void) | undefined;
    const again = new Promise<unknown>((_, reject) => (fail = reject));
    const read = vi.fn<() => Promise<unknown>>().mockResolvedValueOnce(found(pending)).mockReturnValue(again);
    const { user, store } = showAt(address, read);
    await user.click(await screen.findByRole('button', { name: 'Verified' }));
    await settled();
    expect(read).toHaveBeenCalledTimes(2);
    expect(pressed()).toEqual(['Verified']);
    // Nor does it go back if that fails.
    fail?.(new CallFailed(unreachable));
    const queries = () => Object.values(store.getState()[apiSlice.reducerPath]?.queries ?? {});
    await waitFor(() => expect(queries().map((query) => query?.status)).toContain('rejected'));
    expect(pressed()).toEqual(['Verified']);
  },
);

it.each([
  { address: '/admin/sellers/S1', found: sellers },
  { address: '/admin/outlets', found: outlets },
])(
  'a press at $address on a status that a colleague has changed since shows theirs (D12)',
  async ({ address, found }) => {
    const read = vi.fn<() => Promise<unknown>>().mockResolvedValueOnce(found(pending));
    read.mockRejectedValue(new CallFailed(unreachable));
    const message = 'Somebody has set this meanwhile.';
    const refused = { status: 409, code: 'STATUS_CHANGED', message, fields: {} };
    const set = vi.fn<(body: unknown) => Promise<null>>();
    set.mockRejectedValue(new CallFailed({ ...refused, current: { accountStatus: suspended } }));
    const { user } = showAt(address, read, set);
    await user.click(await screen.findByRole('button', { name: 'Verified' }));
    expect(await screen.findByText(message)).toBeTruthy();
    const id = address.startsWith('/admin/sellers') ? 'S1' : 'O1';
    expect(set.mock.calls).toEqual([[{ id, accountStatus: 'verified', from: 'pending' }]]);
    expect(pressed()).toEqual(['Suspended']);
    await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  },
);

it('a server that does not know what a status was changed from sets it all the same', async () => {
  const read = vi.fn<() => Promise<unknown>>().mockResolvedValueOnce(sellers(pending));
  const set = vi.fn<(body: unknown) => Promise<null>>().mockResolvedValue(null);
  set.mockRejectedValueOnce(new CallFailed({ ...unreachable, status: 400, code: 'INVALID_REQUEST' }));
  const { user } = showAt('/admin/sellers/S1', read.mockResolvedValue(sellers(verified)), set);
  await user.click(await screen.findByRole('button', { name: 'Verified' }));
  await settled();
  expect(pressed()).toEqual(['Verified']);
  expect(set).toHaveBeenLastCalledWith({ id: 'S1', accountStatus: 'verified' });
});

it('a status that the server has by the time it is read again shows', async () => {
  const { user } = showAt('/admin/sellers/S1', async () => sellers(pending));
  await user.click(await screen.findByRole('button', { name: 'Verified' }));
  await settled();
  await waitFor(() => expect(pressed()).toEqual(['Pending review']));
});

it.each([
  { address: '/admin/sellers/S1', found: sellers },
  { address: '/admin/outlets', found: outlets },
])(
  'a reading of $address that began before the server agreed to a change does not undo it',
  async ({ address, found }) => {
    const ends: ((page: unknown) => void)[] = [];
    const read = vi
      .fn<() => Promise<unknown>>(() => new Promise((resolve) => ends.push(resolve)))
      .mockResolvedValueOnce(found(pending));
    const { user } = showAt(address, read);
    await user.click(await screen.findByRole('button', { name: 'Verified' }));
    await settled();
    await user.click(screen.getByRole('button', { name: 'Pending review' }));
    await user.click(screen.getByRole('button', { name: 'Set to Pending review' }));
    await settled();
    ends[0]?.(found(verified));
    await waitFor(() => expect(read).toHaveBeenCalledTimes(3));
    expect(pressed()).toEqual(['Pending review']);
    // What was read after the change counts: a colleague's, for one.
    ends[1]?.(found(verified));
    await waitFor(() => expect(pressed()).toEqual(['Verified']));
  },
);

it('asks for no confirmation of what a colleague has decided meanwhile', async () => {
  vi.spyOn(Client.prototype, 'call').mockResolvedValue([pending, verified, suspended] as never);
  // Its answer is still on its way.
  const onChange = vi.fn<() => Promise<object>>(() => new Promise(() => undefined));
  function Seller() {
    const [status, setStatus] = useState(verified);
    return (
      <>
        <StatusButtons name="Ferry" status={status} onChange={onChange} />
        <button type="button" onClick={() => setStatus(suspended)}>
          A colleague decides
        </button>
      </>
    );
  }
  const { user } = show(<Seller />);
  await user.click(await screen.findByRole('button', { name: 'Suspended' }));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  await user.click(screen.getByText('A colleague decides'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Verified' }));
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
