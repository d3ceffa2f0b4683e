import path from 'node:path';
import { app, dialog, ipcMain, Notification, protocol, session } from 'electron';
import { brand } from '#shared/base/brand.ts';
import type { Preferences } from '#shared/host/computer.ts';
import type { Handlers } from '#shared/host/ipc.ts';
import { outletsOf, togetherOf } from '#shared/host/watched-outlets.ts';
import { aboutOf } from './settings/about.ts';
import { computerHandlers } from './settings/computer-handlers.ts';
import { showMenu } from './window/app-menu.ts';
import { askAtComputer } from './security/ask-at-computer.ts';
import { APP_SCHEME, serveApp } from './security/app-protocol.ts';
import { askImageOrigins } from './security/image-origins.ts';
import { handleCommands } from './security/ipc-guard.ts';
import { LINK_SCHEME, screenOf } from './security/links.ts';
import { lockDownSession } from './security/lock-down.ts';
import { failedCalls } from './failed-calls.ts';
import { openLog } from './files/log.ts';
import { surviveMishaps } from './mishaps.ts';
import { pageOptions } from './security/page-options.ts';
import { storedPreferences } from './settings/preferences.ts';
import { usualScreenName } from './settings/usual-screen-name.ts';
import { tillAlerts } from './till-alerts.ts';
import { tillPrinting } from './till-printing.ts';
import { reporter } from './report.ts';
import { askBeforeQuitting, askWhetherToQuit } from './window/quitting.ts';
import { serverSession } from './session/server-session.ts';
import { sessionHandlers } from './session/session-handlers.ts';
import { lastOutletOf, openSettings, STORE_CHANNEL } from './settings/settings.ts';
import { startAtLoginOf, startCommandOf } from './settings/start-at-login.ts';
import { listenToSystem } from './window/system-events.ts';
import { keepTheme } from './window/theme.ts';
import { tillWindow } from './window/till-window.ts';
import { holdsUnsavedWork } from './window/unsaved-work.ts';
import { updates } from './updates/updates.ts';
import { updatesHandlers } from './updates/updates-handlers.ts';

/** How long what nobody waits for leaves the processor to the page at most, in ms. */
const PAGE_FIRST_MS = 3_000;

/**
 * Puts the till together and opens its window. Each part is a file of its own; what one part has to do with another
 * stands here. To be called once, when the app is ready.
 *
 * @param link what the till was started with, or empty
 */
export function startTill(link: string): void {
  const built = path.join(app.getAppPath(), 'dist');
  const folder = app.getPath('userData');
  const log = openLog(path.join(folder, 'logs'));
  const about = aboutOf(app.getVersion(), process.versions);
  log.write(`Started: ${about.version} on ${about.system}`);
  const report = reporter(log.write);
  surviveMishaps(process, log.write, report);
  const settings = openSettings(folder, report);
  // The store opens a channel of its own; the contract's are the only ones.
  ipcMain.removeAllListeners(STORE_CHANNEL);

  const remembered = () => lastOutletOf(settings);
  const startAtLogin = startAtLoginOf(app, process.platform, startCommandOf(app, process.env), report);
  const preferences = storedPreferences(settings, startAtLogin, preferencesChanged, report);
  const ask = askAtComputer((question) => dialog.showMessageBox(question));
  const server = serverSession({
    settings,
    ask,
    // With its orders out of reach, as when the server has moved, nobody could sign out first.
    missedBy: () => (ears.isConnected() ? trading() : null),
    report,
    ended: () => ears.sessionEnded(),
    left: () => alerting.endWatch(),
    moved: () => window.reopen(),
  });
  const pages = () =>
    pageOptions(
      path.join(built, 'preload/preload.cjs'),
      server.apiBase(),
      !app.isPackaged,
      Notification.isSupported(),
    );
  const window = tillWindow({
    pageOptions: pages,
    bounds: () => settings.get('bounds'),
    onBounds: (bounds) => settings.set('bounds', bounds),
    preferences: preferences.now,
    onWindowMode: (windowMode) => preferences.change({ windowMode }),
    mustStay: () => !leave.quits() && ears.standsBy(),
    repairsItself: () => ears.repairs(),
    onPage: (event) => (event === 'loads' ? ears.pageLoads() : ears.pageRecovers()),
    leaving: { mustGo: () => leave.mustGo(), stayed: () => leave.stayed() },
    log: log.write,
  });
  const leave = askBeforeQuitting({
    app,
    missedBy: trading,
    ask(outletName) {
      window.bringForward();
      return askWhetherToQuit(window.now(), outletName);
    },
  });
  const alerting = tillAlerts({
    window,
    preferences,
    remembered: () => togetherOf(outletsOf(remembered())),
    signedIn: server.vault.isKept(),
    log: log.write,
  });
  const { ears } = alerting;
  const update = updates({
    updater: async () =>
      (await import('./updates/app-updater.ts')).appUpdater(process.env['SERVERY_UPDATE_URL']),
    publicKey: app.isPackaged ? brand.updateKey : (process.env['SERVERY_UPDATE_KEY'] ?? brand.updateKey),
    watch: () => ({ openOrders: ears.now().openOrders, trading: ears.now().outlet?.trading ?? null }),
    unsavedWork: () => holdsUnsavedWork(window.now()),
    changed: (now) => window.send('updateChanged', now),
    log: log.write,
  });
  const screenName = () => preferences.now().screenName || usualScreenName();
  const printing = tillPrinting(server, window, ask, screenName, report);
  const handlers = {
    ...sessionHandlers({
      vault: server.vault,
      remembered,
      remember: (outlet) => settings.set('lastOutlet', outlet),
      signedIn(sellsHere) {
        ears.setSignedIn(sellsHere);
        void printing.showJobs();
      },
      left: alerting.endWatch,
    }),
    ...alerting.handlers,
    ...computerHandlers({ preferences, log, moveTo: server.moveTo, unable: alerting.unable }),
    ...updatesHandlers(update, about, built),
    ...printing.handlers,
  } satisfies Handlers;
  handleCommands(ipcMain, handlers, failedCalls(log.write, report));

  showMenu(preferences, openScreen);
  protocol.handle(
    APP_SCHEME,
    serveApp(path.join(built, 'renderer'), server.apiBase, (base) => askImageOrigins(base, server.fetch)),
  );
  lockDownSession(session.defaultSession);
  keepTheme(() => preferences.now().theme);
  window.open(screenOf(link) ?? '/');
  alerting.open(pages(), window.loaded(PAGE_FIRST_MS));
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  void window.loaded(PAGE_FIRST_MS).then(update.lookNowAndThen);
  listenToSystem({
    follow,
    bringForward: window.bringForward,
    leave,
    windowsClosed: alerting.silence,
    quits: settings.save,
    finish: printing.finish,
    log: log.write,
  });

  function preferencesChanged(now: Preferences): void {
    window.send('preferencesChanged', now);
    window.show(now);
    alerting.preferencesChanged();
  }

  /** The name of the outlet that trades and whose orders are heard here, if there is one. */
  function trading(): string | null {
    return ears.standsBy() ? (ears.now().outlet?.outletName ?? null) : null;
  }

  function follow(opened: string): void {
    window.bringForward();
    const screenPath = screenOf(opened);
    if (screenPath !== null) openScreen(screenPath);
  }

  function openScreen(screenPath: string): void {
    window.send('screenChosen', screenPath);
  }
}
