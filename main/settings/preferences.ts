import { defaultPreferences } from '#shared/host/preferences.ts';
import type { Preferences } from '#shared/host/computer.ts';
import type { StoredSettings } from './settings.ts';
import type { StartAtLogin } from './start-at-login.ts';

/** How this computer's till sounds and looks: kept in its settings, but for what the system itself remembers. */
export function storedPreferences(
  settings: Pick<StoredSettings, 'get' | 'set'>,
  startAtLogin: StartAtLogin,
  changed: (preferences: Preferences) => void,
) {
  const now = (): Preferences => ({
    // An older version kept fewer of them.
    ...defaultPreferences,
    ...settings.get('preferences'),
    startAtLogin: startAtLogin.isOn(),
  });
  return {
    now,
    change(change: Partial<Preferences>): void {
      const before = now();
      const next = { ...before, ...change };
      if (next.startAtLogin !== before.startAtLogin) startAtLogin.set(next.startAtLogin);
      settings.set('preferences', next);
      changed(now());
    },
  };
}

export type StoredPreferences = ReturnType<typeof storedPreferences>;
