import { PRINT_CLAIM_LEASE_MS } from '#shared/api/print-claims.ts';
import type { PrintOutcome } from '#shared/host/printing.ts';
import {
  askingStates,
  isUnbegunTicket,
  isUnmarkedTicket,
  mayBeElsewhere,
  type DuePrint,
  type JobAnswer,
  type PrinterState,
  type PrintRequest,
} from '#shared/print/jobs.ts';
import { printsFor, takes, type Printer } from '#shared/print/printer.ts';
import type { ClaimedSheets } from './claimed-sheets.ts';
import { jobAges } from './job-ages.ts';
import { newJob } from './new-job.ts';
import { printLanes } from './print-lanes.ts';
import type { LedgerEntry, PrintLedger } from './print-ledger.ts';
import type { StoredPrintSettings } from './print-settings.ts';
import { CANNOT_WRITE, printStep, settled, type SheetPrinter } from './print-step.ts';
import { printerTroubles } from './printer-troubles.ts';
import type { ServerClock } from './server-clock.ts';
import { OF_ANOTHER_VERSION } from './stored-jobs.ts';

/** Older moments are ignored; the ledger's keys last longer than this. */
const TOLD_OF_MS = 24 * 3_600_000;
/** A station that is not heard for this long hands its tickets over. */
const HANDED_AFTER_MS = 3_000;

type QueueOptions = {
  ledger: PrintLedger;
  settings: StoredPrintSettings;
  sheets: SheetPrinter;
  clock: ServerClock;
  /** Claims between the outlet's tills; null without any. */
  claimed: ClaimedSheets | null;
  /** Called when a printer gets into trouble or out of it. */
  stateChanged: (state: PrinterState) => void;
  /** How often a printer is checked and retried, in ms: a problem is shown within 3 s. */
  everyMs?: number;
  /** How long the age of an earlier run's jobs may stay unknown at the start, in ms, until the server's time is told. */
  toldWithinMs?: number;
};

