import { ownScript } from '../platform/own-script.ts';
import pulseWorker from './pulse-worker.ts?worker&url';

/** How often a page that is connected checks what is due, in ms. */
export const PULSE_MS = 1_000;

/** Ends the beats. */
export type StopPulse = () => void;

/** Of this page: whoever watches an outlet, and then none, needs no other thread. */
let worker: Worker | undefined;

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
  const { port1: port, port2: beats } = new MessageChannel();
  port.addEventListener('message', beat);
  port.start();
  worker ??= pulsing();
  worker.postMessage(everyMs, [beats]);
  return () => {
    port.removeEventListener('message', beat);
    port.postMessage(null);
  };
}

function pulsing(): Worker {
  const made = new Worker(ownScript(pulseWorker), { type: 'module' });
  // As without a connection: the next one that is asked for tries again.
  made.addEventListener('error', () => (worker = undefined));
  return made;
}
