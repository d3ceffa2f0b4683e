import { marked } from '#shared/print/marks.ts';
import type { PrintDocument } from '#shared/print/document.ts';
import {
  PRINT_BY_ITSELF_MS,
  type DuePrint,
  type JobAnswer,
  type PrinterState,
  type PrintOutcome,
  type PrintRequest,
} from '#shared/print/jobs.ts';
import type { Printer } from '#shared/print/printer.ts';
import { jobId, type LedgerEntry, type PrintLedger } from './print-ledger.ts';
import type { KeptPrintSettings } from './print-settings.ts';
import type { PrinterLook, SendOutcome } from './send-outcome.ts';

/** How often in a row a printer is not reached until that is its trouble. */
const TOLD_AFTER_MISSES = 2;

/** What happened longer ago is no business of any printer; the ledger's keys outlast it. */
const TOLD_OF_MS = 24 * 3_600_000;

/** Printing as the queue needs it; what it is printed by and over is nothing to the queue. */
export type SheetPrinter = {
  print(
    document: PrintDocument,
    printer: Printer,
  ): Promise<SendOutcome | { kind: 'refused'; problem: string }>;
  look(printer: Printer): Promise<PrinterLook>;
};

type QueueOptions = {
  ledger: PrintLedger;
  settings: KeptPrintSettings;
  sheets: SheetPrinter;
  /** A printer is, or is no longer, in trouble. */
  stateChanged: (state: PrinterState) => void;
  /** How often a printer is looked at, and tried again, in ms: a problem is named within 3 s. */
  everyMs?: number;
};

/** The work of one printer: `woken` where something came while it was busy, `misses` how often in a row it was not reached. */
type Lane = { woken: boolean; misses: number; rouse: () => void };

