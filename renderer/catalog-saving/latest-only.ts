/** Runs one write at a time; of those that queue meanwhile, only the newest. `settled` is called after each. */
export function latestOnly<T>(
  act: (value: T) => Promise<void>,
  settled: (value: T, error: unknown) => void,
): (value: T) => void {
  let waiting: { value: T } | null = null;
  let busy = false;
  async function run() {
    busy = true;
    while (waiting) {
      const { value } = waiting;
      waiting = null;
      await act(value).then(
        () => settled(value, null),
        (error: unknown) => settled(value, error),
      );
    }
    busy = false;
  }
  return (value) => {
    waiting = { value };
    if (!busy) void run();
  };
}
