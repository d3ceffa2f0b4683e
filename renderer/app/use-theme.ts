import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Platform } from '#shared/host/platform.ts';
import { themeAt } from '#shared/host/preferences.ts';

const LOOK_EVERY_MS = 60_000;

/** Applies this computer's chosen theme; without a choice the system's (tokens.css). */
export function useTheme(platform: Platform): void {
  const { theme } = useSyncExternalStore(
    platform.onPreferencesChanged,
    platform.preferences,
    platform.preferences,
  );
  useLayoutEffect(
    function showTheme() {
      const show = () => (document.documentElement.dataset['theme'] = themeAt(theme, new Date()));
      show();
      const timer = setInterval(show, LOOK_EVERY_MS);
      return () => clearInterval(timer);
    },
    [theme],
  );
}
