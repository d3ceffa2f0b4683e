import { markedAsEnded } from '#shared/print/ended-order.ts';
import { mayBeElsewhere } from '#shared/print/jobs.ts';
import { marked } from '#shared/print/marks.ts';
import type { PrintDocument } from '#shared/print/document.ts';
import type { Printer } from '#shared/print/printer.ts';
import { printedElsewhere, type ClaimedSheets, type ClaimVerdict } from './claimed-sheets.ts';
import type { JobClaim, LedgerEntry, PrintLedger } from './print-ledger.ts';
import type { PrinterLook, SendOutcome } from './send-outcome.ts';
import type { ServerClock } from './server-clock.ts';

/** Printing as the queue needs it, independent of printer and connection. */
export type SheetPrinter = {
  /** `mayBegin` is asked before the first byte; where it may not, nothing is sent. */
  print(
    document: PrintDocument,
    printer: Printer,
    mayBegin: () => boolean,
  ): Promise<SendOutcome | { kind: 'refused'; problem: string }>;
  /** `misses` is how many looks before this one found no answer: each of them makes the next more patient. */
  look(printer: Printer, misses: number): Promise<PrinterLook>;
};

/**
 * The result of one attempt. `later`: it waits for another till or the server. `elsewhere`: another till has printed
 * it. `withdrawn`: it is not printed, because its order has ended. `failed`: the till cannot write to its disk, and sends
 * nothing. `trouble` is what the attempt showed about the printer; null if nothing is wrong.
 */
export type StepOutcome =
  | { kind: 'tried' | 'not-sent'; trouble: string | null }
  | { kind: 'later' | 'elsewhere' | 'withdrawn' | 'failed' };

type PrintStepOptions = {
  ledger: PrintLedger;
  sheets: SheetPrinter;
  /** Null if no other till prints for the outlet. */
  claimed: ClaimedSheets | null;
  clock: ServerClock;
};

export const CANNOT_WRITE = 'The till cannot write to its disk';

/**
 * Prints one sheet. The order of its steps keeps it correct wherever a till is killed: the claim is on the server,
 * then `sending` is on the disk, then bytes are sent, then the result is on the disk, and then on the server.
 */
export function printStep({ ledger, sheets, claimed, clock }: PrintStepOptions) {
  function put(job: LedgerEntry, change: Partial<LedgerEntry>): LedgerEntry {
    const next = { ...job, ...change };
    ledger.put(next);
    return next;
  }

  async function claim(job: LedgerEntry, printer: Printer): Promise<ClaimVerdict> {
    if (claimed === null) return { kind: 'print', claim: null, sheets: 0, doubtful: false };
    return claimed.before(job, printer).catch(() => ({ kind: 'wait', problem: CANNOT_WRITE }));
  }

  return async function step(job: LedgerEntry, printer: Printer): Promise<StepOutcome> {
    const verdict = await claim(job, printer);
    const queued = ledger.get(job.id);
    // A person may have settled it while the server was asked; then its claim is released.
    if (queued?.state !== 'queued' || queued.document === null || queued.byHand !== job.byHand) {
      if (queued && verdict.kind === 'print') put(queued, { claim: given(verdict.claim, queued) });
      return { kind: 'later' };
    }
    if (verdict.kind === 'wait') {
      if (queued.problem !== verdict.problem) put(queued, { problem: verdict.problem });
      return { kind: verdict.problem === CANNOT_WRITE ? 'failed' : 'later' };
    }
    if (verdict.kind === 'elsewhere') {
      ledger.put(printedElsewhere(queued, verdict.by, verdict.sheets));
      await ledger.saved().catch(() => undefined);
      return { kind: 'elsewhere' };
    }
    if (verdict.kind === 'withdrawn') {
      put(queued, { state: 'discarded', problem: null });
      await ledger.saved().catch(() => undefined);
      return { kind: 'withdrawn' };
    }
    return send(queued, queued.document, printer, verdict);
  };

  async function send(
    queued: LedgerEntry,
    document: PrintDocument,
    printer: Printer,
    verdict: Extract<ClaimVerdict, { kind: 'print' }>,
  ): Promise<StepOutcome> {
    const out = Math.max(queued.begun, verdict.sheets);
    const job = put(queued, {
      state: 'sending',
      problem: null,
      begun: out + 1,
      claim: verdict.claim,
      ...(verdict.ended && { ended: verdict.ended }),
    });
    const notBegun = { begun: queued.begun, claim: given(verdict.claim, queued) };
    try {
      // If the till is killed after this, the job says that it may have been printed.
      await ledger.saved();
    } catch {
      put(job, { ...notBegun, state: 'queued', problem: CANNOT_WRITE });
      return { kind: 'failed' };
    }
    const marks = {
      copy: job.copy,
      reprint: out,
      doubtful: verdict.doubtful || mayBeOut(job),
      now: clock.now(),
    };
    const outcome = await sheets
      .print(
        marked(job.ended ? markedAsEnded(document) : document, marks),
        printer,
        verdict.lasts ?? (() => true),
      )
      .catch((): SendOutcome => ({ kind: 'unconfirmed', problem: 'The till failed while it printed' }));
    switch (outcome.kind) {
      case 'not-sent':
        put(job, { ...notBegun, state: 'queued', problem: outcome.problem });
        break;
      case 'refused':
        put(job, { ...notBegun, state: 'refused', problem: outcome.problem });
        break;
      case 'unconfirmed':
        put(job, {
          state: 'unconfirmed',
          problem: outcome.problem,
          claim: settled(verdict.claim, 'given-up'),
        });
        break;
      case 'sent':
      case 'printed':
        put(job, { state: outcome.kind, claim: settled(verdict.claim, 'printed') });
    }
    await ledger.saved().catch(() => undefined);
    const trouble = outcome.kind === 'not-sent' || outcome.kind === 'unconfirmed' ? outcome.problem : null;
    return { kind: outcome.kind === 'not-sent' ? 'not-sent' : 'tried', trouble };
  }
}

/** Another printer may have printed it instead, because this one could not. */
const mayBeOut = (job: LedgerEntry): boolean => mayBeElsewhere(job) && job.waited === true && !job.byHand;

/** The claim with its result for the server, if one was made. */
export function settled(claim: JobClaim | null, untold: JobClaim['untold']): JobClaim | null {
  return claim === null || claim.printer === null ? claim : { ...claim, untold };
}

/** Releases the claim unused: without a mark only if no earlier sheet of it may exist. */
function given(claim: JobClaim | null, { begun }: LedgerEntry): JobClaim | null {
  if (claim?.number === null) return claim;
  return settled(claim, begun > 0 ? 'given-up' : 'free');
}
