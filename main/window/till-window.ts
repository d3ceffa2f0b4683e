import { nativeTheme, screen, type BrowserWindow } from 'electron';
import { channelOf } from '#shared/host/bridge.ts';
import type { IpcEvent, IpcEventData } from '#shared/host/ipc.ts';
import { themeAt } from '#shared/host/preferences.ts';
import type { Preferences } from '#shared/host/computer.ts';
import { isOwnPage } from '../security/app-protocol.ts';
import { withinReach } from './bounds.ts';
import { timers } from './timers.ts';
import { askBeforeLeaving, type LeavingOptions } from './unsaved-work.ts';
import { openWindow, type WindowOptions } from './window.ts';
import type { PageOptions } from '../security/page-options.ts';
import type { Settings } from '../settings/settings.ts';

export type TillWindowOptions = Pick<
  WindowOptions,
  'onBounds' | 'mustStay' | 'repairsItself' | 'onPage' | 'log'
> & {
  leaving: LeavingOptions;
  pageOptions: () => PageOptions;
  /** The window's last bounds. */
  bounds: () => Settings['bounds'];
  preferences: () => Preferences;
  /** Called when the system's own controls entered or left full screen. */
  onWindowMode: (windowMode: Preferences['windowMode']) => void;
};

/** The till's one window; changing the server replaces it. */
export function tillWindow(options: TillWindowOptions) {
  const { pageOptions, bounds, preferences, onWindowMode, leaving, ...rest } = options;
  let window: BrowserWindow | null = null;

  function open(path: string): void {
    const screens = screen.getAllDisplays().map((display) => display.bounds);
    const opened = openWindow({
      ...rest,
      webPreferences: pageOptions(),
      bounds: withinReach(bounds(), screens),
      dark: nativeTheme.shouldUseDarkColors,
      path,
    });
    window = opened;
    askBeforeLeaving(opened, leaving);
    opened.webContents.on('did-finish-load', () => show(preferences()));
    for (const [event, windowMode] of [
      ['enter-full-screen', 'full-screen'],
      ['leave-full-screen', 'window'],
    ] as const)
      opened.on(event as 'enter-full-screen', () => {
        const { windowMode: wanted } = preferences();
        if (wanted !== 'kiosk' && wanted !== windowMode) onWindowMode(windowMode);
      });
    opened.once('closed', () => {
      if (window === opened) window = null;
    });
  }

  function show({ theme, zoomPercent, windowMode }: Preferences): void {
    nativeTheme.themeSource = themeAt(theme, new Date());
    window?.webContents.setZoomFactor(zoomPercent / 100);
    if (window?.isKiosk() !== (windowMode === 'kiosk')) window?.setKiosk(windowMode === 'kiosk');
    if (windowMode !== 'kiosk' && window?.isFullScreen() !== (windowMode === 'full-screen'))
      window?.setFullScreen(windowMode === 'full-screen');
  }

  return {
    /** Null if there is none. */
    now: () => window,
    /** Resolves once its page has loaded, or after so many ms. */
    loaded: (atMostMs: number): Promise<void> =>
      new Promise((resolve) => {
        window?.webContents.once('did-finish-load', () => resolve());
        timers.after(atMostMs, resolve);
      }),
    /** Opens it on a path's screen. */
    open,
    show,
    /** A page knows one server from its start, so another server needs a new page. */
    reopen(): void {
      const last = window;
      open('/');
      last?.destroy();
    },
    /** Ends the page's process; it is loaded again like after a crash, because a page that hangs cannot unload. */
    restartPage(): void {
      window?.webContents.forcefullyCrashRenderer();
    },
    bringForward(): void {
      if (window?.isMinimized()) window.restore();
      window?.show();
      window?.focus();
    },
    /** Sends to the page, if it is one of ours. */
    send<E extends IpcEvent>(event: E, data: IpcEventData<E>): void {
      const contents = window?.webContents;
      if (contents && !contents.isDestroyed() && isOwnPage(contents.getURL()))
        contents.send(channelOf(event), data);
    },
  };
}

export type TillWindow = ReturnType<typeof tillWindow>;
