import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False until the app has hydrated the page's HTML (web/early-sign-in.tsx): its first render must equal that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
