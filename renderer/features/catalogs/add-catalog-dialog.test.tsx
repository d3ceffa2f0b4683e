// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../tests/support/components/show.tsx';
import { Client } from '../../api/client.ts';
import { CallFailed, unreachable } from '../../api/failure.ts';
import { AddCatalogDialog } from './add-catalog-dialog.tsx';

afterEach(() => void vi.restoreAllMocks());

it('a menu is one menu where the first press was never answered: both carry the same key', async () => {
  const call = vi.spyOn(Client.prototype, 'call');
  call.mockRejectedValueOnce(new CallFailed(unreachable)).mockResolvedValue(null);
  const onClose = vi.fn<() => void>();
  const { user } = show(<AddCatalogDialog onClose={onClose} />);
  await user.type(screen.getByLabelText('Name'), 'Summer menu');
  await user.click(screen.getByRole('button', { name: 'Add', hidden: true }));
  await screen.findByText(unreachable.message);
  await user.click(screen.getByRole('button', { name: 'Add', hidden: true }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [first, second] = call.mock.calls;
  expect(first).toEqual([
    'POST /sellers/catalogs',
    { body: { name: 'Summer menu' }, idempotencyKey: expect.stringMatching(/^[\w-]{36}$/) },
  ]);
  expect(second).toEqual(first);
});
