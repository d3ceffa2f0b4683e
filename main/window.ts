import { BrowserWindow, dialog } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';
import type { PageOptions } from './page-options.ts';
import type { Settings } from './settings.ts';

export type WindowOptions = {
  webPreferences: PageOptions;
  bounds: Settings['bounds'];
  dark: boolean;
  /** The screen to open on, as a path. */
  path: string;
  onBounds: (bounds: Settings['bounds']) => void;
  /** Whether closing it would silence orders: it is minimised instead. */
  mustStay: () => boolean;
  log: (message: string) => void;
};

const CRASH_WINDOW_MS = 60_000;

/**
 * Opens the window. A page that crashes is loaded once more; one that crashes again within a minute gives its place to
 * a page that says so (hazards E29). Whoever finds it hanging is asked.
 */
export function openWindow(options: WindowOptions): BrowserWindow {
  const { webPreferences, bounds, dark, path, onBounds, mustStay, log } = options;
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
  let crashedAt = -Infinity;
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    onBounds(window.getNormalBounds());
    if (!mustStay()) return;
    event.preventDefault();
    window.minimize();
  });
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log(`The page is gone: ${reason} (${exitCode})`);
    const again = Date.now() - crashedAt < CRASH_WINDOW_MS;
    crashedAt = Date.now();
    void webContents.loadURL(again ? `${APP_ORIGIN}/recovery.html` : webContents.getURL());
  });
  window.on('unresponsive', () => {
    log('The page does not answer');
    void askWhetherToStartAgain(window).then((startAgain) => {
      if (startAgain && !window.isDestroyed()) webContents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', () => log('The page answers again'));
  void webContents.loadURL(APP_ORIGIN + path);
  return window;
}

/** Its renderer is ended and loaded anew, as after a crash: a page that hangs does not unload. */
async function askWhetherToStartAgain(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'The screen does not answer.',
    detail: 'New orders go on ringing. No order is lost by starting the screen again.',
    buttons: ['Start it again', 'Wait'],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}
