/** One of the given values, at random. */
export function pick<T>(from: readonly T[]): T {
  const chosen = from[Math.floor(Math.random() * from.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
}
