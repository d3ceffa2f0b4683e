import { uptime } from 'node:os';

/** The server's time, as far as this computer knows it; its own clock may be hours off, or be corrected. */
export type ServerClock = ReturnType<typeof serverClock>;

export function serverClock() {
  let told: { server: number; monotonic: number; running: number } | null = null;
  return {
    /** @param server the server's current time, in ms since 1970 */
    correct(server: number): void {
      told = { server, monotonic: performance.now(), running: uptime() };
    },
    /** The current time, also after the computer slept or its clock was put right; its own until the server's is known. */
    now: (): number => {
      if (told === null) return Date.now();
      // The monotonic clock may stand still while the computer sleeps; the time since its start counts on, but coarsely.
      const passed = Math.max(performance.now() - told.monotonic, (uptime() - told.running) * 1_000);
      return told.server + passed;
    },
    /** Never ahead of the server's time, whatever happens to this computer's clock; null until it is known. */
    notBefore: (): number | null => told && told.server + (performance.now() - told.monotonic),
  };
}
