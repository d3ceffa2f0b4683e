import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';
import type { Settings } from './settings.ts';

/** The one window's options; the security of the page hangs on `webPreferences` (hazards E2–E12). */
export function windowOptions({
  preload,
  apiBase,
  bounds,
  devTools,
}: {
  preload: string;
  apiBase: string;
  bounds: Settings['bounds'];
  devTools: boolean;
}): BrowserWindowConstructorOptions {
  return {
    width: 1366,
    height: 820,
    ...bounds,
    minWidth: 360,
    minHeight: 560,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: '#faf7f2',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      devTools,
      spellcheck: false,
      // The board and the bell go on while the window is hidden.
      backgroundThrottling: false,
      // The bell must ring for an order that comes before anybody has touched the page.
      autoplayPolicy: 'no-user-gesture-required',
      additionalArguments: [`--till-api-base=${apiBase}`],
    },
  };
}

const CRASH_WINDOW_MS = 60_000;

/** Opens the window; a page that crashes is loaded once more, and not again within a minute (hazards E29). */
export function openWindow(
  options: BrowserWindowConstructorOptions,
  onBounds: (bounds: Settings['bounds']) => void,
): BrowserWindow {
  const window = new BrowserWindow(options);
  let crashedAt = -Infinity;
  window.once('ready-to-show', () => window.show());
  window.on('close', () => onBounds(window.getNormalBounds()));
  window.webContents.on('render-process-gone', () => {
    const again = Date.now() - crashedAt < CRASH_WINDOW_MS;
    crashedAt = Date.now();
    if (again) void window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(crashedPage)}`);
    else window.webContents.reload();
  });
  void window.loadURL(`${APP_ORIGIN}/`);
  return window;
}

const crashedPage = `<!doctype html><meta charset="utf-8"><title>Error</title>
<body style="font:18px system-ui;display:grid;place-content:center;min-height:90vh;text-align:center">
<h1>Error</h1><p>The till's page has stopped twice. Please close the till and open it again; no order is lost.</p>`;
