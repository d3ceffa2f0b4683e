import { noPrintSettings, type Printer, type PrintSettings } from '#shared/print/printer.ts';
import { codePagesOf } from '#shared/print/printer.ts';
import { printSettings } from '#shared/print/schemas.ts';
import { writeSecretFile } from '../atomic-file.ts';
import { readKeptFile } from '../kept-file.ts';
import { mayBePrinter, printerDevice, printerFile } from './printer-address.ts';

/** The printers of this till, and what stands on its receipts. */
export type KeptPrintSettings = Awaited<ReturnType<typeof openPrintSettings>>;

export async function openPrintSettings(
  file: string,
  systemPrinters: () => Promise<string[]>,
  report: (message: string) => void,
) {
  const kept = await readKeptFile(file, (json) => printSettings.parse(json), report);
  let current = kept.kind === 'kept' ? kept.value : noPrintSettings;
  return {
    current: (): PrintSettings => current,
    printer: (id: string): Printer | undefined => current.printers.find((printer) => printer.id === id),

    /** Keeps the settings; what is wrong with them, in words for a person, or null. */
    async save(next: PrintSettings): Promise<string | null> {
      const known = new Set(current.printers.map(({ target }) => JSON.stringify(target)));
      const fresh = next.printers.filter(({ target }) => !known.has(JSON.stringify(target)));
      const names = fresh.some(({ target }) => target.kind === 'system') ? await systemPrinters() : [];
      const wrong = fresh.map((printer) => whatIsWrong(printer, names)).find((problem) => problem !== null);
      if (wrong !== undefined) return wrong;
      if (next.printers.some(({ dialect, codePage }) => !codePagesOf[dialect].includes(codePage)))
        return 'This kind of printer has no such code page.';
      const now = new Date().toISOString();
      const printers = next.printers.map((printer) => ({
        ...printer,
        since: sinceOf(printer, current, now),
      }));
      const settings = { ...next, printers };
      await writeSecretFile(file, Buffer.from(JSON.stringify(settings)));
      current = settings;
      return null;
    },
  };
}

/** A page chooses among a network's own printers and those of this computer, and reaches nothing else (hazards T13). */
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

/** A printer that is told to print something else by itself starts with what comes from now on. */
function sinceOf(printer: Printer, { printers }: PrintSettings, now: string): string {
  const before = printers.find(({ id }) => id === printer.id);
  return before && JSON.stringify(before.documents) === JSON.stringify(printer.documents)
    ? before.since
    : now;
}
