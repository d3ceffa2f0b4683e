import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useIsAsking } from './open-dialogs.ts';

/** Whether a media query matches, as it changes. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}

/** The same, but unchanged while a dialog asks something: what stands under it keeps its place, and so what is typed there. */
export function useMediaOnceAnswered(query: string): boolean {
  const matches = useMedia(query);
  const asking = useIsAsking();
  const [shown, setShown] = useState(matches);
  if (shown !== matches && !asking) setShown(matches);
  return shown;
}
