import { ownScript } from '../platform/own-script.ts';
import pulseWorker from './pulse-worker.ts?worker&url';

/** Ends the beats. */
export type StopPulse = () => void;

/**
 * Calls `beat` every `everyMs`, even in a hidden browser tab: browsers slow a hidden page's timers down to one a
 * minute, but not a worker's.
 *
 * @param inWorker whether a browser may slow this page's timers down
 */
export function startPulse(everyMs: number, beat: () => void, inWorker: boolean): StopPulse {
  if (!inWorker) {
    const timer = setInterval(beat, everyMs);
    return () => clearInterval(timer);
  }
  const worker = new Worker(ownScript(pulseWorker), { type: 'module' });
  worker.addEventListener('message', beat);
  worker.postMessage(everyMs);
  return () => worker.terminate();
}
