import { z } from 'zod';
import type { PrintJob } from '../print/jobs.ts';
import { vendorId } from '../base/vendor-id.ts';
import {
  duePrint,
  jobAnswer,
  printerState,
  printJob,
  printRequest,
  printSettings,
  printSettingsChange,
} from '../print/schemas.ts';
import { saveOutcome } from './fields.ts';
import { ask, event, nothing, perOrder, tell, type Unsubscribe } from './port.ts';

/** `handed-to-browser`: the host shows its own dialog and does not report the result. */
const printOutcome = z.object({ kind: z.enum(['queued', 'handed-to-browser', 'no-printer']) });
export type PrintOutcome = z.infer<typeof printOutcome>;

const printers = z.object({ settings: printSettings, printers: z.array(printerState).readonly() });
export type Printers = z.infer<typeof printers>;

/** What is printed, and on what. */
export type Printing = Printers & {
  /** By what they are of, an order for one; a subject's jobs are the same object until one changes. */
  jobs: ReadonlyMap<string, readonly PrintJob[]>;
};

/** The printers, and what they print. */
export const printingPort = {
  savePrintSettings: ask(printSettingsChange, saveOutcome),
  /** The printers that this computer knows, by name. */
  systemPrinters: ask(nothing, z.array(z.string())),
  /**
   * Whether the server lets one till alone print what would come out by itself on every till of an outlet; null where
   * it cannot be asked.
   */
  printsOnce: ask(nothing, z.boolean().nullable()),
  /** Asks each printer how it is; null: well, or unknown before it prints. */
  askPrinters: ask(nothing, z.array(z.object({ name: z.string(), problem: z.string().nullable() }))),
  /** Somebody wants it on paper. Answers before anything is printed; what becomes of it is in {@link Printing}. */
  print: ask(printRequest, printOutcome),
  /**
   * An order came to a moment at which it may print; telling of it again prints nothing again. Answered once it is taken;
   * rejects where it is not, as where thousands are told of at once: it must be told of again.
   */
  printByItself: perOrder(ask(duePrint, nothing)),
  /**
   * An order was cancelled, or has expired: its tickets that wait are not printed. Those that a person asked for, or that
   * may be half out, say so when they are printed.
   */
  withdrawTickets: perOrder(tell(z.strictObject({ orderId: vendorId }))),
  /** A person's word on a job that asks for one. */
  answerPrintJob: tell(z.strictObject({ jobId: z.string().max(600), answer: jobAnswer })),
};

/** What a till's page makes its {@link Printing} of: the whole once, then its changes. */
export const tillPrintingPort = {
  readPrinting: ask(nothing, printers.extend({ jobs: z.array(printJob) })),
  printersChanged: event(printers),
  /** Somebody signed in: these are their jobs, and no others. */
  printJobsRead: event(z.array(printJob)),
  printJobChanged: event(printJob),
};

/** The printing state as screens see it; each host makes it. */
export type PrintingView = {
  /** The same object until it changes. */
  printing(): Printing;
  onPrintingChanged(listener: () => void): Unsubscribe;
};
