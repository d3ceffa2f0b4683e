/** What became of one sheet. A `problem` is for a person. */
export type SendOutcome =
  /** The printer says that it has printed everything. */
  | { kind: 'printed' }
  /** All of it was handed over; whether it was printed is not to be known. */
  | { kind: 'sent' }
  /** Nothing of it has left: trying again can print nothing twice. */
  | { kind: 'not-sent'; problem: string }
  /** Some or all of it has left, and nobody can tell what is on paper. */
  | { kind: 'unconfirmed'; problem: string };

/** How a printer is just now; `unknown` where it is told by what becomes of a sheet alone. */
export type PrinterLook =
  | { kind: 'well' | 'unknown' }
  | { kind: 'trouble'; problem: string }
  /** It is off, or another till has it: who is not reached once may be in a moment. */
  | { kind: 'unreached'; problem: string };

/** Absolute limits, in ms: a printer that trickles gets no more time than one that is silent (hazards T6). */
export type Deadlines = { connectMs: number; statusMs: number; printMs: number };

export const deadlines: Deadlines = { connectMs: 3_000, statusMs: 1_500, printMs: 20_000 };
