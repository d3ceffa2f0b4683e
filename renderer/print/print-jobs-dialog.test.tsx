// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PrintJob } from '#shared/print/jobs.ts';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { show } from '../../tests/support/components/show.tsx';
import { PrintJobsDialog } from './print-jobs-dialog.tsx';

const job = (changes: Partial<PrintJob>): PrintJob => ({
  id: `${changes.subject} ticket kitchen 1`,
  subject: 'order-1',
  label: 'Order 1, table 7',
  kind: 'ticket',
  printerId: 'kitchen',
  copy: 1,
  state: 'unconfirmed',
  problem: 'Out of paper',
  begun: 1,
  printedBy: null,
  at: '2026-11-21T12:00:00.000Z',
  ...changes,
});

it('a job whose order has ended says so (T15)', () => {
  const jobs = [
    job({ subject: 'order-1' }),
    job({ subject: 'order-2', label: 'Order 2, table 9', ended: true }),
  ];
  const printing = { settings: noPrintSettings, printers: [], jobs: new Map() };
  show(<PrintJobsDialog jobs={jobs} onClose={() => undefined} />, fakePlatform({ printing: () => printing }));
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(said[0]).not.toContain('cancelled');
  expect(said[1]).toContain('Its order was cancelled or has expired');
});
