import type { IpcCommand } from '#shared/host/ipc.ts';

/** How long after it was logged a command's next failures are only counted, in ms: a page may call without end. */
const COUNTED_FOR_MS = 60_000;

/** Where a failure means that something is missed which no screen shows, what a person is told of it. */
const missed: Partial<Record<IpcCommand, string>> = {
  printByItself:
    'A ticket or receipt could not be printed by itself. Look at the orders that wait, and print what is missing from its order.',
  setRinging:
    'The till could not ring for an order. Look at the orders that wait; if they do not ring, quit the till and open it again.',
};

/**
 * Takes note of the page's calls that fail: most of them have nobody who waits for their answer. Each command's are logged
 * once a minute; a person is told once of what is missed.
 * @param now the time in ms, on a monotonic clock
 */
export function failedCalls(
  log: (message: string) => void,
  report: (message: string) => void,
  now: () => number = () => performance.now(),
) {
  const logged = new Map<IpcCommand, { at: number; more: number }>();
  const told = new Set<IpcCommand>();

  /** `why`: null for a call that came too often, in place of which others come. */
  return function failed(command: IpcCommand, why: string | null): void {
    const before = logged.get(command);
    if (before && now() - before.at < COUNTED_FOR_MS) before.more += 1;
    else {
      logged.set(command, { at: now(), more: 0 });
      const more = before && before.more > 0 ? `, and ${before.more} times before` : '';
      log(`The page's call ${command} failed${more}: ${why ?? 'it was called too often'}`);
    }
    const words = missed[command];
    if (why === null || words === undefined || told.has(command)) return;
    told.add(command);
    report(words);
  };
}
