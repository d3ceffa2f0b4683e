import type { DocumentKind, PrintDocument } from './document.ts';
import type { PrintMoment } from './printer.ts';

/** How old a job may be and still print by itself, in ms; older ones ask a person. */
export const PRINT_BY_ITSELF_MS = 10 * 60_000;

/**
 * `queued`: nothing of it has left, and it is tried by itself. `sending`: under way. `sent`: handed over to something
 * that does not say whether it printed. `printed`: the printer said so. `unconfirmed`: part of it may be on paper.
 * `late`: too old to print by itself. `refused`: it cannot be printed rightly. `discarded`: a person said so.
 * `elsewhere`: another till of the outlet has printed it.
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

/** A job as the screens know it. */
export type PrintJob = {
  id: string;
  /** What it is of: an order's id, a session's, a printer's. */
  subject: string;
  /** `Order 42, table 7`. */
  label: string;
  kind: DocumentKind;
  printerId: string;
  /** From 1. */
  copy: number;
  state: JobState;
  /** What keeps it, in words for a person; null while nothing does. */
  problem: string | null;
  /** How many sheets of it may be out. */
  begun: number;
  /** The till that has printed it, where that is another one; for people. */
  printedBy: string | null;
  /** ISO 8601, by the server's clock where it is known. */
  at: string;
};

/** Null while nothing is wrong, or nothing is known. */
export type PrinterState = { printerId: string; problem: string | null };

/** What a page asks to have printed. */
export type PrintRequest = {
  subject: string;
  label: string;
  document: PrintDocument;
  /** The outlet whose tills may all print it; without it, no other till does. */
  outletId?: string;
  /** Only there; without it, on every printer that takes the document. */
  printerId?: string;
};

/** What may print by itself because an order came to a moment. */
export type DuePrint = PrintRequest & {
  moment: PrintMoment;
  /** When the order came to it, ISO 8601, and how long ago that is, in ms; both by the server's clock. */
  at: string;
  ageMs: number;
};

export type PrintOutcome =
  | { kind: 'queued' }
  /** The host shows its own dialog, and does not tell what came of it. */
  | { kind: 'handed-to-browser' }
  | { kind: 'no-printer' };

export const jobAnswers = ['print', 'was-printed', 'discard'] as const;
export type JobAnswer = (typeof jobAnswers)[number];
