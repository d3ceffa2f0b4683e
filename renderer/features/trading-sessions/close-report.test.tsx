// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { closeDocument } from '#shared/print/close-document.ts';
import { sampleReport } from '../../../tests/support/samples/sample-report.ts';
import { show } from '../../../tests/support/components/show.tsx';
import { apiSlice } from '../../api/api-slice.ts';
import { Client } from '../../api/client.ts';
import { CallFailed, readFailure, unreachable } from '../../api/failure.ts';
import type { AppStore } from '../../state/store.ts';
import { CloseReport } from './close-report.tsx';

/** How far each call to the server is. */
const callsOf = (store: AppStore) =>
  Object.values(store.getState()[apiSlice.reducerPath]?.queries ?? {}).map((query) => query?.status);

afterEach(() => void vi.restoreAllMocks());

const showReport = () => show(<CloseReport sessionId="session" />);

it('says that the report could not be loaded, below a heading of its own, and loads it again', async () => {
  const call = vi.spyOn(Client.prototype, 'call').mockRejectedValue(new CallFailed(unreachable));
  const { user } = showReport();
  const section = within(await screen.findByRole('region', { name: 'Report' }));
  expect(section.getByRole('alert').textContent).toBe(unreachable.message);
  expect(screen.queryByRole('heading', { level: 1 })).toBe(null);
  // A report of a form that this app does not know is none.
  call.mockResolvedValue(null);
  await user.click(section.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBe(null));
  expect(call).toHaveBeenCalledTimes(2);
});

it('shows nothing for a session that has no report', async () => {
  vi.spyOn(Client.prototype, 'call').mockRejectedValue(new CallFailed(readFailure(404, {})));
  const { store } = showReport();
  await waitFor(() => expect(callsOf(store)).toEqual(['rejected']));
  expect(screen.queryByRole('region')).toBe(null);
});

it('says of the VAT that was given back what is on paper (D53)', async () => {
  vi.spyOn(Client.prototype, 'call').mockResolvedValue({ report: sampleReport, hash: 'abc' });
  showReport();
  const figures = within(await screen.findByRole('list', { name: 'This session' }));
  const { blocks } = closeDocument(sampleReport, 'abc');
  const at = blocks.findIndex((block) => block.kind === 'amount' && block.label.startsWith('Given back: '));
  const [line, vat] = blocks.slice(at, at + 2);
  if (line?.kind !== 'amount' || vat?.kind !== 'text')
    throw new Error('Paper has no VAT that was given back');
  expect(vat.text).toContain('−');
  expect(figures.getByText(`${line.label}, ${vat.text}`)).toBeTruthy();
});
