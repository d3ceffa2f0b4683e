import type { DocumentKind, PrintDocument } from './document.ts';
import type { PrintMoment } from './printer.ts';

/** The oldest that a job may be and still print automatically, in ms; for older ones a person is asked. */
export const PRINT_BY_ITSELF_MS = 10 * 60_000;

/**
 * `queued`: nothing was sent yet, and it is tried automatically. `sending`: under way. `sent`: handed over to
 * something that does not say whether it printed. `printed`: the printer confirmed it. `unconfirmed`: part of it may
 * be on paper. `late`: too old to print automatically. `refused`: it cannot be printed correctly. `discarded`: a
 * person discarded it, or its order was cancelled or expired before it was printed. `elsewhere`: another till of the
 * outlet has printed it.
 */
export const jobStates = [
  'queued',
  'sending',
  'sent',
  'printed',
  'unconfirmed',
  'late',
  'refused',
  'discarded',
  'elsewhere',
] as const;
export type JobState = (typeof jobStates)[number];

/** States that wait for a person's answer. */
export const askingStates: ReadonlySet<JobState> = new Set(['unconfirmed', 'late', 'refused']);

/** States of a job that may still be printed, and of which nothing was sent last. */
const unsentStates: ReadonlySet<JobState> = new Set(['queued', 'late', 'refused']);

/** States of a job that may still print a sheet. */
const openStates: ReadonlySet<JobState> = new Set([...unsentStates, 'unconfirmed']);

/** Whether a ticket may still come out without saying that its order has ended. */
export const isUnmarkedTicket = ({
  kind,
  state,
  ended,
}: Pick<PrintJob, 'kind' | 'state' | 'ended'>): boolean =>
  kind === 'ticket' && ended !== true && openStates.has(state);

/** Whether a ticket waits, by itself or for a person, no sheet of which can be out. */
export const isUnbegunTicket = ({
  kind,
  state,
  begun,
}: Pick<PrintJob, 'kind' | 'state' | 'begun'>): boolean =>
  kind === 'ticket' && begun === 0 && unsentStates.has(state);

/** A job as the screens show it. */
export type PrintJob = {
  id: string;
  /** The id of its order, session or printer. */
  subject: string;
  /** `Order 42, table 7`. */
  label: string;
  kind: DocumentKind;
  printerId: string;
  /** Counts from 1. */
  copy: number;
  state: JobState;
  /** Why it waits, in words for a person; null if nothing is wrong. */
  problem: string | null;
  /** How many sheets of it may have been printed. */
  begun: number;
  /** The name of the till that printed it, if another one did. */
  printedBy: string | null;
  /** ISO 8601, by the server's clock if known. */
  at: string;
  /** The station that cannot print it itself, by id. */
  handedFrom?: string;
  /** Its order was cancelled or has expired: a sheet of it says so. */
  ended?: true;
};

/** `problem`: null if nothing is wrong, or nothing is known yet; then it is `unknown`. */
export type PrinterState = { printerId: string; problem: string | null; unknown?: true };

/** A page's request to print. */
export type PrintRequest = {
  subject: string;
  label: string;
  document: PrintDocument;
  /** The outlet whose tills may all print it; without it, only this till does. */
  outletId?: string;
  /** Prints only on that printer; without it, on every printer that takes the document. */
  printerId?: string;
  /** The stations that a ticket is of, by id; without them, it has all lines or is handed over. */
  stationIds?: string[];
};

/** A document that may print automatically because an order reached a moment. */
export type DuePrint = PrintRequest & {
  moment: PrintMoment;
  /** When the order reached it, ISO 8601, and how long ago that is, in ms; both by the server's clock. */
  at: string;
  ageMs: number;
  /** The station that cannot print it itself, by id; the document says so. */
  handedFrom?: string;
  /** Its station may hand it over: if it comes out late, it may be out on another printer already. */
  handsOver?: true;
  /** The stations that make any of its lines, by id; left out if the outlet has none, or for what is handed over. */
  madeAt?: string[];
  /** Another printer may have printed its lines already: this screen was not heard when it came, or only just. */
  waited?: true;
};

/** Whether another printer may print a ticket of the same lines: its station may hand it over, or has. */
export const mayBeElsewhere = ({
  handsOver,
  handedFrom,
}: {
  handsOver?: boolean;
  handedFrom?: string;
}): boolean => handsOver === true || handedFrom !== undefined;

export const jobAnswers = ['print', 'was-printed', 'discard'] as const;
export type JobAnswer = (typeof jobAnswers)[number];
