/** Work that waits for its turn. */
export type Turns = {
  /** Resolves or rejects as the work does; rejects with {@link NoTurn} where too much waits already. */
  run<Result>(subject: string, work: () => Promise<Result>): Promise<Result>;
  /** Whether the most work that may wait for this subject is waiting. */
  isFull(subject: string): boolean;
};

/** Too much waits already, of this subject or of all. */
export class NoTurn extends Error {
  override name = 'NoTurn';
}

export type TurnsOptions = {
  atOnce: number;
  /** Of one subject. */
  atOnceEach: number;
  mostWaiting: number;
  /** Of one subject. */
  mostWaitingEach: number;
};

/** Turns that limit each subject alone. */
export function turnsOfEach(atOnceEach: number, mostWaitingEach = Number.POSITIVE_INFINITY): Turns {
  const any = Number.POSITIVE_INFINITY;
  return fairTurns({ atOnce: any, atOnceEach, mostWaiting: any, mostWaitingEach });
}

type Waiting = { start(): void; refuse(): void };
type Line = { subject: string; running: number; waiting: Waiting[] };

/**
 * Subjects take turns, however much one of them has waiting: who comes alone waits for one turn of each other subject at
 * most. Where the room is full, the longest line gives up its last place.
 * @param lines where it keeps its subjects; for tests
 */
export function fairTurns(
  { atOnce, atOnceEach, mostWaiting, mostWaitingEach }: TurnsOptions,
  /** Those whose last turn is the longest ago come first. */
  lines = new Map<string, Line>(),
): Turns {
  let running = 0;
  let waiting = 0;

  function next(): void {
    while (running < atOnce) {
      const line = firstReady();
      if (!line) return;
      running += 1;
      waiting -= 1;
      line.running += 1;
      line.waiting.shift()?.start();
    }
  }

  /** The line that has the fewest running; of several that whose last turn is the longest ago. */
  function firstReady(): Line | null {
    let first: Line | null = null;
    for (const line of lines.values())
      if (line.waiting.length > 0 && line.running < Math.min(atOnceEach, first?.running ?? atOnceEach))
        first = line;
    return first;
  }

  /** Whether there is room for one more that waits in this line. */
  function makeRoom(line: Line): boolean {
    if (line.waiting.length >= mostWaitingEach) return false;
    if (waiting < mostWaiting) return true;
    let longest = line;
    for (const other of lines.values()) if (other.waiting.length > longest.waiting.length) longest = other;
    if (longest.waiting.length <= line.waiting.length + 1) return false;
    longest.waiting.pop()?.refuse();
    waiting -= 1;
    return true;
  }

  /** However many subjects come once and are refused, only those with work are remembered. */
  function forgetIdle({ subject, running: turns, waiting: left }: Line): void {
    if (turns === 0 && left.length === 0) lines.delete(subject);
  }

  function ended(line: Line): void {
    running -= 1;
    line.running -= 1;
    // To the end: its turn is the last now.
    lines.delete(line.subject);
    lines.set(line.subject, line);
    forgetIdle(line);
    next();
  }

  return {
    isFull: (subject) => (lines.get(subject)?.waiting.length ?? 0) >= mostWaitingEach,

    async run(subject, work) {
      const line = lines.get(subject) ?? { subject, running: 0, waiting: [] };
      lines.set(subject, line);
      await new Promise<void>((resolve, reject) => {
        const refuse = () => reject(new NoTurn('Too much waits already.'));
        const free = running < atOnce && line.running < atOnceEach && line.waiting.length === 0;
        if (!free && !makeRoom(line)) {
          forgetIdle(line);
          return refuse();
        }
        line.waiting.push({ start: resolve, refuse });
        waiting += 1;
        return next();
      });
      try {
        return await work();
      } finally {
        ended(line);
      }
    },
  };
}
