import pLimit from 'p-limit';
import {
  changedPrintSettings,
  type PrintSettings,
  type PrintSettingsChange,
} from '#shared/print/print-settings.ts';
import type { DuePrint } from '#shared/print/jobs.ts';
import {
  codePagesOf,
  makesAny,
  MAX_EARLIER_SCOPES,
  MAX_PRINTERS,
  orderedKinds,
  printsFor,
  type LaterCopies,
  type Printer,
  type PrinterScope,
  type PrinterTarget,
} from '#shared/print/printer.ts';
import { writeSecretFile } from '../files/atomic-file.ts';
import { readOrSetAside, readStoredFile } from '../files/stored-file.ts';
import { isPrinterPort, mayBePrinter, printerDevice, printerFile } from './printer-address.ts';
import { noStoredPrinters, readStoredPrinters, storedWith, type StoredPrinters } from './stored-printers.ts';

/** The printers of this till, and the fixed text of its receipts. */
export type StoredPrintSettings = Awaited<ReturnType<typeof openPrintSettings>>;

export type PrintSettingsOptions = {
  file: string;
  /** The printers of this computer, by name. */
  systemPrinters: () => Promise<string[]>;
  /** Asks the person at this computer, past the page, whether this is their printer: null, or why it is not added. */
  confirmPrinter: ConfirmPrinter;
  report: (message: string) => void;
};

type Came = 'it' | 'before-it' | 'unsure';
export type ConfirmPrinter = (target: Extract<PrinterTarget, { kind: 'network' }>) => Promise<string | null>;

export async function openPrintSettings(options: PrintSettingsOptions) {
  const { file, systemPrinters, confirmPrinter, report } = options;
  const opened = await readStoredFile(file, readStoredPrinters, report);
  let stored: StoredPrinters = opened.kind === 'stored' ? opened.value : noStoredPrinters;
  let isUnread = opened.kind === 'unreadable';
  const times = setUpTimes();
  const turn = pLimit(1);

  /** Reads once more what could not be read at the start; returns why it is still in the way, or null. */
  async function takeOver(): Promise<string | null> {
    if (!isUnread) return null;
    const again = await readOrSetAside(file, readStoredPrinters, report).catch(() => null);
    if (again === null) return `${file} cannot be read or replaced now, so nothing is changed.`;
    if (again.kind === 'stored') stored = again.value;
    isUnread = false;
    return null;
  }

  async function store(change: PrintSettingsChange): Promise<string | null> {
    const { settings: before } = stored;
    const next = changedPrintSettings(before, change);
    if (next.printers.length > MAX_PRINTERS) return `A till has ${MAX_PRINTERS} printers at most.`;
    const printers = next.printers.map((printer) => withPast(printer, before));
    const contents = storedWith(stored, { ...next, printers });
    await writeSecretFile(file, Buffer.from(JSON.stringify(contents)));
    times.changed(before.printers, printers);
    stored = readStoredPrinters(contents, () => undefined);
    return null;
  }

  return {
    current: (): PrintSettings => stored.settings,
    printer: (id: string): Printer | undefined =>
      stored.settings.printers.find((printer) => printer.id === id),
    cameTo: times.cameTo,

    /**
     * Stores what a screen changes; returns what is wrong with it, in words for a person, or null. A question to the
     * person holds up no other change, and undoes none.
     */
    async save(change: PrintSettingsChange): Promise<string | null> {
      const inTheWay = await turn(takeOver);
      if (inTheWay !== null) return inTheWay;
      const { printers: changed = [] } = change;
      const targets = new Set(stored.settings.printers.map(({ target }) => JSON.stringify(target)));
      const fresh = changed.filter(({ target }) => !targets.has(JSON.stringify(target)));
      const names = fresh.some(({ target }) => target.kind === 'system') ? await systemPrinters() : [];
      const wrong = fresh.map((printer) => whatIsWrong(printer, names)).find((problem) => problem !== null);
      if (wrong !== undefined) return wrong;
      if (changed.some(({ dialect, codePage }) => !codePagesOf[dialect].includes(codePage)))
        return 'This kind of printer has no such code page.';
      return (await whyUnconfirmed(fresh, confirmPrinter)) ?? turn(() => store(change));
    },
  };
}

