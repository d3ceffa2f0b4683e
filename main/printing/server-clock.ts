/** The server's time, as far as this computer knows it; its own clock may be hours ahead or behind, or be put right. */
export type ServerClock = ReturnType<typeof serverClock>;

export function serverClock() {
  let told: { server: number; monotonic: number; wall: number } | null = null;
  return {
    /** @param server the server's time now, in ms since 1970 */
    correct(server: number): void {
      told = { server, monotonic: performance.now(), wall: Date.now() };
    },
    /** Time now; this computer's own until the server's is known. Ahead of it where the clock was put forward meanwhile. */
    now: (): number => {
      if (told === null) return Date.now();
      const passed = Math.max(performance.now() - told.monotonic, Date.now() - told.wall);
      return told.server + passed;
    },
    /** Never ahead of the server's time, whatever happens to this computer's clock; null until it is known. */
    notBefore: (): number | null => told && told.server + (performance.now() - told.monotonic),
  };
}
