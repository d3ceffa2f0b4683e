import type { DocumentKind } from './document.ts';

/** The code pages that a printer can be set to; each has a byte for £. */
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

/** The pages whose number is known for each dialect; on an Epson, £ is the same byte in the first three. */
export const codePagesOf: Record<Dialect, readonly CodePage[]> = {
  epson: codePages,
  star: ['PC858_EURO', 'PC437_USA', 'WPC1252'],
};

/** Paper widths in millimetres. */
export const paperWidths = [58, 80] as const;
export type PaperWidth = (typeof paperWidths)[number];

/** Characters in a line. */
export const columnsOf: Record<PaperWidth, number> = { 58: 32, 80: 48 };

/** When a document prints; `by-hand` only when somebody presses Print, `never` not even then. */
export const printMoments = ['arrival', 'acceptance', 'closing', 'by-hand', 'never'] as const;
export type PrintMoment = (typeof printMoments)[number];

/** Documents that staff choose a printer for. */
export type OrderedKind = Exclude<DocumentKind, 'test'>;
export const orderedKinds = ['ticket', 'receipt', 'report'] as const satisfies readonly OrderedKind[];

/** The moments that make sense for each document: before an order is accepted there is nothing to receipt. */
export const momentsFor: Record<OrderedKind, readonly PrintMoment[]> = {
  ticket: ['arrival', 'acceptance', 'by-hand', 'never'],
  receipt: ['acceptance', 'closing', 'by-hand', 'never'],
  report: ['by-hand', 'never'],
};

export const MAX_PRINTERS = 8;
/** The port that receipt printers listen on. */
export const PRINTER_PORT = 9100;

/** How a printer is reached. */
export type PrinterTarget =
  | { kind: 'network'; host: string; port: number }
  /** A printer of this computer, by its system name. */
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
  /** Whether it answers status queries; if not, whether it printed remains unknown and nobody is asked. */
  answers: boolean;
  /** The outlets whose orders it prints, by id; left out for all that this till watches. */
  outletIds?: string[];
  /** The stations whose lines its tickets have, by id; left out for all lines. */
  stationIds?: string[];
  /** Since when it prints automatically, ISO 8601 by the server's clock; earlier moments are ignored. */
  since: string;
  /** What it was for since then, until it was changed; the newest first. */
  earlier?: EarlierScope[];
  /** The copies that it has printed automatically only since a change. */
  later?: LaterCopies[];
};

/** The copies of a kind above a number, and since when they are printed: ISO 8601 by the server's clock. */
export type LaterCopies = { kind: OrderedKind; above: number; since: string };

/** The outlets and stations that a printer is for. */
export type PrinterScope = Pick<Printer, 'outletIds' | 'stationIds'>;
/** `until` is ISO 8601 by the server's clock. */
export type EarlierScope = PrinterScope & { until: string };
export const MAX_EARLIER_SCOPES = 8;

/** Whether a printer prints what is of that outlet, or of none. */
export const printsFor = ({ outletIds }: Pick<Printer, 'outletIds'>, outletId: string | undefined): boolean =>
  outletIds === undefined || outletId === undefined || outletIds.includes(outletId);

/** Whether a printer of that scope prints lines of those stations, of which an outlet may have none. */
export const makesAny = ({ stationIds }: PrinterScope, madeAt: readonly string[] = []): boolean =>
  stationIds === undefined || madeAt.length === 0 || madeAt.some((id) => stationIds.includes(id));

/** Whether a printer prints what somebody asks for: by its id, or else because it prints such documents. */
export function takes(printer: Printer, { document: { kind }, printerId, outletId }: AskedSheet): boolean {
  if (printerId !== undefined) return printer.id === printerId;
  return kind !== 'test' && printer.documents[kind].when !== 'never' && printsFor(printer, outletId);
}
type AskedSheet = { document: { kind: DocumentKind }; printerId?: string; outletId?: string };
