/** The server's time, as far as this computer knows it; its own clock may be hours off, or be corrected. */
export type ServerClock = ReturnType<typeof serverClock>;

export function serverClock() {
  let told: { server: number; monotonic: number; wall: number } | null = null;
  return {
    /** @param server the server's current time, in ms since 1970 */
    correct(server: number): void {
      told = { server, monotonic: performance.now(), wall: Date.now() };
    },
    /**
     * The current time; this computer's own until the server's is known. Ahead of it if the clock was put forward
     * meanwhile.
     */
    now: (): number => {
      if (told === null) return Date.now();
      const passed = Math.max(performance.now() - told.monotonic, Date.now() - told.wall);
      return told.server + passed;
    },
    /** Never ahead of the server's time, whatever happens to this computer's clock; null until it is known. */
    notBefore: (): number | null => told && told.server + (performance.now() - told.monotonic),
  };
}