/** Prints what is asked for, one sheet after the other on each printer, and nobody waits for it (hazards T14). */
export function printQueue({ ledger, settings, sheets, stateChanged, everyMs = 1_000 }: QueueOptions) {
  const lanes = new Map<string, Lane>();
  const problems = new Map<string, string | null>();
  const startedAt = Date.now();
  let stopped = false;

  function put(job: LedgerEntry, change: Partial<LedgerEntry>): LedgerEntry {
    const next = { ...job, ...change };
    ledger.put(next);
    return next;
  }

  /** What is asked for is on the disk soon, and before any byte of it leaves at the latest. */
  function keep(): void {
    ledger.saved().catch(() => undefined);
  }

  function entryFor(
    { subject, label, document }: PrintRequest,
    printer: Printer,
    copy: number,
    at: number,
  ): LedgerEntry {
    const made: Omit<LedgerEntry, 'id'> = {
      subject,
      label,
      kind: document.kind,
      printerId: printer.id,
      copy,
      state: 'queued',
      problem: null,
      begun: 0,
      at: new Date(at).toISOString(),
      document,
    };
    return { id: jobId(made), ...made };
  }

  function queueByHand(request: PrintRequest, printer: Printer): void {
    const { document } = request;
    const again = ledger.get(entryFor(request, printer, 1, 0).id) !== undefined;
    const copies = document.kind === 'test' || again ? 1 : printer.documents[document.kind].copies;
    for (let copy = 1; copy <= copies; copy += 1) {
      const fresh = entryFor(request, printer, copy, Date.now());
      const known = ledger.get(fresh.id);
      // What is on its way is not asked for twice by a second press.
      if (known?.state === 'sending') continue;
      put(fresh, { begun: known?.begun ?? 0 });
    }
    wake(printer.id);
  }

  /** A job is late once it has waited too long for a machine to know that it is still wanted. */
  function isLate(job: LedgerEntry): boolean {
    return Date.now() - Date.parse(job.at) > PRINT_BY_ITSELF_MS;
  }

  function nextFor(printerId: string): LedgerEntry | undefined {
    const queued = ledger.all().filter((job) => job.state === 'queued' && job.printerId === printerId);
    for (const job of queued.filter(isLate)) {
      put(job, { state: 'late', problem: job.problem ?? 'Too old to print by itself' });
      keep();
    }
    return queued.filter((job) => !isLate(job)).toSorted((one, other) => (one.at < other.at ? -1 : 1))[0];
  }

  /** True where the printer may go on with the next sheet at once. */
  async function printNext(queued: LedgerEntry, printer: Printer, lane: Lane): Promise<boolean> {
    if (queued.document === null) return false;
    const job = put(queued, { state: 'sending', problem: null, begun: queued.begun + 1 });
    const notBegun = { begun: queued.begun };
    try {
      // From here on a kill leaves a job that says it may have been printed.
      await ledger.saved();
    } catch {
      put(job, { ...notBegun, state: 'queued', problem: 'The till cannot write to its disk' });
      return false;
    }
    const sheet = marked(queued.document, job.copy, queued.begun, Date.now());
    const outcome = await sheets
      .print(sheet, printer)
      .catch((): SendOutcome => ({ kind: 'unconfirmed', problem: 'The till failed while it printed' }));
    switch (outcome.kind) {
      case 'not-sent':
        put(job, { ...notBegun, state: 'queued', problem: outcome.problem });
        break;
      case 'refused':
        put(job, { ...notBegun, state: 'refused', problem: outcome.problem });
        break;
      case 'unconfirmed':
        put(job, { state: 'unconfirmed', problem: outcome.problem });
        break;
      case 'sent':
      case 'printed':
        put(job, { state: outcome.kind });
    }
    await ledger.saved().catch(() => undefined);
    const trouble = outcome.kind === 'not-sent' || outcome.kind === 'unconfirmed' ? outcome.problem : null;
    // What can be looked at says by itself, and soon, what is the matter with it.
    if (trouble !== null && printer.target.kind === 'network') lane.misses = 1;
    else told(printer.id, trouble);
    return outcome.kind !== 'not-sent';
  }

  function told(printerId: string, problem: string | null): void {
    if (problems.get(printerId) === problem) return;
    problems.set(printerId, problem);
    stateChanged({ printerId, problem });
  }

  /** One lane a printer: jobs one by one, and a look at the printer in between. */
  async function run(printerId: string, lane: Lane): Promise<void> {
    for (;;) {
      if (stopped || !settings.printer(printerId)) break;
      lane.woken = false;
      const doubtful = lane.misses > 0 || Boolean(problems.get(printerId));
      const ready = (!doubtful && nextFor(printerId) !== undefined) || (await look(printerId, lane));
      // Looking takes a moment, in which a person may have changed the job or the printer.
      const printer = settings.printer(printerId);
      const job = ready ? nextFor(printerId) : undefined;
      if (job && printer && (await printNext(job, printer, lane))) continue;
      if (!lane.woken) await rest(lane);
    }
    lanes.delete(printerId);
    problems.delete(printerId);
  }

  /** Whether the printer may be sent to, as far as can be known. */
  async function look(printerId: string, lane: Lane): Promise<boolean> {
    const printer = settings.printer(printerId);
    if (!printer) return false;
    const seen = await sheets.look(printer);
    lane.misses = seen.kind === 'unreached' ? lane.misses + 1 : 0;
    if (seen.kind === 'well') told(printerId, null);
    const missed = seen.kind === 'unreached' && lane.misses >= TOLD_AFTER_MISSES;
    if (seen.kind === 'trouble' || missed) told(printerId, seen.problem);
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

  const queue = {
    /** Somebody pressed Print. What was printed before comes out marked. */
    request(request: PrintRequest): PrintOutcome {
      const { document, printerId } = request;
      const { kind } = document;
      const printers = settings
        .current()
        .printers.filter((printer) =>
          printerId === undefined
            ? kind !== 'test' && printer.documents[kind].when !== 'never'
            : printer.id === printerId,
        );
      for (const printer of printers) queueByHand(request, printer);
      keep();
      return { kind: printers.length === 0 ? 'no-printer' : 'queued' };
    },

    /** An order came to a moment. Told of again, and by whom, changes nothing: the ledger has the key. */
    due(due: DuePrint): void {
      const { document, moment, ageMs } = due;
      const { kind } = document;
      const at = Date.now() - ageMs;
      if (kind === 'test' || ageMs > TOLD_OF_MS) return;
      for (const printer of settings.current().printers) {
        const { when, copies } = printer.documents[kind];
        if (when !== moment || at < Date.parse(printer.since)) continue;
        for (let copy = 1; copy <= copies; copy += 1) {
          const fresh = entryFor(due, printer, copy, at);
          if (ledger.get(fresh.id)) continue;
          const unsure = ledger.wasBroken && at < startedAt;
          put(fresh, unsure ? { state: 'late', problem: 'It may have been printed before' } : {});
        }
        wake(printer.id);
      }
      keep();
    },

    /** A person's word on a job that asks for one. */
    answer(id: string, answer: JobAnswer): void {
      const job = ledger.get(id);
      if (!job || job.state === 'sending') return;
      if (answer === 'discard') put(job, { state: 'discarded', problem: null });
      if (answer === 'was-printed') put(job, { state: 'printed', problem: null });
      if (answer === 'print' && job.document !== null) {
        const missing = !settings.printer(job.printerId);
        put(
          job,
          missing
            ? { state: 'refused', problem: 'This printer was removed' }
            : { state: 'queued', problem: null, at: new Date().toISOString() },
        );
        wake(job.printerId);
      }
      keep();
    },

    /** Takes the printers as they are set up now, and the jobs of those that are gone. */
    printersChanged(): void {
      for (const job of ledger.all())
        if (job.state === 'queued' && !settings.printer(job.printerId))
          put(job, { state: 'refused', problem: 'This printer was removed' });
      for (const { id } of settings.current().printers) wake(id);
      // Also what nobody asked for since: it goes from the disk with its time.
      if (ledger.all().length > 0) keep();
    },

    states: (): PrinterState[] =>
      settings.current().printers.map(({ id }) => ({ printerId: id, problem: problems.get(id) ?? null })),

    /** Begins nothing any more; a sheet that is under way comes to its end. */
    stop(): void {
      stopped = true;
      for (const printerId of lanes.keys()) wake(printerId);
    },
  };
  queue.printersChanged();
  return queue;
}
