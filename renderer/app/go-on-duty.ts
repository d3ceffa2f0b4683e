import type { Platform } from '#shared/host/platform.ts';
import type { AppStore, RootState, Services } from '../state/store.ts';
import { onceLoaded } from '../state/once-loaded.ts';
import { whenever } from '../state/whenever.ts';

export const loadDuties = () => import('./duties.ts');

/**
 * Starts the work that goes on behind every screen, once it is needed. Its code is loaded then, and retried until it
 * is there: without it no order would be heard.
 */
export function goOnDuty(store: AppStore, services: Services): () => void {
  return whenever(
    store,
    (state) => isOnDuty(state, services.platform),
    (onDuty) =>
      onDuty ? onceLoaded(loadDuties, ({ startDuties }) => startDuties(store, services)) : undefined,
  );
}

/** Signing in needs none of it. A till needs it at once: it may still ring for orders that the page before knew. */
function isOnDuty({ session }: RootState, { can }: Platform): boolean {
  return session.status === 'signed-out'
    ? Boolean(session.ended?.outletId) || can.alertInBackground
    : session.status === 'signed-in';
}
