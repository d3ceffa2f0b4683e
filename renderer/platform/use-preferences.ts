import { useSyncExternalStore } from 'react';
import type { Preferences } from '#shared/preferences.ts';
import { useServices } from '../app/hooks.ts';

/** How this computer sounds and looks, as it changes. */
export function usePreferences(): Preferences {
  const { platform } = useServices();
  return useSyncExternalStore(platform.onPreferencesChanged, platform.preferences);
}
