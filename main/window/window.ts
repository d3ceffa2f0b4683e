import { BrowserWindow } from 'electron';
import { APP_ORIGIN, isOwnPage } from '../security/app-protocol.ts';
import { askPerson } from './ask-person.ts';
import { crashes } from './crashes.ts';
import type { PageOptions } from '../security/page-options.ts';
import type { Settings } from '../settings/settings.ts';
import { timers } from './timers.ts';

export type WindowOptions = {
  webPreferences: PageOptions;
  bounds: Settings['bounds'];
  dark: boolean;
  /** The first screen, as a path. */
  path: string;
  onBounds: (bounds: Settings['bounds']) => void;
  /** Whether closing it would silence orders; then it is minimised instead. */
  mustStay: () => boolean;
  /** Whether the till itself ends a page that hangs, without asking. */
  repairsItself: () => boolean;
  onPage: (event: PageEvent) => void;
  log: (message: string) => void;
};

/** The page begins to load; or it crashed again, and a page that says so replaces it. */
export type PageEvent = 'loads' | 'recovers';

const RECOVERY = `${APP_ORIGIN}/recovery.html`;

/**
 * Opens the window. A page that crashes is loaded again; if it crashes again within a minute, a page that says so
 * replaces it until the next attempt. If the page hangs the person is asked, unless the till repairs itself.
 */
export function openWindow(options: WindowOptions): BrowserWindow {
  const { webPreferences, bounds, dark, onBounds, mustStay, repairsItself, log } = options;
  const window = new BrowserWindow({
    width: 1366,
    height: 820,
    ...bounds,
    minWidth: 360,
    minHeight: 560,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: dark ? '#0f1419' : '#faf7f2',
    webPreferences,
  });
  const { webContents } = window;
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    if (mustStay()) {
      event.preventDefault();
      window.minimize();
    }
    onBounds(window.getNormalBounds());
  });
  loadAgainAfterCrashes(window, options);
  window.on('unresponsive', () => {
    log('The page does not answer');
    if (repairsItself()) return;
    void askWhetherToStartAgain(window).then((startAgain) => {
      // A page that hangs cannot unload, so it is ended and loaded again, like after a crash.
      if (startAgain && !window.isDestroyed()) webContents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', () => log('The page answers again'));
  return window;
}

function loadAgainAfterCrashes(window: BrowserWindow, { path, onPage, log }: WindowOptions): void {
  const { webContents } = window;
  const page = crashes(timers.now);
  let screen = APP_ORIGIN + path;
  let cancel = () => {};
  const load = (address: string) => {
    // If the till's own files cannot be read there is nothing to show; the page's silence reports it.
    if (!window.isDestroyed())
      void webContents.loadURL(address).catch((error: unknown) => log(String(error)));
  };
  webContents.on('did-start-navigation', ({ url, isMainFrame, isSameDocument }) => {
    if (!isMainFrame || isSameDocument) return;
    const recovers = url.startsWith(RECOVERY);
    if (!recovers) cancel();
    onPage(recovers ? 'recovers' : 'loads');
  });
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log(`The page is gone: ${reason} (${exitCode})`);
    const last = webContents.getURL();
    if (isOwnPage(last) && !last.startsWith(RECOVERY)) screen = last;
    const wait = page.crashed();
    cancel();
    if (wait === 0) return load(screen);
    load(`${RECOVERY}#in-${wait / 1000}`);
    cancel = timers.after(wait, () => load(screen));
  });
  window.on('closed', () => cancel());
  load(screen);
}

function askWhetherToStartAgain(window: BrowserWindow): Promise<boolean> {
  const detail = 'New orders go on ringing. No order is lost by starting the screen again.';
  const answers = { yes: 'Start it again', no: 'Wait', usual: 'yes' } as const;
  return askPerson(window, 'The screen does not answer.', detail, answers);
}
