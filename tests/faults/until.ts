import { setTimeout as pause } from 'node:timers/promises';

/** Looks until there is something, or the time in ms is over; then null. */
export async function until<T>(
  look: () => T | Promise<T>,
  withinMs: number,
  everyMs = 25,
): Promise<NonNullable<T> | null> {
  for (const end = Date.now() + withinMs; ; await pause(everyMs)) {
    const found = await look();
    if (found) return found;
    if (Date.now() >= end) return null;
  }
}

/** Waits for a moment of the schedule, in ms of `Date.now()`. */
export const moment = (at: number): Promise<void> => pause(Math.max(0, at - Date.now()));
