import { useSyncExternalStore } from 'react';
import type { Preferences } from '#shared/host/preferences.ts';
import { useServices } from './hooks.ts';

/** How this computer sounds and looks, as it changes. */
export function usePreferences(): Preferences {
  const { platform } = useServices();
  return useSyncExternalStore(platform.onPreferencesChanged, platform.preferences);
}
