import type { ScreensOf } from '#shared/host/port.ts';
import type { Printing, printingPort, PrintingView } from '#shared/host/printing.ts';
import { noPrintSettings, readReceiptSettings, type ReceiptSettings } from '#shared/print/print-settings.ts';
import { writeStored, readStored } from '../renderer/platform/stored-json.ts';
import { listeners } from '../renderer/platform/listeners.ts';
import { RECEIPTS } from './browser-preferences.ts';

const none = async () => [];

/** A browser prints through its dialog and has no printers; the fixed text of its receipts is in local storage. */
export function browserPrinting(): ScreensOf<typeof printingPort> & PrintingView {
  const changed = listeners<void>();
  const jobs = new Map();
  let now = printingWith(readStored(RECEIPTS, readReceiptSettings) ?? noPrintSettings.receipt);

  function printingWith(receipt: ReceiptSettings): Printing {
    return { settings: { printers: [], receipt }, printers: [], jobs };
  }

  return {
    printing: () => now,
    onPrintingChanged: (listener) => changed.add(listener),
    async savePrintSettings({ receipt = now.settings.receipt }) {
      now = printingWith(receipt);
      writeStored(RECEIPTS, receipt);
      changed.tell();
      return { kind: 'saved' };
    },
    systemPrinters: none,
    askPrinters: none,
    // A browser prints nothing automatically.
    printsOnce: async () => true,
    async print({ document }) {
      const { printInDialog } = await import('../renderer/print/print-in-dialog.tsx');
      printInDialog(document);
      return { kind: 'handed-to-browser' };
    },
    // A browser prints only through its dialog.
    printByItself: async () => undefined,
    withdrawTickets: () => undefined,
    answerPrintJob: () => undefined,
  };
}
