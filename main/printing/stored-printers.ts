import { record, textOrNull, type LooseJson } from '#shared/base/loose-json.ts';
import { noPrintSettings, type PrintSettings } from '#shared/print/print-settings.ts';
import { MAX_PRINTERS, orderedKinds, type Printer } from '#shared/print/printer.ts';
import { printer as printerSchema, receipt as receiptSchema } from '#shared/print/schemas.ts';
import { withoutUnknown, withRest } from '../files/unknown-fields.ts';

/** The file of printers as it was read: what this version uses of it, beside all that it holds. */
export type StoredPrinters = {
  settings: PrintSettings;
  file: LooseJson;
  entries: { raw: unknown; printer: Printer | null }[];
};

export const noStoredPrinters: StoredPrinters = { settings: noPrintSettings, file: {}, entries: [] };

/**
 * Reads what this version or another one stored. Fields that this one does not know are left alone; a printer with a
 * value that it does not know is not used, as far as that value cannot be done without. Each is a `doubt`, in words for
 * a person. Throws if it is no file of printers.
 */
export function readStoredPrinters(json: unknown, doubt: (what: string) => void): StoredPrinters {
  const file = record(json);
  const listed: unknown = file['printers'];
  if (!Array.isArray(listed)) throw new Error('No list of printers');
  let used = 0;
  const entries = listed.map((raw: unknown) => {
    const printer = readPrinter(raw, doubt);
    const fits = printer !== null && (used += 1) <= MAX_PRINTERS;
    if (!fits) doubt(`${nameOf(raw)} is not used: ${ANOTHER_VERSION} Update the till, or set it up again.`);
    return { raw, printer: fits ? printer : null };
  });
  const receipt = receiptSchema.safeParse(withoutUnknown(receiptSchema, file['receipt'])).data;
  if (!receipt) doubt('The text of receipts is not used: it could not be read. Type it again.');
  const printers = entries.flatMap(({ printer }) => printer ?? []);
  return { settings: { printers, receipt: receipt ?? noPrintSettings.receipt }, file, entries };
}

const ANOTHER_VERSION = 'another version of the till set it up.';
const nameOf = (raw: unknown): string => `“${textOrNull(record(raw)['name']) ?? 'Printer'}”`;

function readPrinter(raw: unknown, doubt: (what: string) => void): Printer | null {
  const draft = record(withoutUnknown(printerSchema, raw));
  const documents = record(draft['documents']);
  const paths = printerSchema.safeParse(draft).error?.issues.map(({ path }) => path) ?? [];
  const isWrong = (...start: string[]) =>
    paths.some((path) => start.every((name, index) => path[index] === name));
  for (const kind of orderedKinds.filter((one) => isWrong('documents', one))) {
    documents[kind] = { when: 'by-hand', copies: 1 };
    doubt(`${nameOf(raw)} prints a ${kind} only when somebody presses Print: ${ANOTHER_VERSION}`);
  }
  for (const past of ['earlier', 'later'].filter((one) => isWrong(one))) delete draft[past];
  return printerSchema.safeParse(draft).data ?? null;
}

/**
 * What the file becomes with these settings: whatever this version does not know stays as it was, until a person sets up
 * another printer, which may be in the place of one that is not used.
 */
export function storedWith({ settings: was, file, entries }: StoredPrinters, next: PrintSettings): LooseJson {
  const isAnew = next.printers.some(({ id }) => !was.printers.some((known) => known.id === id));
  const unused = isAnew ? [] : entries.filter(({ printer }) => printer === null).map(({ raw }) => raw);
  const printers = next.printers.map((printer) => {
    const entry = entries.find((one) => one.printer?.id === printer.id);
    return entry ? withRest(entry.raw, entry.printer, printer) : printer;
  });
  return {
    ...file,
    printers: [...printers, ...unused],
    receipt: withRest(file['receipt'], was.receipt, next.receipt),
  };
}
