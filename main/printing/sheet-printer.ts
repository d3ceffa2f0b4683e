import { assertNever } from '#shared/base/assert-never.ts';
import type { PrintDocument } from '#shared/print/document.ts';
import { paperPage } from '#shared/print/paper.ts';
import type { Printer } from '#shared/print/printer.ts';
import type { DrawLine } from './document-bytes.ts';
import type { SheetPrinter } from './print-step.ts';
import { sendToFile } from './send-file.ts';
import { lookOverNetwork, sendOverNetwork } from './send-network.ts';
import type { Deadlines, SendOutcome } from './send-outcome.ts';
import { sendToSystem } from './send-system.ts';

type SheetPrinterOptions = {
  /** Where files go that have no path of their own. */
  folder: string;
  limits: Deadlines;
  draw: DrawLine;
  /** Prints a page on one of the system's printers, where the system takes no bytes; null where it does. */
  printPage: PrintPage | null;
};

/** Gives up and cleans up after itself once `signal` is aborted. */
export type PrintPage = (html: string, name: string, signal: AbortSignal) => Promise<SendOutcome>;

/** A look at a printer must be over soon enough for two of them to name what is wrong within 3 s. */
const LOOK_MS = 400;

/** A third of the main process's code: loaded by the first sheet. */
const loadDocumentBytes = () => import('./document-bytes.ts');

/** Paper, over whichever wire the printer has. */
export function sheetPrinter({ folder, limits, draw, printPage }: SheetPrinterOptions): SheetPrinter {
  const laidOut = async (document: PrintDocument, printer: Printer) =>
    (await loadDocumentBytes()).documentBytes(document, printer, draw);
  return {
    async print(document, printer) {
      const { target, width } = printer;
      if (target.kind === 'system' && printPage)
        return withinTime((signal) => printPage(paperPage(document, width), target.name, signal), limits);
      const sheet = await laidOut(document, printer).catch(() => ({ refused: 'It cannot be laid out' }));
      if ('refused' in sheet) return { kind: 'refused', problem: sheet.refused };
      switch (target.kind) {
        case 'network':
          return sendOverNetwork(sheet.bytes, { ...printer, ...target }, limits);
        case 'system':
          return sendToSystem(sheet.bytes, target.name, limits);
        case 'file':
          return sendToFile(sheet.bytes, target.path, folder, limits);
        default:
          return assertNever(target);
      }
    },
    async look({ target, dialect, answers }) {
      if (target.kind !== 'network') return { kind: 'unknown' };
      const soon = { ...limits, connectMs: LOOK_MS, statusMs: LOOK_MS };
      return lookOverNetwork({ ...target, dialect, answers }, soon);
    },
  };
}

/** A driver that shows a dialog of its own, and waits for it, holds up nothing behind it. */
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
