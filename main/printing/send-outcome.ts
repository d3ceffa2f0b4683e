/** The result of one sheet. A `problem` is for a person. */
export type SendOutcome =
  /** The printer reports that it has printed everything. */
  | { kind: 'printed' }
  /** All of it was handed over; whether it was printed is unknown. */
  | { kind: 'sent' }
  /** Nothing was sent, so a retry prints nothing twice. */
  | { kind: 'not-sent'; problem: string }
  /** Some or all of it was sent, and what is on paper is unknown. */
  | { kind: 'unconfirmed'; problem: string };

/** A printer's current state; `unknown` if only the result of a sheet can show it. */
export type PrinterLook =
  | { kind: 'well' | 'unknown' }
  | { kind: 'trouble'; problem: string }
  /** It is off, or another till is using it: a printer that is missed once may answer in a moment. */
  | { kind: 'unreached'; problem: string };

/** Absolute limits in ms: a printer that trickles gets no more time than a silent one. */
export type Deadlines = { connectMs: number; statusMs: number; printMs: number };

export const deadlines: Deadlines = { connectMs: 3_000, statusMs: 1_500, printMs: 20_000 };
