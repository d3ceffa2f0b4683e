import type { Printer } from '#shared/print/printer.ts';
import type { LedgerEntry } from './print-ledger.ts';
import type { SheetPrinter, StepOutcome } from './print-step.ts';
import type { PrinterTroubles } from './printer-troubles.ts';

/** After how many failed connections in a row a printer counts as in trouble. */
const TOLD_AFTER_MISSES = 2;

type LanesOptions = {
  printer: (id: string) => Printer | undefined;
  /** The next job for that printer. */
  next: (printerId: string) => LedgerEntry | undefined;
  print: (job: LedgerEntry, printer: Printer) => Promise<StepOutcome>;
  look: SheetPrinter['look'];
  /** Called once nothing is under way on a printer that was removed. */
  removed: () => void;
  troubles: PrinterTroubles;
  everyMs: number;
};

/**
 * The state of one printer's lane: `woken` if work came while it was busy; `misses` counts failed connections in a
 * row.
 */
type Lane = { woken: boolean; misses: number; rouse: () => void };

/** One lane per printer: sends its jobs one by one and checks the printer in between. */
export function printLanes({
  printer: printerOf,
  next,
  print,
  look: lookAt,
  removed,
  troubles,
  everyMs,
}: LanesOptions) {
  const lanes = new Map<string, Lane>();
  const underWay = new Set<Promise<StepOutcome>>();
  let stopped = false;

  async function run(printerId: string, lane: Lane): Promise<void> {
    for (;;) {
      if (stopped || !printerOf(printerId)) break;
      lane.woken = false;
      const doubtful = lane.misses > 0 || troubles.problemOf(printerId) !== null;
      const ready = (!doubtful && next(printerId) !== undefined) || (await look(printerId, lane));
      // While the printer was checked, a person may have changed the job or the printer, or quit the till.
      const printer = printerOf(printerId);
      const job = ready && !stopped ? next(printerId) : undefined;
      if (job && printer && goesOn(await noted(print(job, printer)), printer, lane)) continue;
      if (!lane.woken) await rest(lane);
    }
    lanes.delete(printerId);
    troubles.forget(printerId);
    if (!stopped) removed();
  }

  function noted(sheet: Promise<StepOutcome>): Promise<StepOutcome> {
    underWay.add(sheet);
    return sheet.finally(() => underWay.delete(sheet));
  }

  /** Whether the next sheet may be sent at once. */
  function goesOn(outcome: StepOutcome, printer: Printer, lane: Lane): boolean {
    if ('trouble' in outcome) {
      // The next status check names the trouble soon.
      if (outcome.trouble !== null && printer.target.kind === 'network') lane.misses = 1;
      else troubles.told(printer.id, outcome.trouble);
    }
    return outcome.kind !== 'not-sent' && outcome.kind !== 'failed';
  }

  /** Whether the printer may be sent to, as far as can be known. */
  async function look(printerId: string, lane: Lane): Promise<boolean> {
    const printer = printerOf(printerId);
    if (!printer) return false;
    const seen = await lookAt(printer, lane.misses);
    lane.misses = seen.kind === 'unreached' ? lane.misses + 1 : 0;
    if (seen.kind === 'well') troubles.told(printerId, null);
    const missed = seen.kind === 'unreached' && lane.misses >= TOLD_AFTER_MISSES;
    if (seen.kind === 'trouble' || missed) troubles.told(printerId, seen.problem);
    return seen.kind === 'well' || seen.kind === 'unknown';
  }

  function rest(lane: Lane): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      lane.rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function wake(printerId: string): void {
    const lane = lanes.get(printerId);
    if (lane) {
      lane.woken = true;
      return lane.rouse();
    }
    if (stopped) return;
    const opened: Lane = { woken: false, misses: 0, rouse: () => undefined };
    lanes.set(printerId, opened);
    void run(printerId, opened);
  }

  return {
    wake,
    /** Starts nothing new; a sheet that is under way is finished. */
    stop(): void {
      stopped = true;
      for (const printerId of lanes.keys()) wake(printerId);
    },
    /** Resolves once no sheet is under way. */
    async finished(): Promise<void> {
      await Promise.allSettled(underWay);
    },
  };
}
