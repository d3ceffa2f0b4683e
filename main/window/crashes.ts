/** What was well for so long is no part of a series of crashes, in ms. */
const QUIET_MS = 10 * 60_000;
const SOON_MS = 60_000;
const WAITS_MS = [30_000, 60_000, 120_000] as const;

/**
 * When a page that has crashed is loaded again: the first time at once; one that crashes again within a minute after 30,
 * 60 and then every 120 s, until it has been well for ten minutes.
 * @param now the time in ms, on a clock that is never put back
 */
export function crashes(now: () => number) {
  let loadedAt = -Infinity;
  let waited = 0;
  return {
    /** After how many ms it is loaded again; 0 is at once. */
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
