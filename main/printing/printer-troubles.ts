import type { PrinterState } from '#shared/print/jobs.ts';

/** How long after its end other tills may still know of a printer's trouble, in ms: screens report every second. */
const BELIEVED_MS = 3_000;

export type PrinterTroubles = ReturnType<typeof printerTroubles>;

/**
 * What is wrong with each printer itself, and with the till's disk, without which none prints. `changed` is called when
 * a printer gets into trouble or out of it, and once it is known how it is.
 */
export function printerTroubles(printerIds: () => string[], changed: (state: PrinterState) => void) {
  /** What was seen of each printer itself. */
  const seen = new Map<string, string | null>();
  let ofDisk: string | null = null;
  /** What `changed` was called for last. */
  const said = new Map<string, string | null | undefined>();
  /** When a printer's last trouble ended, by the monotonic clock. */
  const ended = new Map<string, number>();

  /** Null if nothing is wrong, undefined if nothing is known. */
  const knownOf = (printerId: string): string | null | undefined => ofDisk ?? seen.get(printerId);
  const problemOf = (printerId: string): string | null => knownOf(printerId) ?? null;

  function say(printerId: string): void {
    const [before, now] = [said.get(printerId), knownOf(printerId)];
    if (before === now) return;
    said.set(printerId, now);
    if (before && !now) ended.set(printerId, performance.now());
    changed({ printerId, problem: problemOf(printerId) });
  }

  return {
    problemOf,
    stateOf: (printerId: string): PrinterState => ({
      printerId,
      problem: problemOf(printerId),
      ...(knownOf(printerId) === undefined && { unknown: true as const }),
    }),

    told(printerId: string, problem: string | null): void {
      seen.set(printerId, problem);
      say(printerId);
    },

    diskTold(problem: string | null): void {
      ofDisk = problem;
      printerIds().forEach(say);
    },

    /** Whether other tills may print for it: it is in trouble, or was just now. */
    mayBeHandedOver: (printerId: string): boolean =>
      problemOf(printerId) !== null || performance.now() - (ended.get(printerId) ?? -Infinity) < BELIEVED_MS,

    /** The printer was removed. */
    forget(printerId: string): void {
      for (const known of [seen, said, ended]) known.delete(printerId);
    },
  };
}
