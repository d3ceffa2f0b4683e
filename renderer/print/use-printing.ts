import { useCallback, useSyncExternalStore } from 'react';
import type { Printing } from '#shared/host/platform.ts';
import type { PrintJob } from '#shared/print/jobs.ts';
import { useServices } from '../state/hooks.ts';

/** What is printed, and on what, as it changes. */
export function usePrinting(): Printing {
  const { platform } = useServices();
  return useSyncExternalStore(platform.onPrintingChanged, platform.printing);
}

/** What is wrong with a printer; null where nothing is. */
export function useProblemOf(printerId: string | undefined): string | null {
  const { platform } = useServices();
  const read = useCallback(
    () => platform.printing().printers.find((state) => state.printerId === printerId)?.problem ?? null,
    [platform, printerId],
  );
  return useSyncExternalStore(platform.onPrintingChanged, read);
}

const none: readonly PrintJob[] = [];

/** The jobs of one order; whoever shows it renders when one of them changes, and for no other's. */
export function useJobsOf(subject: string): readonly PrintJob[] {
  const { platform } = useServices();
  const read = useCallback(() => platform.printing().jobs.get(subject) ?? none, [platform, subject]);
  return useSyncExternalStore(platform.onPrintingChanged, read);
}
