import type { Platform } from '#shared/host/platform.ts';
import { browserAlerts } from './browser-alerts.ts';
import { browserComputer } from './browser-computer.ts';
import { browserPreferences } from './browser-preferences.ts';
import { browserPrinting } from './browser-printing.ts';
import { browserSession } from './browser-session.ts';
import { browserUpdates } from './browser-updates.ts';
import { lateAlerts } from './late-alerts.ts';

/** The browser as a host: the session in local storage, shared by its tabs, and alerts while a tab is open. */
export function browserPlatform(apiBase: string): Platform {
  const preferences = browserPreferences();
  const alerts = lateAlerts(preferences.now);
  return {
    can: {
      changeApiBase: false,
      alertInBackground: false,
      showNotifications: 'Notification' in globalThis,
      opensOnOutlet: false,
      arrangeWindow: false,
      updateItself: false,
      exportLogs: false,
      printSilently: false,
      openPages: true,
    },
    apiBase: () => apiBase,
    ...browserSession(apiBase, preferences.clearTheRest),
    ...browserAlerts(alerts),
    ...browserComputer(preferences, alerts),
    ...browserUpdates,
    ...browserPrinting(),
  };
}
