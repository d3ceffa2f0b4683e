import path from 'node:path';
import {
  app,
  ipcMain,
  net,
  Notification,
  protocol,
  safeStorage,
  session,
  shell,
  type BrowserWindow,
} from 'electron';
import { channelOf } from '#shared/ipc-names.ts';
import type { Handlers, IpcEvent, IpcEventData } from '#shared/ipc.ts';
import { alerts } from './alerts.ts';
import { APP_SCHEME, isOwnPage, serveApp } from './app-protocol.ts';
import { openCipher, type Cipher } from './cipher.ts';
import { mayOpenOutside } from './external-links.ts';
import { handleCommands } from './ipc-guard.ts';
import { lockDownPages, lockDownSession } from './lock-down.ts';
import { sessionVault } from './session-vault.ts';
import { readApiBase, whyNotConnect } from './api-address.ts';
import { apiBaseOf, openSettings } from './settings.ts';
import { openWindow, windowOptions } from './window.ts';

app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
lockDownPages(app);

void app.whenReady().then(() => {
  if (app.requestSingleInstanceLock()) start();
  else app.quit();
});

function start(): void {
  const report = (message: string) => process.stderr.write(`${message}\n`);
  const built = path.join(app.getAppPath(), 'dist');
  const settings = openSettings(app.getPath('userData'), report);
  let window: BrowserWindow | null = null;
  let cipher: Promise<Cipher | null> | undefined;
  const apiBase = () => apiBaseOf(settings, process.env);
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
    chosen: (order) => send('orderChosen', order),
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
      const address = readApiBase(given.apiBase);
      if ('wrong' in address) return { kind: 'refused', message: address.wrong };
      const problem = await whyNotConnect(address.apiBase, fetch);
      if (problem !== null) return { kind: 'refused', message: problem };
      await vault.signOut();
      settings.set('apiBase', address.apiBase);
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

  protocol.handle(APP_SCHEME, serveApp(path.join(built, 'renderer'), apiBase));
  lockDownSession(session.defaultSession);
  open();
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => {
    alert.stop();
    app.quit();
  });

  function open(): void {
    const options = windowOptions(path.join(built, 'preload/preload.cjs'), apiBase(), settings.get('bounds'));
    window = openWindow(options, (bounds) => settings.set('bounds', bounds));
    window.once('closed', () => (window = null));
  }

  /** A page knows one server from its start; another server is another page. */
  function reopen(): void {
    const last = window;
    open();
    last?.destroy();
  }
}
