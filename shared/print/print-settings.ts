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
