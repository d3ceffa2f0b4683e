import { defaultPreferences, readPreferences } from '#shared/host/preferences.ts';
import type { Preferences } from '#shared/host/computer.ts';
import { writeStored, readStored } from '../renderer/platform/stored-json.ts';
import { listeners } from '../renderer/platform/listeners.ts';
import { stored } from '../renderer/platform/stored.ts';

const KEY = 'preferences';
/** The key that records that the person was told that this browser shows no notifications. */
export const REFUSED_BEFORE = 'notificationsRefused';
/** The key of the fixed text of receipts. */
export const RECEIPTS = 'receipts';

/** This browser's sound and display settings, in local storage and shared by its tabs. */
export function browserPreferences() {
  const changed = listeners<void>();
  let now = readStored(KEY, readPreferences) ?? defaultPreferences;

  function take(next: Preferences): void {
    now = next;
    changed.tell();
  }
  addEventListener('storage', ({ key }) => {
    if (key === KEY) take(readStored(KEY, readPreferences) ?? defaultPreferences);
  });
  return {
    now: () => now,
    onChanged: (listener: () => void) => changed.add(listener),
    change(change: Partial<Preferences>): void {
      take({ ...now, ...change });
      writeStored(KEY, now);
    },
    /** Removes the session and all its data from local storage; the settings belong to the computer and stay. */
    clearTheRest(): void {
      stored.removeAllBut([KEY, REFUSED_BEFORE, RECEIPTS]);
    },
  };
}
