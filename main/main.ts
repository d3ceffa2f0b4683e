import path from 'node:path';
import {
  app,
  dialog,
  ipcMain,
  Menu,
  net,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  type BrowserWindow,
} from 'electron';
import { brand } from '#shared/brand.ts';
import { channelOf } from '#shared/ipc-names.ts';
import type { Handlers, IpcEvent, IpcEventData } from '#shared/ipc.ts';
import { alerts } from './alerts.ts';
import { APP_SCHEME, isOwnPage, serveApp } from './app-protocol.ts';
import { withinReach } from './bounds.ts';
import { openCipher, type Cipher } from './cipher.ts';
import { mayOpenOutside } from './external-links.ts';
import { askImageOrigins } from './image-origins.ts';
import { handleCommands } from './ipc-guard.ts';
import { lockDownPages, lockDownSession } from './lock-down.ts';
import { menuOf } from './menu.ts';
import { sessionVault } from './session-vault.ts';
import { readApiBase, whyNotConnect } from './api-address.ts';
import { apiBaseOf, openSettings, STORE_CHANNEL } from './settings.ts';
import { openWindow, windowOptions } from './window.ts';

// Windows shows the notifications of known applications only.
app.setAppUserModelId(brand.appId);
app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
lockDownPages(app);

void app.whenReady().then(() => {
  // The folder asked for, even where whatever loaded this file has put its own in its place.
  const folder = app.commandLine.getSwitchValue('user-data-dir');
  if (folder !== '') app.setPath('userData', folder);
  if (app.requestSingleInstanceLock()) start();
  else app.quit();
});

function start(): void {
  const built = path.join(app.getAppPath(), 'dist');
  const settings = openSettings(app.getPath('userData'), report);
  // The store opens a channel of its own; the contract's are the only ones.
  ipcMain.removeAllListeners(STORE_CHANNEL);
  let window: BrowserWindow | null = null;
  let cipher: Promise<Cipher | null> | undefined;
  let address = apiBaseOf(settings, process.env, report);
  const apiBase = () => address;
  const fetch = (url: string, init: RequestInit) => net.fetch(url, init);

  /** To the page, if it is one of ours. */
  function send<E extends IpcEvent>(event: E, data: IpcEventData<E>): void {
    const contents = window?.webContents;
    if (contents && !contents.isDestroyed() && isOwnPage(contents.getURL()))
      contents.send(channelOf(event), data);
  }

  const vault = sessionVault({
    file: path.join(app.getPath('userData'), 'session'),
    cipher: () => (cipher ??= openCipher(safeStorage, process.platform)),
    apiBase,
    fetch,
    report,
  });
  const alert = alerts({
    window: () => window,
    ring: () => send('ring', undefined),
    announced: (orderId) => send('orderAnnounced', { orderId }),
    chosen(order) {
      bringForward();
      send('orderChosen', order);
    },
    notify: Notification.isSupported() ? (options) => new Notification(options) : null,
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
      reopen();
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
  } satisfies Handlers);

  Menu.setApplicationMenu(Menu.buildFromTemplate(menuOf(process.platform)));
  protocol.handle(
    APP_SCHEME,
    serveApp(path.join(built, 'renderer'), apiBase, (base) => askImageOrigins(base, fetch)),
  );
  lockDownSession(session.defaultSession);
  open();
  app.on('second-instance', bringForward);
  app.on('window-all-closed', () => {
    alert.silence();
    app.quit();
  });

  function open(): void {
    const screens = screen.getAllDisplays().map(({ bounds }) => bounds);
    const opened = openWindow(
      windowOptions({
        preload: path.join(built, 'preload/preload.cjs'),
        apiBase: apiBase(),
        bounds: withinReach(settings.get('bounds'), screens),
        devTools: !app.isPackaged,
      }),
      (bounds) => settings.set('bounds', bounds),
    );
    window = opened;
    // A page that has been left, reloaded or lost rings for nothing any more; the next one asks anew.
    opened.webContents.on('did-navigate', () => alert.silence());
    opened.once('closed', () => {
      if (window === opened) window = null;
    });
  }

  /** A page knows one server from its start; another server is another page. */
  function reopen(): void {
    const last = window;
    open();
    last?.destroy();
  }

  function bringForward(): void {
    if (window?.isMinimized()) window.restore();
    window?.show();
    window?.focus();
  }
}

/** Says what went wrong, to the person and to whoever reads the output; the till goes on meanwhile. */
function report(message: string): void {
  process.stderr.write(`${message}\n`);
  void dialog.showMessageBox({ type: 'warning', title: app.name, message });
}
