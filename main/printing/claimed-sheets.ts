import { createHash } from 'node:crypto';
import { PRINT_CLAIM_LEASE_MS, type PrintClaimAct } from '#shared/api/print-claims.ts';
import type { Printer, PrinterTarget } from '#shared/print/printer.ts';
import type { ClaimOutcome, PrintClaims } from './ask-claims.ts';
import type { JobClaim, LedgerEntry, PrintLedger } from './print-ledger.ts';
import { stopwatch } from './server-clock.ts';
import { sharedTarget } from './shared-target.ts';

/**
 * Whether a job may be sent now. `sheets` is how many of it other tills may have printed; `ended`: its order was
 * cancelled or has expired; `lasts`: whether the claim still does, after which another till may print it.
 */
export type ClaimVerdict =
  | {
      kind: 'print';
      claim: JobClaim | null;
      sheets: number;
      doubtful: boolean;
      ended?: true;
      lasts?: () => boolean;
    }
  | { kind: 'wait'; problem: string | null }
  | { kind: 'elsewhere'; by: string; sheets: number }
  /** Its order was cancelled or has expired. */
  | { kind: 'withdrawn' };

export type ClaimedSheetsOptions = {
  ledger: PrintLedger;
  claims: PrintClaims;
  printer: (id: string) => Printer | undefined;
  /** How long a job waits for a server that does not answer, in ms: as long as another till's claim may last. */
  leaseMs?: number;
  /** A printer's name that all tills share. */
  nameOf?: (target: PrinterTarget) => string | null;
};

/** How many attempts to reach the server fit in a lease: one every 2 s of 30. */
const ASKED_IN_A_LEASE = 15;
/** How often to ask whether another till has printed a job that waits here for a person, in ms. */
const LOOK_EVERY_MS = { unconfirmed: 5_000, late: 30_000 };
/** People have settled older jobs themselves. */
const LOOK_FOR_MS = 24 * 3_600_000;

export type ClaimedSheets = ReturnType<typeof claimedSheets>;

