import { BrowserWindow } from 'electron';
import type { PrintPage } from './sheet-printer.ts';

/** Prints a page on one of the system's printers without a dialog, for printers that accept no bytes. */
export const printPage: PrintPage = async ({ html, size }, deviceName, signal) => {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  });
  const close = () => {
    if (!window.isDestroyed()) window.destroy();
  };
  // Closing the window cancels the print.
  signal.addEventListener('abort', close);
  try {
    await window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`);
    return await new Promise((resolve) => {
      window.webContents.print(
        {
          silent: true,
          deviceName,
          printBackground: true,
          // Without a size it would be a page of A4, of which a roll prints a corner.
          pageSize: size,
          margins: { marginType: 'none' },
        },
        (taken, reason) =>
          resolve(
            taken ? { kind: 'sent' } : { kind: 'not-sent', problem: `The system refused it: ${reason}` },
          ),
      );
    });
  } catch {
    return { kind: 'not-sent', problem: 'The page could not be made' };
  } finally {
    close();
  }
};
