import { BrowserWindow } from 'electron';
import type { PrintPage } from './sheet-printer.ts';

/** Hands a page to one of the system's printers without a dialog, where the system takes no bytes for it. */
export const printPage: PrintPage = async (html, deviceName, signal) => {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  });
  const close = () => {
    if (!window.isDestroyed()) window.destroy();
  };
  // A print that is given up goes with its window.
  signal.addEventListener('abort', close);
  try {
    await window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`);
    return await new Promise((resolve) => {
      window.webContents.print({ silent: true, deviceName, printBackground: true }, (taken, reason) =>
        resolve(taken ? { kind: 'sent' } : { kind: 'not-sent', problem: `The system refused it: ${reason}` }),
      );
    });
  } catch {
    return { kind: 'not-sent', problem: 'The page could not be made' };
  } finally {
    close();
  }
};
