import { assertNever } from '#shared/base/assert-never.ts';
import type { PrintDocument } from '#shared/print/document.ts';
import { pageOf, type PaperPage } from '#shared/print/paper.ts';
import type { Printer } from '#shared/print/printer.ts';
import type { DrawLine } from './document-bytes.ts';
import type { SheetPrinter } from './print-step.ts';
import { sendToFile } from './send-file.ts';
import { lookOverNetwork, sendOverNetwork } from './send-network.ts';
import type { Deadlines, SendOutcome } from './send-outcome.ts';
import { sendToSystem } from './send-system.ts';

type SheetPrinterOptions = {
  /** The folder of files without a path of their own. */
  folder: string;
  limits: Deadlines;
  draw: DrawLine;
  /** Prints a page on a printer of the system's that accepts no bytes; null if the system's printers do. */
  printPage: PrintPage | null;
};

/** Cancels and cleans up when `signal` is aborted. */
export type PrintPage = (page: PaperPage, name: string, signal: AbortSignal) => Promise<SendOutcome>;

/** The first of two status checks must be short enough for both to show a problem within 3 s. */
const LOOK_MS = 400;

/** Loaded with the first sheet: it is a third of the main process's code. */
const loadDocumentBytes = () => import('./document-bytes.ts');

/** Prints sheets, over whichever connection the printer has. */
export function sheetPrinter({ folder, limits, draw, printPage }: SheetPrinterOptions): SheetPrinter {
  const laidOut = async (document: PrintDocument, printer: Printer) =>
    (await loadDocumentBytes()).documentBytes(document, printer, draw);
  return {
    async print(document, printer, mayBegin) {
      const { target, width } = printer;
      if (target.kind === 'system' && printPage)
        return withinTime((signal) => printPage(pageOf(document, width), target.name, signal), limits);
      const sheet = await laidOut(document, printer).catch(() => ({ refused: 'It cannot be laid out' }));
      if ('refused' in sheet) return { kind: 'refused', problem: sheet.refused };
      switch (target.kind) {
        case 'network':
          return sendOverNetwork(sheet.bytes, { ...printer, ...target }, limits, mayBegin);
        case 'system':
          return sendToSystem(sheet.bytes, target.name, limits);
        case 'file':
          return sendToFile(sheet.bytes, target.path, folder, limits);
        default:
          return assertNever(target);
      }
    },
    async look({ target, dialect, answers }, misses) {
      if (target.kind !== 'network') return { kind: 'unknown' };
      return lookOverNetwork({ ...target, dialect, answers }, lookLimits(limits, misses));
    },
  };
}

/**
 * A printer that misses a short check may only be slow: the second gives it all its time to answer, and those after
 * it, when the problem is shown, to connect as well.
 */
function lookLimits(limits: Deadlines, misses: number): Deadlines {
  const connectMs = misses > 1 ? limits.connectMs : LOOK_MS;
  return { ...limits, connectMs, statusMs: misses > 0 ? limits.statusMs : LOOK_MS };
}

/** A driver that waits for a dialog of its own must not block later sheets. */
function withinTime(
  print: (signal: AbortSignal) => Promise<SendOutcome>,
  { printMs }: Deadlines,
): Promise<SendOutcome> {
  const signal = AbortSignal.timeout(printMs);
  const tooLate = new Promise<SendOutcome>((resolve) =>
    signal.addEventListener('abort', () =>
      resolve({ kind: 'unconfirmed', problem: 'The system did not take it in time' }),
    ),
  );
  return Promise.race([print(signal), tooLate]);
}
