import { dialog, type BrowserWindow } from 'electron';

/** How long a page may take to say whether it holds unsaved work, in ms; one that hangs is not asked for ever. */
const ANSWER_WITHIN_MS = 2_000;
/** A world of our own: the page's script cannot change what is asked there. */
const WORLD_ID = 1_001;
const MAY_UNLOAD = `dispatchEvent(new Event('beforeunload', { cancelable: true }))`;

export type LeavingOptions = {
  /** The system ends it, or the new version has started: nothing holds this one any more. */
  mustGo: () => boolean;
  /** The person stays; a quit that was under way is over. */
  stayed: () => void;
  ask?: (window: BrowserWindow) => Promise<boolean>;
};

/**
 * Asks when the page holds back being closed or reloaded, because work in it is not saved. The question does not block:
 * the ring goes on while it is open.
 */
export function askBeforeLeaving(
  window: BrowserWindow,
  { mustGo, stayed, ask = askWhetherToLeave }: LeavingOptions,
): void {
  const { webContents } = window;
  let asking = false;
  let leaves = false;
  let closing = false;
  window.on('close', (event) => (closing = !event.defaultPrevented));
  webContents.on('will-prevent-unload', (event) => {
    // Preventing the prevention: the page is left.
    if (leaves || mustGo()) return event.preventDefault();
    if (asking) return;
    asking = true;
    void decide(closing);
  });

  async function decide(closes: boolean): Promise<void> {
    leaves = await ask(window);
    asking = false;
    closing = false;
    if (window.isDestroyed()) return;
    if (!leaves) return stayed();
    if (closes) return window.destroy();
    webContents.once('did-finish-load', () => (leaves = false));
    webContents.reload();
  }
}

async function askWhetherToLeave(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'Changes to a menu are not saved yet.',
    detail: 'They are lost if you leave now. Stay, and wait until the editor says “Saved”.',
    buttons: ['Leave', 'Stay'],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

/** Whether the page would hold back being closed now; one that does not answer may. */
export async function holdsUnsavedWork(window: Pick<BrowserWindow, 'webContents'> | null): Promise<boolean> {
  if (window === null) return false;
  const mayUnload: Promise<unknown> = window.webContents.executeJavaScriptInIsolatedWorld(WORLD_ID, [
    { code: MAY_UNLOAD },
  ]);
  const tooLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), ANSWER_WITHIN_MS));
  return !(await Promise.race([mayUnload, tooLate]));
}
