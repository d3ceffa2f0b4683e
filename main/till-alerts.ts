import { app, Notification } from 'electron';
import type { KnownOutlet } from '#shared/host/session.ts';
import { alertsHandlers } from './alerts/alerts-handlers.ts';
import { alerts, type AlertsOptions } from './alerts/alerts.ts';
import { openBell } from './alerts/bell.ts';
import { hearing } from './alerts/hearing.ts';
import { shownState } from './alerts/shown-state.ts';
import { sounding } from './alerts/sounding.ts';
import type { PageOptions } from './security/page-options.ts';
import type { StoredPreferences } from './settings/preferences.ts';
import type { TillWindow } from './window/till-window.ts';
import { timers } from './window/timers.ts';

type TillAlertsOptions = {
  window: TillWindow;
  preferences: StoredPreferences;
  /** The outlet that was watched last, or several as one, from the disk. */
  remembered: () => KnownOutlet | null;
  /** Whether an earlier run stored its session. */
  signedIn: boolean;
  log: (message: string) => void;
};

/** Puts together everything that rings, notifies and shows the till's state. */
export function tillAlerts(options: TillAlertsOptions) {
  const { window, preferences, remembered, signedIn, log } = options;
  const sounds = sounding({
    bell: () => opened.bell,
    preferences: preferences.now,
    changed(unable) {
      window.send('silentChanged', unable);
      ears.setSilent(sounds.silentBecause());
    },
    log,
  });
  const ears = hearing({
    timers,
    remembered,
    signedIn,
    sound: sounds.fault,
    changed: () => opened.shown.show(),
    restartPage() {
      log('The page does not answer and is loaded anew');
      window.restartPage();
    },
  });
  const alert = alerts({
    ...reachingPeople(options),
    dropsExpired: () => !ears.isConnected(),
    ring: sounds.ring,
    badge: (count) => opened.shown.setWaiting(count),
  });
  let opened: ReturnType<typeof openBellAndTray>;

  return {
    ears,
    unable: sounds.unable,
    handlers: alertsHandlers({ alert, ears, sounds, rang: (orderIds) => window.send('alerted', orderIds) }),
    /** Loads the bell's page once `after` has resolved, and shows the icon in the tray. */
    open(webPreferences: PageOptions, after: Promise<void>): void {
      opened = openBellAndTray(options, { sounds, ears, webPreferences, after });
    },
    preferencesChanged(): void {
      ears.setSilent(sounds.silentBecause());
      opened.shown.show();
    },
    silence: () => alert.ringFor([]),
    /** Called when the person signs out or chooses another server: nothing rings on from before. */
    endWatch(): void {
      alert.ringFor([]);
      ears.forget();
    },
  };
}

/** How the window and the notifications show an order. */
function reachingPeople({ window, preferences }: TillAlertsOptions) {
  return {
    timers,
    window: window.now,
    arrived() {
      if (preferences.now().raiseWindow) window.bringForward();
    },
    announced: (orderId) => window.send('alerted', [orderId]),
    chosen(order) {
      window.bringForward();
      window.send('orderChosen', order);
    },
    notify: Notification.isSupported() ? (shown) => new Notification(shown) : null,
  } satisfies Partial<AlertsOptions>;
}

type Opening = {
  sounds: ReturnType<typeof sounding>;
  ears: ReturnType<typeof hearing>;
  webPreferences: PageOptions;
  after: Promise<void>;
};

function openBellAndTray(
  { window, preferences, log }: TillAlertsOptions,
  { sounds, ears, webPreferences, after }: Opening,
) {
  const bell = openBell({
    webPreferences,
    after,
    timers,
    failed: () => sounds.setUnable('audio-failed'),
    log,
  });
  const shown = shownState({
    hearing: ears.now,
    isMuted: sounds.isMuted,
    window: window.now,
    open: window.bringForward,
    setMuted: preferences.setMuted,
    quit: () => app.quit(),
    log,
  });
  return { bell, shown };
}
