import { record } from '../base/loose-json.ts';
import type { DocumentKind } from './document.ts';

/** The code pages a printer can be told to use; of each, £ has a byte. */
export const codePages = [
  'PC858_EURO',
  'PC437_USA',
  'PC850_MULTILINGUAL',
  'WPC1252',
  'ISO8859_15_LATIN9',
] as const;
export type CodePage = (typeof codePages)[number];

export const dialects = ['epson', 'star'] as const;
export type Dialect = (typeof dialects)[number];

/** The pages of each dialect whose number is known; an Epson's £ is the same byte in the first three. */
export const codePagesOf: Record<Dialect, readonly CodePage[]> = {
  epson: codePages,
  star: ['PC858_EURO', 'PC437_USA', 'WPC1252'],
};

/** Millimetres of paper. */
export const paperWidths = [58, 80] as const;
export type PaperWidth = (typeof paperWidths)[number];

/** Characters on a line. */
export const columnsOf: Record<PaperWidth, number> = { 58: 32, 80: 48 };

/** When a document prints; `by-hand` only when somebody presses Print, `never` not even then. */
export const printMoments = ['arrival', 'acceptance', 'closing', 'by-hand', 'never'] as const;
export type PrintMoment = (typeof printMoments)[number];

/** Documents that staff choose a printer for. */
export type OrderedKind = Exclude<DocumentKind, 'test'>;
export const orderedKinds = ['ticket', 'receipt', 'report'] as const satisfies readonly OrderedKind[];

/** What makes sense for each document: a receipt before an order is accepted would be of nothing. */
export const momentsFor: Record<OrderedKind, readonly PrintMoment[]> = {
  ticket: ['arrival', 'acceptance', 'by-hand', 'never'],
  receipt: ['acceptance', 'closing', 'by-hand', 'never'],
  report: ['by-hand', 'never'],
};

export const MAX_PRINTERS = 8;
/** The port that receipt printers listen on. */
export const PRINTER_PORT = 9100;

/** Where a printer is reached. */
export type PrinterTarget =
  | { kind: 'network'; host: string; port: number }
  /** A printer that this computer knows, by its name there. */
  | { kind: 'system'; name: string }
  /** A device such as `/dev/usb/lp0`, or a file's name in the till's own folder. */
  | { kind: 'file'; path: string };

export type Printer = {
  id: string;
  name: string;
  target: PrinterTarget;
  width: PaperWidth;
  dialect: Dialect;
  codePage: CodePage;
  documents: Record<OrderedKind, { when: PrintMoment; copies: number }>;
  cut: boolean;
  /** Opens the cash drawer with each receipt. */
  drawer: boolean;
  /** It answers questions about its state; where it cannot, nobody knows whether it printed, and nobody is asked. */
  answers: boolean;
  /** Since when it prints by itself, ISO 8601 by the server's clock: what happened before is not its business. */
  since: string;
};

/** What stands on every receipt of this till besides the order. */
export type ReceiptSettings = {
  vatNumber: string;
  /** Hundredths of a per cent that prices include; null where the till says nothing of it. */
  vatBasisPoints: number | null;
  footer: string;
};

export type PrintSettings = { printers: Printer[]; receipt: ReceiptSettings };

export const noPrintSettings: PrintSettings = {
  printers: [],
  receipt: { vatNumber: '', vatBasisPoints: null, footer: '' },
};

/** Null for what another program or version kept. */
export function readReceiptSettings(value: unknown): ReceiptSettings | null {
  const { vatNumber, vatBasisPoints, footer } = record(value);
  if (typeof vatNumber !== 'string' || typeof footer !== 'string') return null;
  return {
    vatNumber,
    vatBasisPoints: typeof vatBasisPoints === 'number' ? vatBasisPoints : null,
    footer,
  };
}
