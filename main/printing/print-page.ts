import { BrowserWindow } from 'electron';
import type { SendOutcome } from './send-outcome.ts';

/** Hands a page to one of the system's printers without a dialog, where the system takes no bytes for it. */
export async function printPage(html: string, deviceName: string): Promise<SendOutcome> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  });
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
    window.destroy();
  }
}
