import { useSyncExternalStore } from 'react';
import type { Preferences } from '#shared/host/computer.ts';
import { useServices } from './hooks.ts';

/** This computer's sound and display settings, as they change. */
export function usePreferences(): Preferences {
  const { platform } = useServices();
  return useSyncExternalStore(platform.onPreferencesChanged, platform.preferences);
}
