import type { BrowserWindow } from 'electron';
import { askPerson } from './ask-person.ts';

/** How long a page may take to say whether it has unsaved work, in ms; one that hangs is not waited for. */
const ANSWER_WITHIN_MS = 2_000;
/** An isolated world: the page's script cannot change the answer. */
const WORLD_ID = 1_001;
const MAY_UNLOAD = `dispatchEvent(new Event('beforeunload', { cancelable: true }))`;

export type LeavingOptions = {
  /** Whether the system is shutting down, or the new version has started: nothing prevents closing any more. */
  mustGo: () => boolean;
  /** The person stays, so a quit that was under way is cancelled. */
  stayed: () => void;
  ask?: (window: BrowserWindow) => Promise<boolean>;
};

/**
 * Asks when the page objects to being closed or reloaded because of unsaved work.
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
    // Preventing the page's objection lets it be left.
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

function askWhetherToLeave(window: BrowserWindow): Promise<boolean> {
  const detail = 'They are lost if you leave now. Stay, and wait until the editor says “Saved”.';
  const answers = { yes: 'Leave', no: 'Stay', usual: 'no' } as const;
  return askPerson(window, 'Changes to a menu are not saved yet.', detail, answers);
}

/** Whether the page would now object to being closed; one that does not answer counts as no. */
export async function holdsUnsavedWork(window: Pick<BrowserWindow, 'webContents'> | null): Promise<boolean> {
  if (window === null) return false;
  const mayUnload: Promise<unknown> = window.webContents.executeJavaScriptInIsolatedWorld(WORLD_ID, [
    { code: MAY_UNLOAD },
  ]);
  const tooLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), ANSWER_WITHIN_MS));
  return !(await Promise.race([mayUnload, tooLate]));
}
