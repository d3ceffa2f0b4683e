import path from 'node:path';
import type { Printers } from '#shared/host/printing.ts';
import type { PrintJob } from '#shared/print/jobs.ts';
import type { PrintClaims } from './ask-claims.ts';
import { claimedSheets } from './claimed-sheets.ts';
import type { DrawLine } from './document-bytes.ts';
import { openLedger } from './print-ledger.ts';
import { printQueue } from './print-queue.ts';
import { openPrintSettings, type ConfirmPrinter } from './print-settings.ts';
import { deadlines } from './send-outcome.ts';
import { serverClock } from './server-clock.ts';
import { sheetPrinter, type PrintPage } from './sheet-printer.ts';

export type PrintingOptions = {
  /** The folder of the printers' settings, the ledger and printed files. */
  folder: string;
  draw: DrawLine;
  printPage: PrintPage | null;
  /** The printers that this computer knows, by name. */
  printerNames: () => Promise<string[]>;
  confirmPrinter: ConfirmPrinter;
  /** Asks the server which till of an outlet prints what. */
  claims: PrintClaims;
  /** Who is signed in, by id; null for nobody. */
  accountId: () => string | null;
  report: (message: string) => void;
  changed: (printing: Printers) => void;
  jobChanged: (job: PrintJob) => void;
  /** Called with all jobs of whoever has signed in. */
  jobsRead: (jobs: PrintJob[]) => void;
};

/** Opens the settings and the ledger, and the queue over them. */
export async function openPrinting(options: PrintingOptions) {
  const { folder, draw, printPage, printerNames, confirmPrinter, claims } = options;
  const { accountId, report, changed, jobChanged, jobsRead } = options;
  const clock = serverClock();
  const settings = await openPrintSettings({
    file: path.join(folder, 'printers.json'),
    systemPrinters: printerNames,
    confirmPrinter,
    report,
  });
  const ledger = await openLedger({
    file: path.join(folder, 'print-jobs.json'),
    report,
    changed: jobChanged,
    now: clock.notBefore,
    accountId,
  });
  const sheets = sheetPrinter({ folder: path.join(folder, 'printed'), limits: deadlines, draw, printPage });
  const claimed = claimedSheets({ ledger, claims, printer: settings.printer });
  const queue = printQueue({
    ledger,
    settings,
    sheets,
    clock,
    claimed,
    stateChanged: () => changed(now()),
  });

  function now(): Printers {
    return { settings: settings.current(), printers: queue.states() };
  }

  return {
    queue,
    /** Asks each printer how it is. */
    ask: () =>
      Promise.all(
        settings.current().printers.map(async (printer) => {
          // Once only, so a slow one gets its time to answer.
          const look = await sheets.look(printer, 1);
          return { name: printer.name, problem: 'problem' in look ? look.problem : null };
        }),
      ),
    finish: () => finishPrinting(queue, () => claimed.tend(clock.now())),
    /** To be called when somebody has signed in. */
    showJobs: () => jobsRead(ledger.shown()),
    read: () => ({ ...now(), jobs: ledger.shown() }),
    async save(next: Parameters<typeof settings.save>[0]) {
      const problem = await settings
        .save(next)
        .catch(() => 'The settings could not be saved on this computer.');
      if (problem !== null) return { kind: 'refused', message: problem } as const;
      queue.printersChanged();
      changed(now());
      return { kind: 'saved' } as const;
    },
  };
}

/** Starts no further sheet. Resolves once those that are under way are finished, and the server was told. */
export async function finishPrinting(
  { stop, finished }: Pick<ReturnType<typeof printQueue>, 'stop' | 'finished'>,
  tell: () => Promise<void>,
): Promise<void> {
  stop();
  await finished();
  await tell();
}