/** Why one of these printers is not confirmed, or null. */
async function whyUnconfirmed(printers: readonly Printer[], confirm: ConfirmPrinter): Promise<string | null> {
  for (const { target } of printers) {
    if (target.kind !== 'network' || isPrinterPort(target.port)) continue;
    const why = await confirm(target);
    if (why !== null) return why;
  }
  return null;
}

/** When printers were set up and changed. */
function setUpTimes() {
  const openedAt = performance.now();
  /** By the monotonic clock; what an earlier run did counts from this run's start. */
  const setUpAt = new Map<string, number>();

  function cameAfter(id: string, time: string, at: number, now: number): Came {
    const byClock = Date.parse(time);
    const ago = performance.now() - (setUpAt.get(`${id} ${time}`) ?? openedAt);
    if (at >= Math.min(byClock, now - ago)) return 'it';
    return byClock > now ? 'unsure' : 'before-it';
  }

  return {
    /**
     * Whether a moment came after the printer was set up for that copy of what is due then. `unsure` if that was done by
     * a clock that was ahead. `now` is the server's time, in ms since 1970.
     */
    cameTo(printer: Printer, due: DuePrint, copy: number, now: number): Came {
      const { id, since, earlier = [], later = [] } = printer;
      const at = Date.parse(due.at);
      const ofCopy = later.filter(({ kind, above }) => kind === due.document.kind && copy > above);
      for (const time of [since, ...ofCopy.map((one) => one.since)]) {
        const setUp = cameAfter(id, time, at, now);
        if (setUp !== 'it') return setUp;
      }
      for (const scope of earlier.toReversed()) {
        const changed = cameAfter(id, scope.until, at, now);
        if (changed !== 'it') return isFor(scope, due) ? 'it' : changed;
      }
      return 'it';
    },

    changed(before: Printer[], now: Printer[]): void {
      const known = new Set(before.flatMap(timesOf));
      for (const time of now.flatMap(timesOf)) if (!known.has(time)) setUpAt.set(time, performance.now());
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

/**
 * A printer that was known has its old `since`. What is new to it alone, such as an outlet, a station or another copy, it
 * prints only from now on.
 */
function withPast(
  { earlier: _earlier, later: _later, ...printer }: Printer,
  { printers }: PrintSettings,
): Printer {
  const before = printers.find(({ id }) => id === printer.id);
  if (!before) return printer;
  const { since, earlier = [] } = before;
  const later = laterCopies(before, printer);
  const isSame = JSON.stringify(scopeOf(before)) === JSON.stringify(scopeOf(printer));
  const past = isSame ? earlier : [{ ...scopeOf(before), until: printer.since }, ...earlier];
  const forgotten = past[MAX_EARLIER_SCOPES];
  return {
    ...printer,
    since: forgotten?.until ?? since,
    ...(past.length > 0 && { earlier: past.slice(0, MAX_EARLIER_SCOPES) }),
    ...(later.length > 0 && { later }),
  };
}

/** Of a kind with another moment every copy is new, and of one with more copies those above their number before. */
function laterCopies(before: Printer, { documents, since }: Printer): LaterCopies[] {
  return orderedKinds.flatMap((kind) => {
    const [was, is] = [before.documents[kind], documents[kind]];
    if (was.when !== is.when) return [{ kind, above: 0, since }];
    const known = (before.later ?? []).filter((one) => one.kind === kind && one.above < is.copies);
    return is.copies > was.copies ? [...known, { kind, above: was.copies, since }] : known;
  });
}

const scopeOf = ({ outletIds, stationIds }: Printer): PrinterScope => ({
  ...(outletIds && { outletIds }),
  ...(stationIds && { stationIds }),
});

const timesOf = ({ id, since, earlier = [], later = [] }: Printer) =>
  [since, ...earlier.map(({ until }) => until), ...later.map((one) => one.since)].map(
    (time) => `${id} ${time}`,
  );

/** What a station hands over is for whoever can print it, whichever stations that printer was for. */
const isFor = (scope: PrinterScope, { outletId, handedFrom, madeAt }: DuePrint): boolean =>
  printsFor(scope, outletId) && (handedFrom !== undefined || makesAny(scope, madeAt));
