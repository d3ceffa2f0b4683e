import { WebContentsView } from 'electron';
import { channelOf } from '#shared/host/bridge.ts';
import type { IpcEventData } from '#shared/host/ipc.ts';
import type { Timers } from '#shared/base/ring.ts';
import { APP_ORIGIN } from '../security/app-protocol.ts';
import type { PageOptions } from '../security/page-options.ts';

/** The bell's page reports every 5 s that it is alive. */
const TICK_MS = 1_000;
/** In ticks of this process, which stop while the computer sleeps. */
const FAILED_AFTER = 12;
const RESTARTED_AFTER = 20;
const LOAD_AGAIN_MS = 2_000;

export type BellOptions = {
  webPreferences: PageOptions;
  /**
   * The bell loads after this has resolved, because the visible page comes first. Sounds that are asked for earlier
   * wait.
   */
  after: Promise<void>;
  timers: Timers;
  /** Called when the bell cannot sound and does not report it itself. */
  failed: () => void;
  log: (message: string) => void;
};

/**
 * An invisible page that does nothing but sound, so that the ring goes on if the page with the orders fails. A bell
 * that does not load, crashes or falls silent is reloaded, without limit.
 */
export function openBell({ webPreferences, after, timers, failed, log }: BellOptions) {
  const view = new WebContentsView({ webPreferences });
  const { webContents } = view;
  /** The last sound that was asked for while the bell loads. */
  let waiting: IpcEventData<'ring'> | null = null;
  let loaded = false;
  let attempts = 0;
  let quiet = 0;

  async function load(): Promise<void> {
    loaded = false;
    attempts += 1;
    const attempt = attempts;
    try {
      await webContents.loadURL(`${APP_ORIGIN}/bell.html`);
      loaded = true;
      if (waiting) webContents.send(channelOf('ring'), waiting);
      waiting = null;
    } catch (error) {
      if (attempt === attempts) loadLater(`The bell could not be loaded: ${String(error)}`);
    }
  }

  function loadLater(why: string): void {
    log(why);
    failed();
    timers.after(LOAD_AGAIN_MS, () => void load());
  }

  function tick(): void {
    timers.after(TICK_MS, tick);
    quiet += 1;
    if (quiet === FAILED_AFTER) failed();
    if (quiet % RESTARTED_AFTER !== 0) return;
    log('The bell says nothing; it is loaded anew');
    webContents.forcefullyCrashRenderer();
  }

  webContents.on('render-process-gone', (_event, { reason }) => {
    // A bell that crashes while it loads waits a moment, so that it does not crash in a tight loop.
    if (!loaded) return loadLater(`The bell is gone: ${reason}`);
    log(`The bell is gone: ${reason}`);
    void load();
  });
  void after.then(load);
  timers.after(TICK_MS, tick);

  return {
    /** Referenced as a whole: garbage collection of the view would take its contents too. */
    view,
    sound(heard: IpcEventData<'ring'>): void {
      if (loaded) webContents.send(channelOf('ring'), heard);
      else waiting = heard;
    },
    /** Records that the bell's page has reported. */
    isAlive(): void {
      quiet = 0;
    },
  };
}
