// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../tests/support/components/show.tsx';
import { Client } from '../../api/client.ts';
import { CallFailed, unreachable } from '../../api/failure.ts';
import { readOutlet } from '../../api/read-outlet.ts';
import { GuestPageSection } from './guest-page-section.tsx';

const shown = readOutlet({ id: 'outlet', name: 'The Old Ferry', guestPage: true });
/** A colleague has renamed it since. */
const theirs = { ...shown, name: 'The New Ferry' };

afterEach(() => void vi.restoreAllMocks());

function open(read: () => Promise<unknown>) {
  const sent: unknown[] = [];
  vi.spyOn(Client.prototype, 'call').mockImplementation(async (key, options) => {
    if (key === 'GET /sellers/outlets/:outletId') return (await read()) as never;
    sent.push([key, 'body' in options ? options.body : null]);
    return theirs;
  });
  const { user } = show(
    <MemoryRouter>
      <GuestPageSection outlet={shown} />
    </MemoryRouter>,
  );
  return { user, sent, page: screen.getByRole<HTMLInputElement>('switch') };
}

it('leaves the name that a colleague has given the outlet since', async () => {
  const { user, sent, page } = open(async () => theirs);
  await user.click(page);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([['PATCH /sellers/outlets/:outletId', { name: 'The New Ferry', guestPage: false }]]);
});

it('shows what was pressed until that is answered, and again what is so where it failed', async () => {
  let fail = (_error: Error) => {};
  const { user, sent, page } = open(() => new Promise((_resolve, reject) => (fail = reject)));
  expect(page.checked).toBe(true);
  await user.click(page);
  expect(page.checked).toBe(false);
  fail(new CallFailed(unreachable));
  await screen.findByText(unreachable.message);
  await waitFor(() => expect(page.checked).toBe(true));
  expect(sent).toEqual([]);
});
