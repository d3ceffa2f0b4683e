/** Counts the event loop's turns until it is stopped. */
export function countTurns(): { now(): number; stop(): void } {
  let turn = 0;
  const next = () => {
    turn += 1;
    going = setImmediate(next);
  };
  let going = setImmediate(next);
  return { now: () => turn, stop: () => clearImmediate(going) };
}

/** How often the turn comes up that comes up most. */
export function mostInOneTurn(turns: number[]): number {
  const counts = new Map<number, number>();
  for (const turn of turns) counts.set(turn, (counts.get(turn) ?? 0) + 1);
  return Math.max(...counts.values());
}
