import type { Platform } from '#shared/host/platform.ts';
import type { AppStore, RootState, Services } from '../state/store.ts';
import { whenever } from '../state/whenever.ts';

const RETRY_MS = 3_000;

export const loadDuties = () => import('./duties.ts');

/**
 * Starts the work that goes on behind every screen, once it is needed. Its code is loaded then, and retried until it
 * is there: without it no order would be heard.
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
        // Only a failed load is retried: duties that failed half-way would be started twice.
        const code = await loadDuties().catch(() => null);
        if (ended) return;
        if (code) end = code.startDuties(store, services);
        else retry = setTimeout(() => void begin(), RETRY_MS);
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

/** Signing in needs none of it. A till needs it at once: it may still ring for orders that the page before knew. */
function isOnDuty({ session }: RootState, { can }: Platform): boolean {
  return session.status === 'signed-out'
    ? session.ended !== null || can.alertInBackground
    : session.status === 'signed-in';
}
