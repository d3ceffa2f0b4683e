import type { Preferences } from '#shared/host/computer.ts';
import { listeners } from '../renderer/platform/listeners.ts';
import type { tabAlerts } from './tab-alerts.ts';

/** A tab's sounds and notifications, loaded lazily, because signing in does not need them. */
export function lateAlerts(preferences: () => Preferences) {
  const alerted = listeners<readonly string[]>();
  const chosen = listeners<{ orderId: string; outletId: string }>();
  const silentChanged = listeners<void>();
  let loaded: ReturnType<typeof tabAlerts> | null = null;
  let loading: Promise<ReturnType<typeof tabAlerts>> | null = null;
  return {
    alerted,
    chosen,
    silentChanged,
    /** Null until it has been loaded. */
    now: () => loaded,
    load: () =>
      (loading ??= import('./tab-alerts.ts').then(
        (module) => (loaded = module.tabAlerts({ preferences, alerted, chosen, silentChanged })),
      )),
  };
}

export type LateAlerts = ReturnType<typeof lateAlerts>;
