/** How many start in one turn of the event loop. */
const AT_ONCE = 10;

export type Pace = {
  /** The rest after a turn in which some were left waiting, as a multiple of the turn's time. */
  rests: number;
  /** The longest rest in ms, however long the turn took. */
  longestRestMs: number;
};

/**
 * Lets other work pass between things of which thousands may start at once, as after a cut or in an attack: ten start in
 * a turn of the event loop, and between turns others have several times as long as a turn took, up to a limit. Subjects
 * take turns: who comes alone does not wait for all that another one brought.
 * @returns starts one in its turn, at the next turn of the event loop at the earliest; the result gives its turn to others
 */
export function pacedStarts({
  rests,
  longestRestMs,
}: Pace): (subject: string, start: () => void) => () => void {
  /** Of each subject what waits, in the order of their turns. */
  const lines = new Map<string, Set<() => void>>();
  let isTurnDue = false;

  function turn(): void {
    const began = performance.now();
    for (let started = 0; started < AT_ONCE && lines.size > 0; started += 1) startNext();
    isTurnDue = lines.size > 0;
    if (isTurnDue) setImmediate(rest, began);
  }

  function startNext(): void {
    const [first] = lines;
    if (!first) return;
    const [subject, line] = first;
    const [start] = line;
    lines.delete(subject);
    if (!start) return;
    line.delete(start);
    // To the end, behind the other subjects.
    if (line.size > 0) lines.set(subject, line);
    start();
  }

  /** The turn has ended, and with it what those that started did at once. */
  function rest(began: number): void {
    setTimeout(turn, Math.min(longestRestMs, rests * (performance.now() - began)));
  }

  return (subject, start) => {
    const line = lines.get(subject) ?? new Set();
    const waiting = () => start();
    lines.set(subject, line.add(waiting));
    if (!isTurnDue) setImmediate(turn);
    isTurnDue = true;
    return () => {
      if (line.delete(waiting) && line.size === 0) lines.delete(subject);
    };
  };
}
