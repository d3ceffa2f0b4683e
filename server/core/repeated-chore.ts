/** A chore that repeats until it is stopped. */
export type RepeatedChore = {
  /** Runs the chore now, or once more after the current run; resolves when that run ends. */
  look(): Promise<void>;
  /** Waits for the current run; none starts after it. */
  stop(): Promise<void>;
};

/**
 * Repeats a chore with a rest between runs, never two at once. Many calls of `look` during a run cause one more
 * run.
 * @param chore resolves to whether to run again at once
 */
export function repeatedChore(
  chore: () => Promise<boolean>,
  everyMs: number,
  onError: (error: unknown) => void,
): RepeatedChore {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let stopped = false;

  async function once(): Promise<void> {
    if (!stopped && (await chore())) await once();
  }

  async function run(): Promise<void> {
    next = null;
    clearTimeout(timer);
    try {
      await once();
    } catch (error) {
      onError(error);
    }
    if (!stopped && next === null) timer = setTimeout(() => void look(), everyMs);
  }

  function look(): Promise<void> {
    if (stopped) return running;
    if (next === null) {
      next = running.then(run);
      running = next;
    }
    return next;
  }

  return {
    look,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
