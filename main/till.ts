import path from 'node:path';
import { app, dialog, ipcMain, Notification, protocol, session, shell } from 'electron';
import { brand } from '#shared/base/brand.ts';
import type { Handlers } from '#shared/host/ipc.ts';
import { defaultPreferences } from '#shared/host/preferences.ts';
import { aboutCommands } from './settings/about-commands.ts';
import { aboutOf } from './settings/about.ts';
import { alerts } from './alerts/alerts.ts';
import { showMenu } from './window/app-menu.ts';
import { APP_SCHEME, serveApp } from './security/app-protocol.ts';
import { openBell } from './alerts/bell.ts';
import { mayOpenOutside } from './security/external-links.ts';
import { hearing } from './alerts/hearing.ts';
import { askImageOrigins } from './security/image-origins.ts';
import { handleCommands } from './security/ipc-guard.ts';
import { LINK_SCHEME, screenOf } from './security/links.ts';
import { lockDownSession } from './security/lock-down.ts';
import { openLog, type Log } from './files/log.ts';
import { surviveMishaps } from './mishaps.ts';
import { pageOptions } from './security/page-options.ts';
import { keptPreferences } from './settings/preferences.ts';
import { tillPrinting } from './till-printing.ts';
import { askBeforeQuitting, askWhetherToQuit } from './window/quitting.ts';
import { screenName } from './settings/screen-name.ts';
import { serverSession } from './session/server-session.ts';
import { lastOutletOf, openSettings, STORE_CHANNEL } from './settings/settings.ts';
import { shownState } from './alerts/shown-state.ts';
import { sounding } from './alerts/sounding.ts';
import { startAtLoginOf } from './settings/start-at-login.ts';
import { listenToSystem } from './window/system-events.ts';
import { keepTheme } from './window/theme.ts';
import { tillWindow } from './window/till-window.ts';
import { timers } from './window/timers.ts';
import { holdsUnsavedWork } from './window/unsaved-work.ts';
import { updates } from './updates/updates.ts';

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
  const report = reporter(log);
  surviveMishaps(process, log.write, report);
  const settings = openSettings(folder, report);
  // The store opens a channel of its own; the contract's are the only ones.
  ipcMain.removeAllListeners(STORE_CHANNEL);

  const preferences = keptPreferences(
    settings,
    startAtLoginOf(app, process.platform, startCommand()),
    (changed) => {
      window.send('preferencesChanged', changed);
      window.show(changed);
      ears.setSilent(sounds.silentBecause());
      shown.show();
    },
  );
  const server = serverSession({
    settings,
    report,
    signedIn: (sellsHere) => ears.setSignedIn(sellsHere),
    ended: () => ears.sessionEnded(),
    left: endWatch,
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
    missedBy: () => (ears.standsBy() ? (ears.now().outlet?.outletName ?? null) : null),
    ask(outletName) {
      window.bringForward();
      return askWhetherToQuit(window.now(), outletName);
    },
  });

  const sounds = sounding({
    bell: () => bell,
    preferences: preferences.now,
    changed(unable) {
      window.send('silentChanged', { silent: unable });
      ears.setSilent(sounds.silentBecause());
    },
    log: log.write,
  });
  const ears = hearing({
    timers,
    remembered: () => lastOutletOf(settings),
    signedIn: server.vault.isKept(),
    sound: sounds.fault,
    changed: () => shown.show(),
    restartPage() {
      log.write('The page does not answer and is loaded anew');
      window.restartPage();
    },
  });
  const alert = alerts({
    timers,
    window: window.now,
    dropsExpired: () => !ears.isConnected(),
    ring: sounds.ring,
    badge: (count) => shown.setWaiting(count),
    arrived() {
      if (preferences.now().raiseWindow) window.bringForward();
    },
    announced: (orderId) => window.send('alerted', { orderIds: [orderId] }),
    chosen(order) {
      window.bringForward();
      window.send('orderChosen', order);
    },
    notify: Notification.isSupported() ? (options) => new Notification(options) : null,
  });

  const update = updates({
    updater: async () =>
      (await import('./updates/app-updater.ts')).appUpdater(process.env['SERVERY_UPDATE_URL']),
    publicKey: app.isPackaged ? brand.updateKey : (process.env['SERVERY_UPDATE_KEY'] ?? brand.updateKey),
    watch: () => ({ openOrders: ears.now().openOrders, trading: ears.now().outlet?.trading ?? null }),
    unsavedWork: () => holdsUnsavedWork(window.now()),
    changed: (now) => window.send('updateChanged', now),
    log: log.write,
  });
  handleCommands(ipcMain, {
    ...server.commands,
    ...sounds.commands,
    ...aboutCommands(about, built, log),
    ...tillPrinting(server, window, report),
    setRinging: ({ orders }) => alert.setRinging(orders),
    announceOrder: (order) => alert.announce(order),
    sounded: ({ orderIds }) => window.send('alerted', { orderIds }),
    setWatch: ({ watch }) => ears.setWatch(watch),
    dismissFault: () => ears.dismissFault(),
    alive: () => ears.pageIsAlive(),
    rememberOutlet: ({ outlet }) => settings.set('lastOutlet', outlet),
    rememberedOutlet: () => lastOutletOf(settings),
    openExternal({ url }) {
      if (!mayOpenOutside(url)) throw new Error('Refused');
      void shell.openExternal(url);
    },
    readPreferences: preferences.now,
    changePreferences: preferences.change,
    screenName,
    readUpdate: update.now,
    checkForUpdate: update.look,
    installUpdate: update.install,
  } satisfies Handlers);

  showMenu(preferences, openScreen);
  protocol.handle(
    APP_SCHEME,
    serveApp(path.join(built, 'renderer'), server.apiBase, (base) => askImageOrigins(base, server.fetch)),
  );
  lockDownSession(session.defaultSession);
  keepTheme(() => preferences.now().theme);
  window.open(screenOf(link) ?? '/');
  const bell = openBell({
    webPreferences: pages(),
    after: window.loaded(PAGE_FIRST_MS),
    timers,
    failed: () => sounds.setUnable('audio-failed'),
    log: log.write,
  });
  const shown = shownState({
    hearing: ears.now,
    isMuted: sounds.isMuted,
    window: window.now,
    open: window.bringForward,
    setMuted: (muted) => preferences.change({ volumePercent: muted ? 0 : defaultPreferences.volumePercent }),
    quit: () => app.quit(),
    log: log.write,
  });
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  void window.loaded(PAGE_FIRST_MS).then(update.lookNowAndThen);
  listenToSystem({
    follow,
    bringForward: window.bringForward,
    leave,
    windowsClosed: () => alert.setRinging([]),
    quits: settings.save,
    log: log.write,
  });

  /** The person signs out or goes to another server: nothing of before rings or is missed here. */
  function endWatch(): void {
    alert.setRinging([]);
    ears.forget();
  }

  function follow(opened: string): void {
    window.bringForward();
    const screenPath = screenOf(opened);
    if (screenPath !== null) openScreen(screenPath);
  }

  function openScreen(screenPath: string): void {
    window.send('screenChosen', { path: screenPath });
  }
}

/** What starts this till again; an AppImage is started by its own file, not by what is unpacked from it. */
function startCommand(): string[] {
  const program = process.env['APPIMAGE'] ?? process.execPath;
  return app.isPackaged ? [program] : [program, app.getAppPath()];
}

/** Says what went wrong, to the person and to whoever reads the log; the till goes on meanwhile. */
const reporter = (log: Log) => (message: string) => {
  log.write(message);
  process.stderr.write(`${message}\n`);
  void dialog.showMessageBox({ type: 'warning', title: app.name, message });
};
