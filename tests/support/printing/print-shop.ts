import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newPrinter } from '../../../renderer/features/printing/printer-words.ts';
import type { PrintClaims } from '../../../main/printing/ask-claims.ts';
import { claimedSheets } from '../../../main/printing/claimed-sheets.ts';
import { openLedger } from '../../../main/printing/print-ledger.ts';
import { printQueue } from '../../../main/printing/print-queue.ts';
import { finishPrinting } from '../../../main/printing/printing.ts';
import { openPrintSettings } from '../../../main/printing/print-settings.ts';
import type { Deadlines } from '../../../main/printing/send-outcome.ts';
import { serverClock } from '../../../main/printing/server-clock.ts';
import { sheetPrinter } from '../../../main/printing/sheet-printer.ts';
import type { PrinterState, PrintJob } from '#shared/print/jobs.ts';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import type { Printer, PrinterTarget } from '#shared/print/printer.ts';

/** A network printer on loopback that prints tickets as orders arrive, with `changes` applied. */
export function samplePrinter(port: number, changes: Partial<Printer> = {}): Printer {
  const usual = newPrinter();
  return {
    ...usual,
    id: 'kitchen',
    documents: { ...usual.documents, report: { when: 'never', copies: 1 } },
    target: { kind: 'network', host: '127.0.0.1', port },
    since: new Date(0).toISOString(),
    ...changes,
  };
}

/** A test's tills share the loopback, as those of an outlet share its network. */
const nameOnLoopback = (target: PrinterTarget) =>
  target.kind === 'network' ? `${target.host}:${target.port}` : null;

/** Shorter than the till's, so that tests of timeouts end soon. */
export const quickly: Deadlines = { connectMs: 500, statusMs: 300, printMs: 1_000 };

export type ShopOptions = {
  limits?: Deadlines;
  everyMs?: number;
  printers?: Printer[];
  /** Asks the server which till prints; null if there is only this till. */
  claims?: PrintClaims | null;
  leaseMs?: number;
  /** Shorter than the till's as well: nobody tells most tests' tills the time. */
  toldWithinMs?: number;
  /** Who is signed in. */
  accountId?: () => string | null;
};

/** The main process's printing, without Electron. */
export async function openPrintShop(
  folder: string,
  {
    limits = quickly,
    everyMs = 50,
    printers,
    claims = null,
    leaseMs,
    toldWithinMs = 0,
    accountId = () => null,
  }: ShopOptions = {},
) {
  const clock = serverClock();
  const reports: string[] = [];
  const changes: PrintJob[] = [];
  const states: PrinterState[] = [];
  const report = (message: string) => void reports.push(message);
  const file = path.join(folder, 'printers.json');
  // Written directly, because saving a printer counts as setting it up now.
  if (printers) await writeFile(file, JSON.stringify({ ...noPrintSettings, printers }));
  const settings = await openPrintSettings({
    file,
    systemPrinters: async () => [],
    confirmPrinter: async () => null,
    report,
  });
  const ledger = await openLedger({
    file: path.join(folder, 'print-jobs.json'),
    report,
    changed: (job) => void changes.push(job),
    now: clock.notBefore,
    accountId,
  });
  const sheets = sheetPrinter({ folder, limits, draw: async () => null, printPage: null });
  const claimed =
    claims &&
    claimedSheets({
      ledger,
      claims,
      printer: settings.printer,
      nameOf: nameOnLoopback,
      ...(leaseMs !== undefined && { leaseMs }),
    });
  const queue = printQueue({
    ledger,
    settings,
    sheets,
    clock,
    claimed,
    stateChanged: (state) => void states.push(state),
    everyMs,
    toldWithinMs,
  });
  /** As at the till's end. */
  const finish = () => finishPrinting(queue, async () => claimed?.tend(clock.now()));
  return { queue, finish, ledger, settings, reports, changes, states };
}
