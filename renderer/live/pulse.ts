/** Ends the beats. */
export type StopPulse = () => void;

/**
 * Beats every `everyMs`, also in a browser tab that nobody sees: browsers slow a hidden page's own timers down to one a
 * minute, but not those of a worker.
 *
 * @param inWorker whether this page is one that a browser slows down
 */
export function startPulse(everyMs: number, beat: () => void, inWorker: boolean): StopPulse {
  if (!inWorker) {
    const timer = setInterval(beat, everyMs);
    return () => clearInterval(timer);
  }
  const worker = new Worker(new URL('./pulse-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', beat);
  worker.postMessage(everyMs);
  return () => worker.terminate();
}
