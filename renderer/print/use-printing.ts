import { useCallback, useSyncExternalStore } from 'react';
import type { Printing } from '#shared/host/printing.ts';
import type { PrintJob } from '#shared/print/jobs.ts';
import { useServices } from '../state/hooks.ts';

/** The printing state, as it changes. */
export function usePrinting(): Printing {
  const { platform } = useServices();
  return useSyncExternalStore(platform.onPrintingChanged, platform.printing);
}

/** What is wrong with a printer; null if nothing is. */
export function useProblemOf(printerId: string | undefined): string | null {
  const { platform } = useServices();
  const read = useCallback(
    () => platform.printing().printers.find((state) => state.printerId === printerId)?.problem ?? null,
    [platform, printerId],
  );
  return useSyncExternalStore(platform.onPrintingChanged, read);
}

const none: readonly PrintJob[] = [];

/** The jobs of one order; changes of other orders' jobs cause no render. */
export function useJobsOf(subject: string): readonly PrintJob[] {
  const { platform } = useServices();
  const read = useCallback(() => platform.printing().jobs.get(subject) ?? none, [platform, subject]);
  return useSyncExternalStore(platform.onPrintingChanged, read);
}
