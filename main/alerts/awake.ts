import type { PowerSaveBlocker } from 'electron';

/** Keeps the computer and its screen awake while an outlet trades. */
export function awakeWhile(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>) {
  let held: number | null = null;
  return function keepAwake(trading: boolean): void {
    if (trading && held === null) held = blocker.start('prevent-display-sleep');
    if (!trading && held !== null) {
      blocker.stop(held);
      held = null;
    }
  };
}
