import { record } from '../base/loose-json.ts';
import type { Printer } from './printer.ts';

/** What every receipt of this till shows besides the order. */
export type ReceiptSettings = {
  vatNumber: string;
  /** The VAT that prices include, in hundredths of a per cent; null if the till prints none. */
  vatBasisPoints: number | null;
  footer: string;
};

export type PrintSettings = { printers: Printer[]; receipt: ReceiptSettings };

/** What a screen changes; the rest stays as it is, also if it has changed meanwhile. */
export type PrintSettingsChange = {
  /** New and changed ones. */
  printers?: Printer[];
  /** The ids of those that are removed. */
  removed?: string[];
  receipt?: ReceiptSettings;
};

export function changedPrintSettings(
  before: PrintSettings,
  { printers = [], removed = [], receipt = before.receipt }: PrintSettingsChange,
): PrintSettings {
  const left = before.printers.filter(({ id }) => !removed.includes(id));
  const added = printers.filter(({ id }) => !left.some((known) => known.id === id));
  const changed = left.map((known) => printers.find(({ id }) => id === known.id) ?? known);
  return { printers: [...changed, ...added], receipt };
}

export const noPrintSettings: PrintSettings = {
  printers: [],
  receipt: { vatNumber: '', vatBasisPoints: null, footer: '' },
};

/** Null if another program or version stored it. */
export function readReceiptSettings(value: unknown): ReceiptSettings | null {
  const { vatNumber, vatBasisPoints, footer } = record(value);
  if (typeof vatNumber !== 'string' || typeof footer !== 'string') return null;
  return {
    vatNumber,
    vatBasisPoints: typeof vatBasisPoints === 'number' ? vatBasisPoints : null,
    footer,
  };
}
