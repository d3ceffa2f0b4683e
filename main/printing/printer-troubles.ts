import type { PrinterState } from '#shared/print/jobs.ts';

/** How long after its end other tills may still know of a printer's trouble, in ms: screens report every second. */
const BELIEVED_MS = 3_000;

export type PrinterTroubles = ReturnType<typeof printerTroubles>;

/** What is wrong with each printer. `changed` is called when one gets into trouble or out of it. */
export function printerTroubles(changed: (state: PrinterState) => void) {
  const problems = new Map<string, string | null>();
  /** When a printer's last trouble ended, by the monotonic clock. */
  const ended = new Map<string, number>();

  /** Null if nothing is wrong, or nothing is known. */
  const problemOf = (printerId: string): string | null => problems.get(printerId) ?? null;

  return {
    problemOf,

    told(printerId: string, problem: string | null): void {
      if (problems.get(printerId) === problem) return;
      if (problem === null && problemOf(printerId) !== null) ended.set(printerId, performance.now());
      problems.set(printerId, problem);
      changed({ printerId, problem });
    },

    /** Whether other tills may print for it: it is in trouble, or was just now. */
    mayBeHandedOver: (printerId: string): boolean =>
      problemOf(printerId) !== null || performance.now() - (ended.get(printerId) ?? -Infinity) < BELIEVED_MS,

    /** The printer was removed. */
    forget(printerId: string): void {
      problems.delete(printerId);
      ended.delete(printerId);
    },
  };
}
