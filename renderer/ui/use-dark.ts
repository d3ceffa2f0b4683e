import { useSyncExternalStore } from 'react';
import { useMedia } from './use-media.ts';

/**
 * Whether the dark theme shows: by `data-theme` on the root if the person chose one, otherwise by the system's
 * setting.
 */
export function useDark(): boolean {
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const chosen = useSyncExternalStore(onThemeChosen, () => document.documentElement.dataset['theme']);
  return chosen === 'dark' || (systemDark && chosen !== 'light');
}

function onThemeChosen(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
