/** A chore that repeats until it is stopped. */
export type RepeatedChore = {
  /** Does it now, or once more after the run that is on; resolves when that is done. */
  look(): Promise<void>;
  /** Lets the run that is on finish; there is none after it. */
  stop(): Promise<void>;
};

/**
 * Repeats a chore with a rest between runs, never two at once. Asked for many times during one run, it runs once more.
 * @param chore resolves to whether there is more to do at once
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
