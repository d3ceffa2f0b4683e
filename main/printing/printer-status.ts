import type { Dialect } from '#shared/print/printer.ts';

/** What a printer answered: what is wrong with it, and whether it has come to the end of a job. */
export type PrinterAnswer = {
  /** In words for a person; null where nothing is wrong. */
  problem: string | null;
  /** Every part of the question is answered. */
  whole: boolean;
  /** It has processed everything up to {@link StatusTalk.end}. */
  ended: boolean;
};

/** How a dialect is asked for its state, and how it says that a job has ended. */
export type StatusTalk = {
  /** Answered at once, whatever is being printed. */
  ask: Buffer;
  /** Before a job. */
  begin: Buffer;
  /** After a job: answered in its turn. */
  end: Buffer;
  /** Of every byte that came since the connection was made, or since {@link StatusTalk.ask} was sent last. */
  read(bytes: Buffer): PrinterAnswer;
};

const none: PrinterAnswer = { problem: null, whole: false, ended: false };

/** `DLE EOT` 1, 2 and 4: state, reason for being offline, paper. `GS r 1` is answered after what came before it. */
const epson: StatusTalk = {
  ask: Buffer.from([0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4]),
  begin: Buffer.alloc(0),
  end: Buffer.from([0x1d, 0x72, 1]),
  read(bytes) {
    // Bit 4 is set in an answer to DLE EOT and in no answer to GS r.
    const realTime = bytes.filter((byte) => (byte & 0x93) === 0x12);
    const ends = bytes.filter((byte) => (byte & 0x90) === 0);
    // Of the last question that is answered in full: a part of the next answer is of other bits.
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

/** One automatic status block: its length is in its first byte, its counter of ended jobs in the eighth. */
const star: StatusTalk = {
  ask: Buffer.from([0x1b, 0x06, 0x01]),
  // Counter to nought, and no status but what is asked for.
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
