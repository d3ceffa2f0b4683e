import type { Platform } from '#shared/host/platform.ts';
import type { AppStore, RootState, Services } from '../state/store.ts';
import { whenever } from '../state/whenever.ts';

const RETRY_MS = 3_000;

export const loadDuties = () => import('./duties.ts');

/**
 * Starts what goes on whichever screen is open, as soon as there is a need for it. Its code is loaded then, and asked for
 * again until it is there: without it no order would be heard.
 */
export function goOnDuty(store: AppStore, services: Services): () => void {
  return whenever(
    store,
    (state) => isOnDuty(state, services.platform),
    (onDuty) => {
      if (!onDuty) return;
      let retry: ReturnType<typeof setTimeout> | undefined;
      let ended = false;
      let end: (() => void) | undefined;
      async function begin(): Promise<void> {
        try {
          const { startDuties } = await loadDuties();
          if (!ended) end = startDuties(store, services);
        } catch {
          if (!ended) retry = setTimeout(() => void begin(), RETRY_MS);
        }
      }
      void begin();
      return () => {
        ended = true;
        clearTimeout(retry);
        end?.();
      };
    },
  );
}

/** Whoever only signs in needs none of it. A till does at once: it may still ring for what its page before this one knew. */
function isOnDuty({ session }: RootState, { can }: Platform): boolean {
  return session.status === 'signed-out'
    ? session.ended !== null || can.alertInBackground
    : session.status === 'signed-in';
}
