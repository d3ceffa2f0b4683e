/** What was started for tests and has not been ended by them. */
const left = new Set<() => void>();

/**
 * Has `end` called when the test file or this process ends, unless the returned function was called before: a test that
 * fails does not come to its own end.
 */
export function endAtLatest(end: () => void): () => void {
  left.add(end);
  return () => void left.delete(end);
}

/** Ends what is left. */
export function endLeft(): void {
  for (const end of left) {
    left.delete(end);
    try {
      end();
    } catch (error) {
      console.error(error);
    }
  }
}

process.on('exit', endLeft);
