import { defaultPreferences, readPreferences, type Preferences } from '#shared/host/preferences.ts';
import { keep, readKept } from '../renderer/platform/kept-json.ts';
import { listeners } from '../renderer/platform/listeners.ts';
import { stored } from '../renderer/platform/stored.ts';

const KEY = 'preferences';
/** That this browser shows no notifications has been said here. */
export const REFUSED_BEFORE = 'notificationsRefused';

/** How this browser sounds and looks, in local storage and shared by its tabs. */
export function browserPreferences() {
  const changed = listeners<void>();
  let now = readKept(KEY, readPreferences) ?? defaultPreferences;

  function take(next: Preferences): void {
    now = next;
    changed.tell();
  }
  addEventListener('storage', ({ key }) => {
    if (key === KEY) take(readKept(KEY, readPreferences) ?? defaultPreferences);
  });
  return {
    now: () => now,
    onChanged: (listener: () => void) => changed.add(listener),
    change(change: Partial<Preferences>): void {
      take({ ...now, ...change });
      keep(KEY, now);
    },
    /** Empties local storage of the session and all that belongs to it; these belong to the computer. */
    clearTheRest(): void {
      const refused = stored.get(REFUSED_BEFORE);
      stored.clear();
      if (now !== defaultPreferences) keep(KEY, now);
      if (refused !== null) stored.set(REFUSED_BEFORE, refused);
    },
  };
}
