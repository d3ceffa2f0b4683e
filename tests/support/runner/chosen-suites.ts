/** Whether a suite tests the build, so that an old build must not be tested by mistake. */
export const testsTheBuild = (suite: string): boolean => /^(?:api|web|desktop|faults)\b/.test(suite);

/** Whether a word of the command names a suite. */
export const isNamedBy = (word: string, suite: string): boolean => suite.startsWith(word);

/**
 * The suites to run, in their order: those whose names begin with one of the words, or all without any words; and the
 * build before suites that test it.
 */
export function chosenSuites<S extends { name: string }>(
  suites: readonly S[],
  words: readonly string[],
): S[] {
  const chosen = suites.filter(
    ({ name }) => words.length === 0 || words.some((word) => isNamedBy(word, name)),
  );
  const tested = chosen.some(({ name }) => testsTheBuild(name));
  return suites.filter((suite) => chosen.includes(suite) || (tested && suite.name === 'build'));
}
