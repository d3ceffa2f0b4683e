import type { TillBridge } from '#shared/host/ipc.ts';

/** How often the page reports to the main process that its main thread runs, in ms. */
const EVERY_MS = 5_000;

/** Runs as long as the page, whatever it shows: a page that stops reporting is loaded again. */
export function sayAlive(till: Pick<TillBridge, 'alive'>): void {
  const say = () => void till.alive(undefined);
  say();
  setInterval(say, EVERY_MS);
}
