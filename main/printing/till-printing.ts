import { app, dialog } from 'electron';
import { screenName } from '../screen-name.ts';
import type { serverSession } from '../server-session.ts';
import type { tillWindow } from '../till-window.ts';
import { askClaims } from './ask-claims.ts';
import { confirmPrinter } from './confirm-printer.ts';
import { lineDrawing } from './draw-line.ts';
import { printPage } from './print-page.ts';
import { openPrinting } from './printing.ts';

/** Everything that prints, with this computer's printers and dialogs, and the server's word on who prints what. */
export function tillPrinting(
  { apiBase, fetch, vault }: ReturnType<typeof serverSession>,
  window: ReturnType<typeof tillWindow>,
  report: (message: string) => void,
) {
  return openPrinting({
    folder: app.getPath('userData'),
    draw: lineDrawing(),
    // Windows' queues take a printer's own bytes from drivers only.
    printPage: process.platform === 'win32' ? printPage : null,
    systemPrinters: async () =>
      ((await window.now()?.webContents.getPrintersAsync()) ?? []).map(({ name }) => name),
    confirmPrinter: confirmPrinter((options) => dialog.showMessageBox(options)),
    claims: askClaims({
      apiBase,
      fetch,
      accessToken: vault.accessToken,
      refresh: vault.refresh,
      tillName: screenName,
    }),
    report,
    changed: (now) => window.send('printingChanged', now),
    jobChanged: (job) => window.send('printJobChanged', job),
  });
}
