import type { TillBridge } from '#shared/host/ipc.ts';

/** How often the page tells the main process that its main thread runs, in ms. */
const EVERY_MS = 5_000;

/** From the page's beginning to its end, whatever it shows: one that stops saying so is loaded anew. */
export function sayAlive(till: Pick<TillBridge, 'alive'>): void {
  const say = () => void till.alive(undefined);
  say();
  setInterval(say, EVERY_MS);
}
