import { uptime } from 'node:os';

/** The server's time, as far as this computer knows it; its own clock may be hours off, or be corrected. */
export type ServerClock = ReturnType<typeof serverClock>;

/** Starts to count: how many ms have passed, also while the computer slept and whatever becomes of its clock. */
export function stopwatch(): () => number {
  const [monotonic, running] = [performance.now(), uptime()];
  // The monotonic clock may stand still while the computer sleeps; the time since its start counts on, but coarsely.
  return () => Math.max(performance.now() - monotonic, (uptime() - running) * 1_000);
}

export function serverClock() {
  let told: { server: number; monotonic: number; passed: () => number } | null = null;
  return {
    /** @param server the server's current time, in ms since 1970 */
    correct(server: number): void {
      told = { server, monotonic: performance.now(), passed: stopwatch() };
    },
    isKnown: (): boolean => told !== null,
    /** The current time, also after the computer slept or its clock was put right; its own until the server's is known. */
    now: (): number => (told === null ? Date.now() : told.server + told.passed()),
    /** Never ahead of the server's time, whatever happens to this computer's clock; null until it is known. */
    notBefore: (): number | null => told && told.server + (performance.now() - told.monotonic),
  };
}
