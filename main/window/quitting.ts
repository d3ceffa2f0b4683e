import { dialog, type App, type BrowserWindow, type MessageBoxOptions } from 'electron';

export type QuittingOptions = {
  app: Pick<App, 'on' | 'quit'>;
  /** The name of the outlet whose orders would no longer be heard; null if there is none. */
  missedBy: () => string | null;
  /** Asks the person; resolves to whether to quit all the same. */
  ask: (outletName: string) => Promise<boolean>;
};

/** Asks before the till quits in mid-shift, however that is triggered: one slip must not silence an outlet. */
export function askBeforeQuitting({ app, missedBy, ask }: QuittingOptions) {
  let quits = false;
  let asking = false;
  let must = false;

  app.on('before-quit', (event) => {
    const outletName = missedBy();
    if (quits || outletName === null) {
      quits = true;
      return;
    }
    event.preventDefault();
    if (!asking) void decide(outletName);
  });

  async function decide(outletName: string): Promise<void> {
    asking = true;
    quits = await ask(outletName).catch(() => true);
    asking = false;
    if (quits) app.quit();
  }

  return {
    /** Whether the till is being quit. */
    quits: () => quits,
    /** The system shuts down, or a new version takes over: nobody is asked any more. */
    withoutAsking(): void {
      quits = true;
      must = true;
    },
    /** Nothing may prevent quitting any more, not even unsaved work. */
    mustGo: () => must,
    /** Something else prevented quitting: the next attempt asks again. */
    stayed(): void {
      quits = false;
      must = false;
    },
  };
}

/** The system ends this process, for instance at a logout, and does not wait for a person. */
export function onSystemsWord(quit: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // Chromium has replaced all earlier handlers with its own; ours is set only after removing that.
    process.removeAllListeners(signal);
    process.once(signal, quit);
  }
}

export async function askWhetherToQuit(window: BrowserWindow | null, outletName: string): Promise<boolean> {
  const question: MessageBoxOptions = {
    type: 'warning',
    message: `${outletName || 'Your outlet'} is trading.`,
    detail: 'New orders will not be heard on this computer.',
    buttons: ['Stay', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  };
  const { response } = await (window
    ? dialog.showMessageBox(window, question)
    : dialog.showMessageBox(question));
  return response === 1;
}