/** Prints requested sheets one after the other on each printer; no caller waits for it. */
export function printQueue(options: QueueOptions) {
  const { ledger, settings, sheets, clock, claimed, stateChanged } = options;
  const { everyMs = 1_000, toldWithinMs = PRINT_CLAIM_LEASE_MS } = options;
  const startedAt = performance.now();
  /** Until when a job waits for another till or the server, by the monotonic clock. */
  const resting = new Map<string, number>();
  const ages = jobAges(clock, ledger.all(), toldWithinMs);
  const step = printStep({ ledger, sheets, claimed, clock });
  const printerIds = () => settings.current().printers.map(({ id }) => id);
  const troubles = printerTroubles(printerIds, (state) => {
    if (state.problem !== null) noteWaiting(state.printerId);
    stateChanged(state);
  });
  const lanes = printLanes({
    printer: settings.printer,
    next: nextFor,
    look(printer, misses) {
      // It may have room again, though there is nothing left to print.
      if (troubles.problemOf(printer.id) === CANNOT_WRITE) keep();
      return sheets.look(printer, misses);
    },
    removed: () => queue.printersChanged(),
    troubles,
    everyMs,
    async print(job, printer) {
      const outcome = await step(job, printer);
      if (outcome.kind === 'later') resting.set(job.id, performance.now() + everyMs);
      else resting.delete(job.id);
      if (outcome.kind === 'failed') {
        troubles.diskTold(CANNOT_WRITE);
        // The job itself was not waiting just now.
        noteWaiting(printer.id);
      }
      return outcome;
    },
  });
  let stopped = false;
  let tending: NodeJS.Timeout | undefined;

  const put = (job: LedgerEntry, change: Partial<LedgerEntry>): void => ledger.put({ ...job, ...change });

  /** What waits while a printer is in trouble may come out elsewhere. */
  function noteWaiting(printerId: string): void {
    for (const job of ledger.all())
      if (job.state === 'queued' && job.printerId === printerId && !job.waited && mayBeElsewhere(job))
        put(job, { waited: true });
  }

  /** Requests are on the disk soon, and at the latest before the first byte is sent. */
  function keep(): void {
    const kept = ledger.saved().then(() => troubles.diskTold(null));
    kept.catch(() => undefined);
  }

  function queueByHand(request: PrintRequest, printer: Printer): void {
    const { document } = request;
    const asked = { at: clock.now(), byHand: true, ...ledger.owner() };
    const again = ledger.get(newJob(request, printer, 1, asked).id) !== undefined;
    const copies = document.kind === 'test' || again ? 1 : printer.documents[document.kind].copies;
    for (let copy = 1; copy <= copies; copy += 1) {
      const fresh = newJob(request, printer, copy, asked);
      const known = ledger.get(fresh.id);
      // A second press does not repeat a job that is under way.
      if (known?.state === 'sending') continue;
      put(fresh, {
        begun: known?.begun ?? 0,
        claim: known?.claim?.untold ? known.claim : fresh.claim,
        ...(known?.ended && { ended: known.ended }),
      });
      ages.begin(fresh);
      resting.delete(fresh.id);
    }
    lanes.wake(printer.id);
  }

  function nextFor(printerId: string): LedgerEntry | undefined {
    const queued = ledger
      .all()
      .filter((job) => job.state === 'queued' && job.printerId === printerId && !ledger.isOthers(job));
    const { late, current } = ages.sorted(queued);
    for (const job of late) {
      put(job, { state: 'late', problem: job.problem ?? 'Too old to print by itself' });
      keep();
    }
    const now = performance.now();
    return current
      .filter((job) => (resting.get(job.id) ?? 0) <= now)
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))[0];
  }

  /** Synchronises this ledger with the server and the other tills, until the queue is stopped. */
  async function tend(settle: ClaimedSheets): Promise<void> {
    await settle.tend(clock.now());
    if (!stopped) tending = setTimeout(() => void tend(settle), everyMs);
  }

  /** Null if the printer does not print that copy; otherwise the initial state of its job. */
  function beginning(due: DuePrint, printer: Printer, copy: number): Partial<LedgerEntry> | null {
    const at = Date.parse(due.at);
    const now = at + due.ageMs;
    const came = settings.cameTo(printer, due, copy, now);
    if (came === 'before-it') return null;
    if (came === 'unsure') return { state: 'late', problem: 'This printer may be set up since then' };
    const before = at < now - (performance.now() - startedAt);
    return ledger.wasBroken && before ? { state: 'late', problem: 'It may have been printed before' } : {};
  }

  /** Whether another printer may have printed its lines before it was told of here. */
  const isLateFor = (due: DuePrint, { id }: Printer): boolean =>
    mayBeElsewhere(due) &&
    (due.waited === true || due.ageMs > HANDED_AFTER_MS || troubles.mayBeHandedOver(id));

  const queue = {
    /** Somebody pressed Print. A document that was printed before comes out marked. */
    request(request: PrintRequest): PrintOutcome {
      const printers = settings.current().printers.filter((printer) => takes(printer, request));
      for (const printer of printers) queueByHand(request, printer);
      keep();
      return { kind: printers.length === 0 ? 'no-printer' : 'queued' };
    },

    /** An order reached a moment. Repeated reports change nothing, because the ledger has the key. */
    due(due: DuePrint): void {
      const { document, moment, at, ageMs, outletId, printerId } = due;
      const { kind } = document;
      clock.correct(Date.parse(at) + ageMs);
      if (kind === 'test' || ageMs > TOLD_OF_MS) return;
      const { printers } = settings.current();
      const asked = { at: Date.parse(at), byHand: false, ...ledger.owner() };
      for (const printer of printers.filter(({ id }) => printerId === undefined || id === printerId)) {
        const { when, copies } = printer.documents[kind];
        if (when !== moment || !printsFor(printer, outletId)) continue;
        for (let copy = 1; copy <= copies; copy += 1) {
          const begins = beginning(due, printer, copy);
          const fresh = newJob(due, printer, copy, asked);
          if (begins !== null && !ledger.get(fresh.id))
            put(fresh, { ...begins, ...(isLateFor(due, printer) && { waited: true }) });
        }
        lanes.wake(printer.id);
      }
      keep();
    },

    /** A person's answer for a job that waits for one. */
    answer(id: string, answer: JobAnswer): void {
      const job = ledger.get(id);
      if (!job || job.state === 'sending' || ledger.isOthers(job)) return;
      if (answer === 'discard') put(job, { state: 'discarded', problem: null });
      if (answer === 'was-printed')
        put(job, { state: 'printed', problem: null, claim: settled(job.claim, 'printed') });
      if (answer === 'print' && job.document === null && askingStates.has(job.state))
        put(job, { state: 'refused', problem: OF_ANOTHER_VERSION });
      if (answer === 'print' && job.document !== null) {
        const at = new Date(clock.now()).toISOString();
        if (settings.printer(job.printerId)) {
          put(job, { state: 'queued', problem: null, byHand: true, at });
          ages.begin({ ...job, at });
        } else put(job, { state: 'refused', problem: 'This printer was removed' });
        resting.delete(id);
        lanes.wake(job.printerId);
      }
      keep();
    },

    /**
     * An order was cancelled, or has expired: its tickets that still wait are not printed, so that nothing unmarked is
     * cooked. What a person asked for, and what may be half out, stays and says so; a claim is released by whoever is
     * making it.
     */
    withdrawTickets(orderId: string): void {
      for (const job of ledger.all())
        if (job.subject === orderId && isUnmarkedTicket(job))
          put(
            job,
            isUnbegunTicket(job) && !job.byHand ? { state: 'discarded', problem: null } : { ended: true },
          );
      keep();
    },

    /** Applies the current printers, and discards the jobs of removed ones. */
    printersChanged(): void {
      for (const job of ledger.all())
        if (job.state === 'queued' && !settings.printer(job.printerId))
          put(job, { state: 'refused', problem: 'This printer was removed' });
      printerIds().forEach(lanes.wake);
      // Also without further requests: expired jobs leave the disk.
      if (ledger.all().length > 0) keep();
    },

    states: (): PrinterState[] => printerIds().map(troubles.stateOf),

    finished: lanes.finished,
    /** Starts nothing new; a sheet that is under way is finished. */
    stop(): void {
      stopped = true;
      clearTimeout(tending);
      lanes.stop();
    },
  };
  printerIds().forEach(noteWaiting);
  queue.printersChanged();
  if (claimed) void tend(claimed);
  return queue;
}
