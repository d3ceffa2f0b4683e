import { assertNever } from '#shared/assert-never.ts';
import { paperPage } from '#shared/print/paper.ts';
import { documentBytes, type DrawLine } from './document-bytes.ts';
import type { SheetPrinter } from './print-queue.ts';
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
  printPage: ((html: string, name: string) => Promise<SendOutcome>) | null;
};

/** A look at a printer must be over soon enough for two of them to name what is wrong within 3 s. */
const LOOK_MS = 400;

/** Paper, over whichever wire the printer has. */
export function sheetPrinter({ folder, limits, draw, printPage }: SheetPrinterOptions): SheetPrinter {
  return {
    async print(document, printer) {
      const { target, width } = printer;
      if (target.kind === 'system' && printPage) return printPage(paperPage(document, width), target.name);
      const sheet = await documentBytes(document, printer, draw).catch(() => ({
        refused: 'It cannot be laid out',
      }));
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
