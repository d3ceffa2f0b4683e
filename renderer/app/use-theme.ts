import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Platform } from '#shared/platform.ts';

/** Shows the theme that was chosen on this computer; without a choice the system's (tokens.css). */
export function useTheme(platform: Platform): void {
  const { theme } = useSyncExternalStore(
    platform.onPreferencesChanged,
    platform.preferences,
    platform.preferences,
  );
  useLayoutEffect(
    function showTheme() {
      document.documentElement.dataset['theme'] = theme;
    },
    [theme],
  );
}
