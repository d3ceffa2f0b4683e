import type { TillBridge } from '#shared/host/ipc.ts';
import type { Printing, PrintingView } from '#shared/host/printing.ts';
import type { PrintJob } from '#shared/print/jobs.ts';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { listeners } from './listeners.ts';

/** The page's copy of the main process's printing state: the whole once, then its changes. */
export function cachedPrinting(till: TillBridge): PrintingView {
  const changed = listeners<void>();
  let now: Printing = { settings: noPrintSettings, printers: [], jobs: new Map() };
  let told = false;
  let jobsTold = false;

  function take(change: Partial<Printing>): void {
    now = { ...now, ...change };
    changed.tell();
  }

  till.onPrintersChanged((printing) => {
    told = true;
    take(printing);
  });
  till.onPrintJobsRead((jobs) => {
    jobsTold = true;
    take({ jobs: withJobs(new Map(), jobs) });
  });
  till.onPrintJobChanged((job) => take({ jobs: withJobs(now.jobs, [job]) }));
  void till.readPrinting(undefined).then(({ jobs, settings, printers }) => {
    // Changes that arrived meanwhile are newer than the answer.
    const newer = [...now.jobs.values()].flat();
    take({
      ...(!told && { settings, printers }),
      ...(!jobsTold && { jobs: withJobs(withJobs(new Map(), jobs), newer) }),
    });
  });
  return { printing: () => now, onPrintingChanged: (listener) => changed.add(listener) };
}

function withJobs(known: Printing['jobs'], jobs: readonly PrintJob[]): Printing['jobs'] {
  const next = new Map(known);
  for (const job of jobs)
    next.set(job.subject, [...(next.get(job.subject) ?? []).filter(({ id }) => id !== job.id), job]);
  return next;
}
