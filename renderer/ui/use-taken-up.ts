import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False only as long as the app has not yet taken up what the page brought as HTML (web/early-sign-in.tsx): its first
 * picture of itself must equal that.
 */
export function useTakenUp(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
