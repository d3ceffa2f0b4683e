import path from 'node:path';
import {
  app,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  Notification,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
} from 'electron';
import { brand } from '#shared/brand.ts';
import type { Handlers, IpcEventData } from '#shared/ipc.ts';
import type { OutletWatch } from '#shared/platform.ts';
import { defaultPreferences, nextZoom } from '#shared/preferences.ts';
import { aboutOf, licencesOf } from './about.ts';
import { alerts } from './alerts.ts';
import { readApiBase, whyNotConnect } from './api-address.ts';
import { APP_SCHEME, serveApp } from './app-protocol.ts';
import { appUpdater } from './app-updater.ts';
import { awakeWhile } from './awake.ts';
import { openBell } from './bell.ts';
import { openCipher, type Cipher } from './cipher.ts';
import { mayOpenOutside } from './external-links.ts';
import { askImageOrigins } from './image-origins.ts';
import { handleCommands } from './ipc-guard.ts';
import { LINK_SCHEME, linkIn, screenOf } from './links.ts';
import { lockDownPages, lockDownSession } from './lock-down.ts';
import { openLog, type Log } from './log.ts';
import { menuOf } from './menu.ts';
import { pageOptions } from './page-options.ts';
import { keptPreferences } from './preferences.ts';
import { lineDrawing } from './printing/draw-line.ts';
import { printPage } from './printing/print-page.ts';
import { openPrinting } from './printing/printing.ts';
import { sessionVault } from './session-vault.ts';
import { apiBaseOf, openSettings, STORE_CHANNEL } from './settings.ts';
import { startAtLoginOf } from './start-at-login.ts';
import { openTray, overlayDisc } from './tray-icon.ts';
import { tillWindow } from './till-window.ts';
import { trayText } from './tray.ts';
import { updates } from './updates.ts';

// Windows shows the notifications of known applications only.
app.setAppUserModelId(brand.appId);
app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
lockDownPages(app);

/** macOS hands a link over as an event, and may do so before the app is ready. */
let followed = linkIn(process.argv);
app.on('open-url', (_event, link) => (followed = link));

void app.whenReady().then(() => {
  // The folder asked for, even where whatever loaded this file has put its own in its place.
  const folder = app.commandLine.getSwitchValue('user-data-dir');
  if (folder !== '') app.setPath('userData', folder);
  if (app.requestSingleInstanceLock()) start();
  else app.quit();
});

