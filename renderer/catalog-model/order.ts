/** The entries that must have been moved to turn `before` into `after`; both contain the same ones. */
export function movedBetween(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((id, index) => [id, index]));
  const stayed = longestRising(after.map((id) => place.get(id) ?? -1));
  return new Set(after.filter((_id, index) => !stayed.has(index)));
}

/** The indexes of a longest increasing subsequence. */
function longestRising(numbers: readonly number[]): Set<number> {
  /** By length: the index at which such a sequence ends, with the least possible number. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  numbers.forEach((number, index) => {
    const found = ends.findIndex((end) => (numbers[end] ?? 0) >= number);
    const length = found === -1 ? ends.length : found;
    before[index] = ends[length - 1];
    ends[length] = index;
  });
  const run = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) run.add(index);
  return run;
}

/**
 * `theirs` with my moved or added entries at their places in `mine`, each after its predecessor there.
 * @param placed my entries that are placed again
 * @param kept all entries of the result
 */
export function mergeOrder(
  mine: readonly string[],
  theirs: readonly string[],
  placed: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): string[] {
  const order = theirs.filter((id) => kept.has(id) && !placed.has(id));
  mine.forEach((id, index) => {
    if (!placed.has(id) || !kept.has(id)) return;
    const before = mine.slice(0, index).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}
