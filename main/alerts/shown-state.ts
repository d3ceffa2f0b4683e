import { app, powerSaveBlocker, type BrowserWindow } from 'electron';
import { awakeWhile } from './awake.ts';
import type { Hearing } from './hearing.ts';
import { openTray, overlayDisc } from './tray-icon.ts';
import { trayText, type TrayChoices } from './tray.ts';

type ShownStateOptions = TrayChoices & {
  hearing: () => Hearing;
  isMuted: () => boolean;
  window: () => BrowserWindow | null;
  log: (message: string) => void;
};

/** Shows the till's state in its icons and its log; keeps the computer awake while an outlet trades. */
export function shownState({ hearing, isMuted, window, log, ...choices }: ShownStateOptions) {
  const disc = overlayDisc();
  const keepAwake = awakeWhile(powerSaveBlocker);
  const showTray = openTray(choices);
  let waiting = 0;
  let written = '';

  function show(): void {
    const now = hearing();
    const text = trayText(now, 0);
    if (text !== written) log(text);
    written = text;
    keepAwake(now.outlet?.trading ?? false);
    showTray(trayText(now, waiting), isMuted());
  }

  show();
  return {
    /** Shows the state anew after a possible change. */
    show,
    /** Sets how many orders wait. */
    setWaiting(count: number): void {
      waiting = count;
      app.setBadgeCount(count);
      // Only Windows has overlay icons.
      if (process.platform === 'win32')
        window()?.setOverlayIcon(count > 0 ? disc : null, count > 0 ? `${count} new orders` : '');
      show();
    },
  };
}
