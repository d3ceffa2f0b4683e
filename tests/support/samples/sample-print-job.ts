import type { PrintJob } from '#shared/print/jobs.ts';

/** A ticket that waits for the printer in the kitchen. */
export const samplePrintJob = (subject: string, changes: Partial<PrintJob> = {}): PrintJob => ({
  id: `${subject} ticket kitchen 1`,
  subject,
  label: subject,
  kind: 'ticket',
  printerId: 'kitchen',
  copy: 1,
  state: 'queued',
  problem: null,
  begun: 0,
  printedBy: null,
  at: new Date().toISOString(),
  ...changes,
});
