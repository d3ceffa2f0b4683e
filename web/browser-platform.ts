import type { Platform, Update } from '#shared/host/platform.ts';
import { listeners } from '../renderer/platform/listeners.ts';
import type { browserAlerts } from './browser-alerts.ts';
import { browserPreferences } from './browser-preferences.ts';
import { browserReceipts } from './browser-receipts.ts';
import { browserSession } from './browser-session.ts';

/** Each load of a page gets the server's newest version. */
const newest: Update = { kind: 'newest' };

/** The browser as a host: the session in local storage, shared by its tabs, and alerts while a tab is open. */
export function browserPlatform(apiBase: string): Platform {
  const preferences = browserPreferences();
  const receipts = browserReceipts();
  const alerted = listeners<readonly string[]>();
  const silentChanged = listeners<void>();
  let alerts: ReturnType<typeof browserAlerts> | null = null;
  let loading: Promise<ReturnType<typeof browserAlerts>> | null = null;
  /** Loaded lazily, because signing in does not need it. */
  const loadAlerts = () =>
    (loading ??= import('./browser-alerts.ts').then(
      (module) =>
        (alerts = module.browserAlerts({
          preferences: preferences.now,
          alerted: alerted.tell,
          silentChanged: silentChanged.tell,
        })),
    ));
  const announced = new Set<string>();
  const chosen = listeners<{ orderId: string; outletId: string }>();

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
    },
    apiBase: () => apiBase,
    saveApiBase: async () => ({ kind: 'refused', message: 'The address is part of this site.' }),

    ...browserSession(apiBase, preferences.clearTheRest),
    signInKept: async () => 'kept',

    setRinging(orderIds, expiresInMs) {
      if (alerts === null && orderIds.length === 0) return;
      const orders = orderIds.map((orderId) => ({ orderId, expiresInMs: expiresInMs?.get(orderId) ?? null }));
      void loadAlerts().then(({ setRinging }) => setRinging(orders));
    },
    askToNotify: async () => (await import('./notification-permission.ts')).askToNotify(),
    announceOrder({ orderId, outletId, title, body }) {
      if (announced.has(orderId) || !('Notification' in globalThis) || Notification.permission !== 'granted')
        return;
      announced.add(orderId);
      const notification = new Notification(title, { body, tag: orderId });
      notification.addEventListener('show', () => alerted.tell([orderId]));
      notification.addEventListener('click', () => {
        focus();
        chosen.tell({ orderId, outletId });
      });
    },
    onAlerted: alerted.add,
    onOrderChosen: chosen.add,

    openExternal: (url) => void open(url, '_blank', 'noopener'),
    // A link from outside opens a new page.
    onScreenChosen: () => () => undefined,

    preferences: preferences.now,
    changePreferences: preferences.change,
    onPreferencesChanged: preferences.onChanged,
    testRing: () => void loadAlerts().then(({ testRing }) => testRing()),
    soundFault: () => void loadAlerts().then(({ soundFault }) => soundFault()),
    // A hidden tab cannot keep the computer awake; it can sound.
    setWatch(watch) {
      if (alerts !== null || watch !== null) void loadAlerts().then(({ setWatch }) => setWatch(watch));
    },
    dismissFault: () => alerts?.dismissFault(),
    silentBecause: () => alerts?.silentBecause() ?? null,
    onSilentChanged: (listener) => silentChanged.add(listener),
    screenName: () => alerts?.screenName ?? 'Browser',

    about: async () => ({ version: String(import.meta.env['VITE_VERSION']), system: navigator.userAgent }),
    licences: async () => (await fetch('/licences.txt')).text(),
    exportLogs: async () => ({ kind: 'failed', message: 'A browser keeps no log of this site.' }),
    update: () => newest,
    onUpdateChanged: () => () => undefined,
    checkForUpdate: () => undefined,
    installUpdate: async () => 'not-ready',

    printing: receipts.now,
    onPrintingChanged: receipts.onChanged,
    async savePrintSettings(settings) {
      receipts.change(settings.receipt);
      return { kind: 'saved' };
    },
    systemPrinters: async () => [],
    // A browser prints nothing automatically.
    printsOnce: async () => true,
    async print({ document }) {
      const { printInDialog } = await import('../renderer/print/print-in-dialog.tsx');
      printInDialog(document);
      return { kind: 'handed-to-browser' };
    },
    // A browser prints only through its dialog.
    printByItself: () => undefined,
    answerPrintJob: () => undefined,
  };
}