/** Lets only one till of an outlet print each sheet that all of them would print automatically. */
export function claimedSheets(options: ClaimedSheetsOptions) {
  const { ledger, claims, printer, leaseMs = PRINT_CLAIM_LEASE_MS, nameOf = sharedTarget } = options;
  /** Since when a job has waited for an answer, by the monotonic clock. */
  const waiting = new Map<string, number>();
  const looked = new Map<string, number>();
  let awayUntil = -Infinity;
  let named: Promise<void> | null = null;

  async function ask(job: LedgerEntry, claim: JobClaim, act: PrintClaimAct): Promise<ClaimOutcome> {
    const { subject: orderId, kind, copy } = job;
    const { outletId, printer: name, number } = claim;
    // Only tickets and receipts of orders have claims.
    if (name === null || (kind !== 'ticket' && kind !== 'receipt')) return { kind: 'none' };
    // The server has none of a seller's sheets for another: it is asked once they are back.
    if (performance.now() < awayUntil || ledger.isOthers(job)) return { kind: 'unreached' };
    const question = { outletId, orderId, kind, copy, printer: name, act, claim: number };
    const outcome = await claims.ask(question, ledger.till);
    if (outcome.kind === 'unreached') awayUntil = performance.now() + leaseMs / ASKED_IN_A_LEASE;
    // It may have been asked with the next seller's token.
    return outcome.kind === 'none' && ledger.isOthers(job) ? { kind: 'unreached' } : outcome;
  }

  /** The till's name must be on the disk before the server learns it. */
  function name(): Promise<void> {
    named ??= ledger.saved().catch((error: unknown) => {
      named = null;
      throw error;
    });
    return named;
  }

  function unanswered(job: LedgerEntry, claim: JobClaim): ClaimVerdict {
    const since = waiting.get(job.id) ?? performance.now();
    waiting.set(job.id, since);
    if (!job.byHand && performance.now() - since < leaseMs)
      return { kind: 'wait', problem: 'The server does not answer' };
    return { kind: 'print', claim, sheets: 0, doubtful: true };
  }

  return {
    /** Asks the server about a job that is about to be sent; rejects if the till's name cannot be stored. */
    async before(job: LedgerEntry, { target }: Printer): Promise<ClaimVerdict> {
      const shared = sheetName(job, nameOf(target));
      if (job.claim === null || shared === null)
        return { kind: 'print', claim: job.claim, sheets: 0, doubtful: false };
      await name();
      const claim: JobClaim = { ...job.claim, printer: shared, number: null, untold: null };
      // Also counts the time in which the computer sleeps.
      const passed = stopwatch();
      const told = await ask(job, claim, 'take');
      if (told.kind === 'unreached') return unanswered(job, claim);
      waiting.delete(job.id);
      switch (told.kind) {
        case 'yours':
          return {
            kind: 'print',
            claim: { ...claim, number: told.claim },
            sheets: told.sheets,
            doubtful: false,
            lasts: () => passed() < leaseMs,
          };
        case 'none':
          return { kind: 'print', claim: { ...claim, printer: null }, sheets: 0, doubtful: false };
        case 'printed':
        case 'held':
          // A job that a person asked for prints, and so does one of a second printer of this till at the same
          // address.
          if (job.byHand || (told.kind === 'printed' && told.own))
            return again(job, claim, Math.max(1, told.sheets), told.ended);
          return told.kind === 'printed'
            ? { kind: 'elsewhere', by: told.tillName, sheets: told.sheets }
            : { kind: 'wait', problem: null };
        case 'withdrawn':
          return again(job, claim, told.sheets, true);
        case 'free':
          return { kind: 'wait', problem: null };
      }
    },

    /**
     * Reports jobs' results to the server, and asks it what other tills did with automatic jobs that wait for a
     * person here.
     */
    async tend(now: number): Promise<void> {
      for (const job of ledger.all()) {
        const { claim } = job;
        if (claim === null) continue;
        if (claim.untold !== null) await tell(job, claim, claim.untold);
        // A sheet that a person asked for is another than those that the other tills printed.
        else if (!job.byHand && (job.state === 'unconfirmed' || job.state === 'late'))
          await lookFor(job, claim, now, LOOK_EVERY_MS[job.state]);
      }
    },
  };

  async function tell(job: LedgerEntry, claim: JobClaim, act: PrintClaimAct): Promise<void> {
    // To the disk first: if the till is killed in between, a person must not be asked about what the server knows.
    await ledger.saved().catch(() => undefined);
    const told = await ask(job, claim, act);
    const latest = ledger.get(job.id);
    // A newer attempt reports its own result.
    if (told.kind === 'unreached' || latest?.claim !== claim) return;
    ledger.put({ ...latest, claim: { ...claim, untold: null } });
    await ledger.saved().catch(() => undefined);
  }

  async function lookFor(job: LedgerEntry, claim: JobClaim, now: number, everyMs: number): Promise<void> {
    const last = looked.get(job.id) ?? -Infinity;
    if (performance.now() - last < everyMs || now - Date.parse(job.at) > LOOK_FOR_MS) return;
    looked.set(job.id, performance.now());
    const target = printer(job.printerId)?.target;
    const asked = claim.printer ?? (target ? sheetName(job, nameOf(target)) : null);
    const told = await ask(job, { ...claim, printer: asked }, 'look');
    const latest = ledger.get(job.id);
    if (told.kind !== 'printed' || told.own || latest?.state !== job.state || latest.byHand) return;
    ledger.put(printedElsewhere(latest, told.tillName, told.sheets));
    await ledger.saved().catch(() => undefined);
  }
}

/**
 * A sheet that no claim is taken for. Of an order that has ended only what a person asked for prints, and what may be
 * half out; it says so.
 */
function again(job: LedgerEntry, claim: JobClaim, sheets: number, ended: true | undefined): ClaimVerdict {
  if (ended && !job.byHand && job.begun === 0) return { kind: 'withdrawn' };
  return { kind: 'print', claim, sheets, doubtful: false, ...(ended && { ended }) };
}

/**
 * The name of a job's sheet among those of its order on a printer that tills share. The tickets of different stations
 * are different sheets, and so is what a printer prints for a station that cannot.
 */
function sheetName({ stationIds, handedFrom }: LedgerEntry, printer: string | null): string | null {
  if (printer === null) return null;
  if (handedFrom !== undefined) return `${printer} for ${handedFrom}`;
  return stationIds === undefined ? printer : `${printer} of ${shortName(stationIds)}`;
}

/** The server takes no name that is as long as a dozen ids. */
function shortName(ids: readonly string[]): string {
  const sorted = JSON.stringify([...new Set(ids)].toSorted());
  return createHash('sha256').update(sorted).digest('hex').slice(0, 16);
}

/** Another till has printed the job: printing it here later makes a second sheet. */
export function printedElsewhere(job: LedgerEntry, by: string, sheets: number): LedgerEntry {
  return {
    ...job,
    state: 'elsewhere',
    printedBy: by,
    problem: null,
    begun: Math.max(1, job.begun, sheets),
  };
}
