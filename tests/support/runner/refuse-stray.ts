/**
 * Throws where a word of a command names nothing that there is: misspelt, it would run nothing, and so nothing would fail.
 * @param isFor whether a word names it; without it, if both are the same
 */
export function refuseStray(
  words: readonly string[],
  known: readonly string[],
  isFor = (word: string, name: string): boolean => word === name,
): void {
  const stray = words.filter((word) => !known.some((name) => isFor(word, name)));
  if (stray.length > 0) throw new Error(`There is no ${stray.join(', ')}. There are: ${known.join(', ')}.`);
}
