import type { DuePrint, PrintRequest } from '#shared/print/jobs.ts';
import type { Printer } from '#shared/print/printer.ts';
import { jobId, type LedgerEntry } from './print-ledger.ts';

type Asked = Pick<LedgerEntry, 'byHand' | 'accountId'> & {
  /** In ms since 1970, by the server's clock if known. */
  at: number;
};

/** The job of one copy of a requested document on a printer, before anything was sent. */
export function newJob(
  request: PrintRequest & Partial<DuePrint>,
  printer: Printer,
  copy: number,
  { at, ...asked }: Asked,
): LedgerEntry {
  const { subject, label, document, outletId, stationIds, handedFrom, handsOver } = request;
  const made: Omit<LedgerEntry, 'id'> = {
    subject,
    label,
    kind: document.kind,
    printerId: printer.id,
    copy,
    state: 'queued',
    problem: null,
    begun: 0,
    printedBy: null,
    at: new Date(at).toISOString(),
    document,
    ...asked,
    claim: outletId === undefined ? null : { outletId, printer: null, number: null, untold: null },
    ...(stationIds && { stationIds }),
    ...(handedFrom !== undefined && { handedFrom }),
    ...(handsOver && { handsOver }),
  };
  return { id: jobId(made), ...made };
}
