import type { Dialect } from '#shared/print/printer.ts';

/** A printer's answer: what is wrong with it, and whether it has finished a job. */
export type PrinterAnswer = {
  /** In words for a person; null if nothing is wrong. */
  problem: string | null;
  /** Whether every part of the question is answered. */
  whole: boolean;
  /** Whether it has processed everything up to {@link StatusTalk.end}. */
  ended: boolean;
};

/** How a dialect asks for the state, and how the printer reports the end of a job. */
export type StatusTalk = {
  /** Answered at once, even during a job. */
  ask: Buffer;
  /** Sent before a job. */
  begin: Buffer;
  /** Sent after a job; answered after all that precedes it. */
  end: Buffer;
  /** Reads all bytes received since the connection was made, or since {@link StatusTalk.ask} was last sent. */
  read(bytes: Buffer): PrinterAnswer;
};

const none: PrinterAnswer = { problem: null, whole: false, ended: false };

/** `DLE EOT` 1, 2 and 4: state, reason for being offline, paper. `GS r 1` is answered after all that precedes it. */
const epson: StatusTalk = {
  ask: Buffer.from([0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4]),
  begin: Buffer.alloc(0),
  end: Buffer.from([0x1d, 0x72, 1]),
  read(bytes) {
    // Bit 4 is set in an answer to DLE EOT and in no answer to GS r.
    const realTime = bytes.filter((byte) => (byte & 0x93) === 0x12);
    const ends = bytes.filter((byte) => (byte & 0x90) === 0);
    // Only complete answers count: in a partial one the bits mean something else.
    const answered = realTime.length - (realTime.length % 3);
    const [state = 0, cause = 0, paper = 0] = realTime.subarray(Math.max(0, answered - 3), answered);
    const ended = ends.length > 0;
    if (answered === 0) return { ...none, ended };
    return { problem: epsonProblem(state, cause, paper, ends.at(-1) ?? 0), whole: true, ended };
  },
};

function epsonProblem(state: number, cause: number, paper: number, end: number): string | null {
  if (cause & 0x04) return 'Cover open';
  if (paper & 0x60 || cause & 0x20 || end & 0x0c) return 'Out of paper';
  if (cause & 0x40) return 'The printer reports an error';
  return state & 0x08 ? 'Offline' : null;
}

/** One automatic status block: the first byte has its length, the eighth a counter of finished jobs. */
const star: StatusTalk = {
  ask: Buffer.from([0x1b, 0x06, 0x01]),
  // Resets the counter, and switches unsolicited status messages off.
  begin: Buffer.from([0x1b, 0x1e, 0x61, 0, 0x1b, 0x1e, 0x45, 0]),
  end: Buffer.from([0x17]),
  read(bytes) {
    const block = lastStarBlock(bytes);
    if (block === null) return none;
    const [, , state = 0, error = 0, , paper = 0, , counter = 0] = block;
    return { problem: starProblem(state, error, paper), whole: true, ended: (counter & 0x6e) !== 0 };
  },
};

function lastStarBlock(bytes: Buffer): Buffer | null {
  let last: Buffer | null = null;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = ((first >> 2) & 0x18) | ((first >> 1) & 0x07);
    if ((first & 0x91) !== 0x01 || length < 7) at += 1;
    else {
      if (at + length <= bytes.length) last = bytes.subarray(at, at + length);
      at += length;
    }
  }
  return last;
}

function starProblem(state: number, error: number, paper: number): string | null {
  if (state & 0x20) return 'Cover open';
  if (paper & 0x08) return 'Out of paper';
  if (error & 0x6c) return 'The printer reports an error';
  return state & 0x08 ? 'Offline' : null;
}

export const statusTalks: Record<Dialect, StatusTalk> = { epson, star };
