import type { Printing } from '#shared/host/platform.ts';
import { noPrintSettings, readReceiptSettings, type ReceiptSettings } from '#shared/print/printer.ts';
import { writeStored, readStored } from '../renderer/platform/stored-json.ts';
import { listeners } from '../renderer/platform/listeners.ts';

const KEY = 'receipts';

/** The fixed text of this browser's receipts, in local storage; a browser has no printers of its own. */
export function browserReceipts() {
  const changed = listeners<void>();
  const jobs = new Map();
  let now = printingWith(readStored(KEY, readReceiptSettings) ?? noPrintSettings.receipt);

  function printingWith(receipt: ReceiptSettings): Printing {
    return { settings: { printers: [], receipt }, printers: [], jobs };
  }

  return {
    now: () => now,
    onChanged: (listener: () => void) => changed.add(listener),
    change(receipt: ReceiptSettings): void {
      now = printingWith(receipt);
      writeStored(KEY, receipt);
      changed.tell();
    },
  };
}
