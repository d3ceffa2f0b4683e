import type { WebPreferences } from 'electron';

/** The options of every page of the till; its security depends on them. */
export function pageOptions(preload: string, apiBase: string, devTools: boolean, showsNotifications = true) {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    devTools,
    spellcheck: false,
    // The board and the bell keep running while the window is hidden.
    backgroundThrottling: false,
    // The bell must ring for an order that arrives before anybody has touched the page.
    autoplayPolicy: 'no-user-gesture-required',
    additionalArguments: [
      `--till-api-base=${apiBase}`,
      ...(showsNotifications ? [] : ['--till-no-notifications']),
    ],
  } as const satisfies WebPreferences;
}

export type PageOptions = ReturnType<typeof pageOptions>;
