import { app } from 'electron';
import type { ServerSession } from './session/server-session.ts';
import type { AskAtComputer } from './security/ask-at-computer.ts';
import type { TillWindow } from './window/till-window.ts';
import { askClaims } from './printing/ask-claims.ts';
import { confirmPrinter } from './printing/confirm-printer.ts';
import { lineDrawing } from './printing/draw-line.ts';
import { printPage } from './printing/print-page.ts';
import { printingHandlers } from './printing/printing-handlers.ts';

/** Everything that prints, with this computer's printers and dialogs, and the server's word on who prints what. */
export function tillPrinting(
  { apiBase, fetch, vault }: ServerSession,
  window: TillWindow,
  ask: AskAtComputer,
  tillName: () => string,
  report: (message: string) => void,
) {
  return printingHandlers({
    folder: app.getPath('userData'),
    draw: lineDrawing(),
    // Windows' queues take a printer's own bytes from drivers only.
    printPage: process.platform === 'win32' ? printPage : null,
    printerNames: async () =>
      ((await window.now()?.webContents.getPrintersAsync()) ?? []).map(({ name }) => name),
    confirmPrinter: confirmPrinter(ask),
    claims: askClaims({
      apiBase,
      fetch,
      accessToken: vault.accessToken,
      refresh: vault.refresh,
      tillName,
    }),
    accountId: vault.accountId,
    report,
    changed: (now) => window.send('printersChanged', now),
    jobChanged: (job) => window.send('printJobChanged', job),
    jobsRead: (jobs) => window.send('printJobsRead', jobs),
  });
}
