/** After running for this long, a crash starts a new series, in ms. */
const QUIET_MS = 10 * 60_000;
const SOON_MS = 60_000;
const WAITS_MS = [30_000, 60_000, 120_000] as const;

/**
 * When a crashed page is loaded again: the first time at once; after repeated crashes within a minute, after 30, 60
 * and then every 120 s, until it has run for ten minutes.
 * @param now the time in ms, on a monotonic clock
 */
export function crashes(now: () => number) {
  let loadedAt = -Infinity;
  let waited = 0;
  return {
    /** In how many ms to load it again; 0 is at once. */
    crashed(): number {
      const wellFor = now() - loadedAt;
      if (wellFor >= QUIET_MS) waited = 0;
      const wait =
        waited === 0 && wellFor >= SOON_MS ? 0 : (WAITS_MS[waited] ?? WAITS_MS[WAITS_MS.length - 1] ?? 0);
      if (wait > 0) waited += 1;
      loadedAt = now() + wait;
      return wait;
    },
  };
}
