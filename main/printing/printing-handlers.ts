import { setTimeout as rest } from 'node:timers/promises';
import type { HandlersOf } from '#shared/host/port.ts';
import type { printingPort, tillPrintingPort } from '#shared/host/printing.ts';
import { openPrinting, type PrintingOptions } from './printing.ts';

/** How long the till may take to end for the sake of its sheets, in ms; a sheet that takes longer asks at its next start. */
const FINISHES_WITHIN_MS = 5_000;

/** The printing handlers for the page. They open their files themselves; calls before that wait. */
export function printingHandlers(options: PrintingOptions) {
  const { printerNames, claims } = options;
  const opened = openPrinting(options);
  const handlers = {
    savePrintSettings: async (settings) => (await opened).save(settings),
    systemPrinters: printerNames,
    askPrinters: async () => (await opened).ask(),
    printsOnce: () => claims.areKept(),
    print: async (request) => (await opened).queue.request(request),
    printByItself: async (due) => (await opened).queue.due(due),
    withdrawTickets: async ({ orderId }) => (await opened).queue.withdrawTickets(orderId),
    answerPrintJob: async ({ jobId, answer }) => (await opened).queue.answer(jobId, answer),
    readPrinting: async () => (await opened).read(),
  } satisfies HandlersOf<typeof printingPort & typeof tillPrintingPort>;
  return {
    handlers,
    /** Starts no further sheet, and resolves once those that are under way are finished, or after a few seconds. */
    finish: (): Promise<void> =>
      Promise.race([opened.then(({ finish }) => finish()), rest(FINISHES_WITHIN_MS)]),
    /** Shows the page the jobs of whoever has signed in. */
    showJobs: async (): Promise<void> => (await opened).showJobs(),
  };
}
