import { noPrintSettings, type PrintSettings } from '#shared/print/print-settings.ts';
import { codePagesOf, type Printer, type PrinterTarget } from '#shared/print/printer.ts';
import { printSettings } from '#shared/print/schemas.ts';
import { writeSecretFile } from '../files/atomic-file.ts';
import { readStoredFile } from '../files/stored-file.ts';
import { isPrinterPort, mayBePrinter, printerDevice, printerFile } from './printer-address.ts';

/** The printers of this till, and the fixed text of its receipts. */
export type StoredPrintSettings = Awaited<ReturnType<typeof openPrintSettings>>;

export type PrintSettingsOptions = {
  file: string;
  /** The printers of this computer, by name. */
  systemPrinters: () => Promise<string[]>;
  /** Asks the person at this computer, past the page, whether this is their printer. */
  confirmPrinter: ConfirmPrinter;
  report: (message: string) => void;
};
export type ConfirmPrinter = (target: Extract<PrinterTarget, { kind: 'network' }>) => Promise<boolean>;

export async function openPrintSettings(options: PrintSettingsOptions) {
  const { file, systemPrinters, confirmPrinter, report } = options;
  const stored = await readStoredFile(file, (json) => printSettings.parse(json), report);
  let current = stored.kind === 'stored' ? stored.value : noPrintSettings;
  const openedAt = performance.now();
  /** When each printer was set up, by the monotonic clock; printers of an earlier run count from this run's start. */
  const setUpAt = new Map<string, number>();
  let asking = false;

  /** Shows one question at a time, however often a page asks. */
  async function isConfirmed(target: PrinterTarget): Promise<boolean> {
    if (target.kind !== 'network' || isPrinterPort(target.port)) return true;
    if (asking) return false;
    asking = true;
    return confirmPrinter(target).finally(() => (asking = false));
  }

  return {
    current: (): PrintSettings => current,
    printer: (id: string): Printer | undefined => current.printers.find((printer) => printer.id === id),

    /**
     * Whether a moment came after the printer was set up. `unsure` if the printer was set up by a clock that was
     * ahead. Both times are the server's, in ms since 1970.
     */
    cameTo({ id, since }: Printer, at: number, now: number): 'it' | 'before-it' | 'unsure' {
      const byClock = Date.parse(since);
      const ago = performance.now() - (setUpAt.get(id) ?? openedAt);
      if (at >= Math.min(byClock, now - ago)) return 'it';
      return byClock > now ? 'unsure' : 'before-it';
    },

    /** Stores the settings; returns what is wrong with them, in words for a person, or null. */
    async save(next: PrintSettings): Promise<string | null> {
      const known = new Set(current.printers.map(({ target }) => JSON.stringify(target)));
      const fresh = next.printers.filter(({ target }) => !known.has(JSON.stringify(target)));
      const names = fresh.some(({ target }) => target.kind === 'system') ? await systemPrinters() : [];
      const wrong = fresh.map((printer) => whatIsWrong(printer, names)).find((problem) => problem !== null);
      if (wrong !== undefined) return wrong;
      if (next.printers.some(({ dialect, codePage }) => !codePagesOf[dialect].includes(codePage)))
        return 'This kind of printer has no such code page.';
      for (const { target } of fresh)
        if (!(await isConfirmed(target))) return 'Nobody confirmed this address.';
      const printers = next.printers.map((printer) => asBefore(printer, current) ?? printer);
      const settings = { ...next, printers };
      await writeSecretFile(file, Buffer.from(JSON.stringify(settings)));
      for (const printer of next.printers)
        if (!asBefore(printer, current)) setUpAt.set(printer.id, performance.now());
      current = settings;
      return null;
    },
  };
}

/** A page may choose among printers of private networks and of this computer, and can reach nothing else. */
function whatIsWrong({ target }: Printer, names: string[]): string | null {
  switch (target.kind) {
    case 'network':
      return mayBePrinter(target.host)
        ? null
        : 'The address must be in this network, such as 192.168.1.50 or printer.local.';
    case 'system':
      return names.includes(target.name) ? null : 'This computer has no printer of that name.';
    case 'file':
      return printerDevice.test(target.path) || printerFile.test(target.path)
        ? null
        : 'Give a device such as /dev/usb/lp0, or a file name such as tickets.bin.';
  }
}

/** With its old `since`, if it automatically prints the same as before; null for a new printer. */
function asBefore(printer: Printer, { printers }: PrintSettings): Printer | null {
  const before = printers.find(({ id }) => id === printer.id);
  const same = before && JSON.stringify(before.documents) === JSON.stringify(printer.documents);
  return same ? { ...printer, since: before.since } : null;
}
