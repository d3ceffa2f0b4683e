/** How long the system may take to start its audio, in ms; some take half a second. */
const STARTS_WITHIN_MS = 1_500;
/** How long its clock may stand still after the start, in ms. */
const MOVES_WITHIN_MS = 2_000;
/** How long audio keeps running after a sound, in ms: longer than the time between two rings. */
const RUNS_ON_MS = 8_000;
const LOOK_MS = 50;
/** How long audio runs to find out whether its clock moves, in ms. */
export const PROVES_WITHIN_MS = MOVES_WITHIN_MS + LOOK_MS;

export type Audio = Pick<AudioContext, 'state' | 'currentTime' | 'resume' | 'suspend' | 'close'>;

/**
 * The page's only audio context, opened at its first use. It runs only while used: running audio takes 2 % of a core
 * even without a sound.
 */
export function pageAudio<A extends Audio>(open: () => A) {
  let audio: A | null = null;
  let hasRun = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let runsUntil = 0;
  let pausing: Promise<void> | null = null;

  /**
   * Runs it for at least `runsOnMs`, in ms; null if it does not start, because the browser wants a press first or the
   * system fails.
   */
  async function running(runsOnMs = RUNS_ON_MS): Promise<A | null> {
    if (audio?.state === 'closed') audio = null;
    audio ??= open();
    const used = audio;
    clearTimeout(pause);
    if (used.state !== 'running' || pausing !== null)
      await Promise.race([started(used), later(STARTS_WITHIN_MS)]);
    clearTimeout(pause);
    runsUntil = Math.max(runsUntil, performance.now() + runsOnMs);
    pause = setTimeout(() => {
      pausing = paused(used);
    }, runsUntil - performance.now());
    if (used.state !== 'running') return null;
    hasRun = true;
    return used;
  }

  /** Waits for a suspend that is under way, which would otherwise win. */
  async function started(used: A): Promise<void> {
    await pausing;
    await used.resume().catch(() => undefined);
  }

  async function paused(used: A): Promise<void> {
    await used.suspend().catch(() => undefined);
    pausing = null;
  }

  /** Whether its clock moves, which shows that a device takes the sound. One that stands still is closed. */
  async function moves(used: Audio): Promise<boolean> {
    const before = used.currentTime;
    for (let waited = 0; waited <= MOVES_WITHIN_MS; waited += LOOK_MS) {
      if (used.currentTime > before) return true;
      await later(LOOK_MS);
    }
    if (used === audio) audio = null;
    void used.close().catch(() => undefined);
    return false;
  }

  return { running, moves, hasRun: () => hasRun };
}

/** The page's own audio. */
export const audio = pageAudio(() => new AudioContext());

export function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