function start(): void {
  const built = path.join(app.getAppPath(), 'dist');
  const log = openLog(path.join(app.getPath('userData'), 'logs'));
  const about = aboutOf(app.getVersion(), process.versions);
  log.write(`Started: ${about.version} on ${about.system}`);
  const report = reporter(log);
  const settings = openSettings(app.getPath('userData'), report);
  // The store opens a channel of its own; the contract's are the only ones.
  ipcMain.removeAllListeners(STORE_CHANNEL);
  let quitting = false;
  let cipher: Promise<Cipher | null> | undefined;
  let address = apiBaseOf(settings, process.env, report);
  let watch: OutletWatch | null = null;
  let waiting = 0;
  const apiBase = () => address;
  const fetch = (url: string, init: RequestInit) => net.fetch(url, init);
  const pages = () => pageOptions(path.join(built, 'preload/preload.cjs'), apiBase(), !app.isPackaged);

  const preferences = keptPreferences(
    settings,
    startAtLoginOf(app, process.platform, startCommand()),
    (changed) => {
      window.send('preferencesChanged', changed);
      window.show(changed);
      showState();
    },
  );
  const window = tillWindow({
    pageOptions: pages,
    bounds: () => settings.get('bounds'),
    onBounds: (bounds) => settings.set('bounds', bounds),
    preferences: () => preferences.now(),
    onWindowMode: (windowMode) => preferences.change({ windowMode }),
    mustStay: () => !quitting && watch?.trading === true,
    log: log.write,
  });
  const vault = sessionVault({
    file: path.join(app.getPath('userData'), 'session'),
    cipher: () => (cipher ??= openCipher(safeStorage, process.platform)),
    apiBase,
    fetch,
    report,
  });
  const keepAwake = awakeWhile(powerSaveBlocker);
  const disc = overlayDisc();
  const alert = alerts({
    window: () => window.now(),
    ring: (orderIds) => ring(orderIds),
    badge(count) {
      waiting = count;
      app.setBadgeCount(count);
      // Only Windows has it.
      if (process.platform === 'win32')
        window.now()?.setOverlayIcon(count > 0 ? disc : null, count > 0 ? `${count} new orders` : '');
      showState();
    },
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
    updater: () => appUpdater(process.env['SERVERY_UPDATE_URL']),
    publicKey: app.isPackaged ? brand.updateKey : (process.env['SERVERY_UPDATE_KEY'] ?? brand.updateKey),
    openOrders: () => watch?.openOrders ?? 0,
    changed: (now) => window.send('updateChanged', now),
    log: log.write,
    leaving: () => app.releaseSingleInstanceLock(),
  });

  const printing = openPrinting({
    folder: app.getPath('userData'),
    draw: lineDrawing(),
    // Windows' queues take a printer's own bytes from drivers only.
    printPage: process.platform === 'win32' ? printPage : null,
    systemPrinters: async () =>
      ((await window.now()?.webContents.getPrintersAsync()) ?? []).map(({ name }) => name),
    report,
    changed: (now) => window.send('printingChanged', now),
    jobChanged: (job) => window.send('printJobChanged', job),
  });

  handleCommands(ipcMain, {
    restoreSession: () => vault.restore(),
    signIn: (credentials) => vault.signIn(credentials),
    refreshSession: ({ staleAccessToken }) => vault.refresh(staleAccessToken),
    keepAccount: ({ account }) => vault.keepAccount(account),
    signOut: () => vault.signOut(),
    signInKept: () => vault.kept(),
    async saveApiBase(given) {
      const read = readApiBase(given.apiBase);
      if ('wrong' in read) return { kind: 'refused', message: read.wrong };
      const problem = await whyNotConnect(read.apiBase, fetch);
      if (problem !== null) return { kind: 'refused', message: problem };
      try {
        settings.set('apiBase', read.apiBase);
      } catch {
        return { kind: 'refused', message: 'The address could not be saved on this computer.' };
      }
      await vault.signOut();
      address = read.apiBase;
      watch = null;
      window.reopen();
      return { kind: 'saved' };
    },
    setRinging: ({ orderIds }) => alert.setRinging(orderIds),
    announceOrder: (order) => alert.announce(order),
    rememberOutlet: ({ outletId }) => settings.set('lastOutlet', outletId),
    rememberedOutlet: () => settings.get('lastOutlet'),
    openExternal({ url }) {
      if (!mayOpenOutside(url)) throw new Error('Refused');
      void shell.openExternal(url);
    },
    readPreferences: () => preferences.now(),
    changePreferences: (change) => preferences.change(change),
    testRing: () => ring([]),
    soundFault: () => sound('fault', []),
    sounded: ({ orderIds }) => window.send('alerted', { orderIds }),
    setWatch(told) {
      if (told.watch?.connected !== watch?.connected || told.watch?.trading !== watch?.trading)
        log.write(trayText(told.watch, waiting));
      ({ watch } = told);
      keepAwake(watch?.trading ?? false);
      showState();
    },
    about: () => about,
    licences: () => licencesOf(built, path.dirname(process.execPath)),
    exportLogs() {
      try {
        const file = log.exportTo(app.getPath('downloads'));
        shell.showItemInFolder(file);
        return { kind: 'exported', file };
      } catch {
        return { kind: 'failed', message: 'The log could not be written to the downloads of this computer.' };
      }
    },
    readUpdate: () => update.now(),
    checkForUpdate: () => update.look(),
    installUpdate: () => update.install(),
    ...printing,
  } satisfies Handlers);

  const choices = {
    zoom: (step: 1 | -1 | 0) =>
      preferences.change({
        zoomPercent:
          step === 0 ? defaultPreferences.zoomPercent : nextZoom(preferences.now().zoomPercent, step),
      }),
    toggleFullScreen: () =>
      preferences.change({
        windowMode: preferences.now().windowMode === 'window' ? 'full-screen' : 'window',
      }),
    settings: () => openScreen('/settings'),
  };
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuOf(process.platform, choices)));
  protocol.handle(
    APP_SCHEME,
    serveApp(path.join(built, 'renderer'), apiBase, (base) => askImageOrigins(base, fetch)),
  );
  lockDownSession(session.defaultSession);
  nativeTheme.themeSource = preferences.now().theme;
  window.open(screenOf(followed ?? '') ?? '/');
  const bell = openBell(pages());
  const showTray = openTray({
    open: window.bringForward,
    setMuted: (muted) => preferences.change({ volumePercent: muted ? 0 : defaultPreferences.volumePercent }),
    quit: () => app.quit(),
  });
  showState();
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  update.lookNowAndThen();

  app.removeAllListeners('open-url');
  app.on('open-url', (_event, link) => follow(link));
  app.on('second-instance', (_event, argv) => follow(linkIn(argv) ?? ''));
  app.on('activate', window.bringForward);
  app.on('before-quit', () => (quitting = true));
  app.on('child-process-gone', (_event, { type, reason }) =>
    log.write(`A ${type} process is gone: ${reason}`),
  );
  app.on('window-all-closed', () => {
    alert.setRinging([]);
    app.quit();
  });

  function ring(orderIds: readonly string[]): void {
    sound(preferences.now().sound, orderIds);
  }

  function sound(heard: IpcEventData<'ring'>['sound'], orderIds: readonly string[]): void {
    const { volumePercent } = preferences.now();
    bell.sound({ sound: heard, volumePercent, orderIds: [...orderIds] });
  }

  function showState(): void {
    showTray(trayText(watch, waiting), preferences.now().volumePercent === 0);
  }

  function follow(link: string): void {
    window.bringForward();
    const screenPath = screenOf(link);
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
