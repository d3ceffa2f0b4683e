import { WebContentsView } from 'electron';
import { channelOf } from '#shared/host/ipc-names.ts';
import type { IpcEventData } from '#shared/host/ipc.ts';
import type { Timers } from '#shared/base/ring.ts';
import { APP_ORIGIN } from '../security/app-protocol.ts';
import type { PageOptions } from '../security/page-options.ts';

/** The bell's page says every 5 s that it is there. */
const TICK_MS = 1_000;
/** In ticks of this process, which stand still while the computer sleeps. */
const FAILED_AFTER = 12;
const RESTARTED_AFTER = 20;
const LOAD_AGAIN_MS = 2_000;

export type BellOptions = {
  webPreferences: PageOptions;
  /** It loads once this has resolved: the page that somebody waits for comes first. What is to sound meanwhile waits. */
  after: Promise<void>;
  timers: Timers;
  /** It cannot sound, and says nothing itself. */
  failed: () => void;
  log: (message: string) => void;
};

/**
 * A page of its own that nobody sees and that does nothing but sound: the ring goes on whatever becomes of the page with
 * the orders. A bell that does not load, crashes or says nothing is loaded anew for as long as it takes.
 */
export function openBell({ webPreferences, after, timers, failed, log }: BellOptions) {
  const view = new WebContentsView({ webPreferences });
  const { webContents } = view;
  /** Of what could not be sounded while it loads, the last. */
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
    // One that crashes while it loads is given a moment, so that it does not crash without end.
    if (!loaded) return loadLater(`The bell is gone: ${reason}`);
    log(`The bell is gone: ${reason}`);
    void load();
  });
  void after.then(load);
  timers.after(TICK_MS, tick);

  return {
    /** Kept, not only its contents: a view that nothing refers to takes them with it. */
    view,
    sound(heard: IpcEventData<'ring'>): void {
      if (loaded) webContents.send(channelOf('ring'), heard);
      else waiting = heard;
    },
    /** It has said that it is there. */
    isAlive(): void {
      quiet = 0;
    },
  };
}
