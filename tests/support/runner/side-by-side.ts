/**
 * Executes all suites, at most `atOnce` of them at a time. The first that `mayStart` starts wherever one has ended; it is
 * asked again after each end.
 */
export async function sideBySide<Suite>(
  suites: readonly Suite[],
  atOnce: number,
  mayStart: (suite: Suite) => boolean,
  execute: (suite: Suite) => Promise<void>,
): Promise<void> {
  const waiting = [...suites];
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < atOnce ? waiting.findIndex(mayStart) : -1;
    const [suite] = next < 0 ? [] : waiting.splice(next, 1);
    if (suite) {
      const ended = execute(suite).finally(() => running.delete(ended));
      running.add(ended);
    } else if (running.size > 0) await Promise.race(running);
    else throw new Error(`${waiting.length} suites wait for one that does not run`);
  }
}
