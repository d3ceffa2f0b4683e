import { defaultPreferences } from '#shared/host/preferences.ts';
import type { Preferences } from '#shared/host/computer.ts';
import type { StoredSettings } from './settings.ts';
import type { StartAtLogin } from './start-at-login.ts';

/** How this computer's till sounds and looks: kept in its settings, but for what the system itself remembers. */
export function storedPreferences(
  settings: Pick<StoredSettings, 'get' | 'set'>,
  startAtLogin: StartAtLogin,
  changed: (preferences: Preferences) => void,
  report: (message: string) => void,
) {
  const now = (): Preferences => ({
    // An older version kept fewer of them.
    ...defaultPreferences,
    ...settings.get('preferences'),
    startAtLogin: startAtLogin.isOn(),
  });
  function setStart(on: boolean): void {
    try {
      startAtLogin.set(on);
    } catch {
      // What has become of it is read from the system.
    }
    if (startAtLogin.isOn() === on) return;
    report(
      on
        ? 'The till cannot be set to start with this computer: the computer does not allow it.'
        : 'The till still starts with this computer: the computer does not allow that to be changed.',
    );
  }
  function apply(change: Partial<Preferences>): void {
    const before = now();
    const next = { ...before, ...change };
    if (next.startAtLogin !== before.startAtLogin) setStart(next.startAtLogin);
    settings.set('preferences', next);
    changed(now());
  }

  return {
    now,
    change(change: Partial<Preferences>): void {
      if (change.volumePercent !== undefined) settings.set('mutedPercent', null);
      apply(change);
    },
    /**
     * Mutes, or lets sound again as loud as before. Somebody who moved the volume to nothing passed all others on the
     * way: then it is the usual one.
     */
    setMuted(muted: boolean): void {
      const { volumePercent } = now();
      if (muted === (volumePercent === 0)) return;
      const before = settings.get('mutedPercent') ?? defaultPreferences.volumePercent;
      settings.set('mutedPercent', muted ? volumePercent : null);
      apply({ volumePercent: muted ? 0 : before });
    },
  };
}

export type StoredPreferences = ReturnType<typeof storedPreferences>;
