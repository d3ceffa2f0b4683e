import { app, dialog } from 'electron';
import { screenName } from './settings/screen-name.ts';
import type { serverSession } from './session/server-session.ts';
import type { tillWindow } from './window/till-window.ts';
import { askClaims } from './printing/ask-claims.ts';
import { confirmPrinter } from './printing/confirm-printer.ts';
import { lineDrawing } from './printing/draw-line.ts';
import { printPage } from './printing/print-page.ts';
import { openPrinting } from './printing/printing.ts';

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
