import { ThermalPrinter, type PrinterTypes } from 'node-thermal-printer';
import type { PrintDocument } from '#shared/print/document.ts';
import { layOut, type PrintedLine } from '#shared/print/layout.ts';
import { columnsOf, type CodePage, type Printer } from '#shared/print/printer.ts';
import { inPage, inPageAtLeast } from './code-page.ts';

/** Draws a line whose glyphs no code page has. */
export type DrawLine = (line: DrawnLine) => Promise<Buffer | null>;
/** Sizes in dots. */
export type DrawnLine = { text: string; width: number; height: number; bold: boolean; reversed: boolean };

/** The dots of one character, and of one line. */
const DOTS_WIDE = 12;
const DOTS_HIGH = 24;

/** Reset, and select the country in which `#` is `#` and not £. */
const BEGIN = Buffer.from([0x1b, 0x40, 0x1b, 0x52, 0x00]);
/** Switch off unsolicited status messages, which look like the answer that a sheet has ended. */
const ONLY_WHEN_ASKED = Buffer.from([0x1d, 0x61, 0x00]);
/** How long the drawer's magnet is on and off, in units of 2 ms; the library leaves it out. */
const PULSE = Buffer.from([0x19, 0xfa]);

type Settings = Pick<Printer, 'width' | 'dialect' | 'codePage' | 'cut' | 'drawer'>;

/**
 * The bytes of one sheet, from its reset to its cut. A line with a glyph that the code page lacks becomes a picture.
 * Amounts are exact: if the page lacks a character of one, nothing is printed and the result says why.
 */
export async function documentBytes(
  document: PrintDocument,
  settings: Settings,
  draw: DrawLine,
): Promise<{ bytes: Buffer } | { refused: string }> {
  const { dialect, codePage, cut, drawer, width } = settings;
  const columns = columnsOf[width];
  const lines = layOut(document, columns);
  const wrong = lines.find(({ amount }) => amount !== undefined && inPage(codePage, amount) === null);
  if (wrong) return { refused: `The code page ${codePage} cannot print ${wrong.amount}.` };

  // A new one for each sheet, because its buffer only grows. It gets no interface: our own code sends the bytes.
  const printer = new ThermalPrinter({
    type: dialect as PrinterTypes,
    interface: '',
    width: columns,
    breakLine: 'NONE' as never,
  });
  printer.append(BEGIN);
  printer.setCharacterSet(codePage);
  if (dialect === 'epson') printer.append(ONLY_WHEN_ASKED);
  const sheet = { printer, columns, codePage };
  for (const line of lines) await addLine(sheet, line, draw);
  if (drawer && document.kind === 'receipt') openDrawer(printer, dialect);
  printer.newLine();
  if (cut) printer.partialCut({ verticalTabAmount: dialect === 'epson' ? 1 : 2 });
  else for (let feed = 0; feed < 4; feed += 1) printer.newLine();
  return { bytes: printer.getBuffer() };
}

/** A sheet under way: how many characters a line has, and the code page of its text. */
type Sheet = { printer: ThermalPrinter; columns: number; codePage: CodePage };

async function addLine(sheet: Sheet, line: PrintedLine, draw: DrawLine): Promise<void> {
  const { printer, codePage } = sheet;
  const page = line.codePage ?? codePage;
  const written = inPage(page, line.text);
  if (line.codePage) printer.setCharacterSet(line.codePage);
  if (written === null && !line.codePage) {
    await addPicture(sheet, line, draw);
    if (line.amount !== undefined) addText(sheet, { ...line, text: '' });
  } else {
    addText(sheet, { ...line, text: written ?? inPageAtLeast(page, line.text) });
  }
  if (line.codePage) printer.setCharacterSet(codePage);
}

function addText({ printer, columns, codePage }: Sheet, line: PrintedLine): void {
  const { text, amount = '', size, bold, reversed } = line;
  const money = inPage(codePage, amount) ?? '';
  if (size === 'tall') printer.setTextDoubleHeight();
  if (size === 'large') printer.setTextQuadArea();
  if (bold) printer.bold(true);
  if (reversed) printer.invert(true);
  printer.print(money === '' ? text : text.padEnd(columns - money.length) + money);
  if (reversed) printer.invert(false);
  if (bold) printer.bold(false);
  if (size !== 'normal') printer.setTextNormal();
  // A reversed or large line end would print a bar on some printers.
  printer.newLine();
}

/** A line that cannot be drawn either is printed with question marks, so that the kitchen sees that there is text. */
async function addPicture(sheet: Sheet, line: PrintedLine, draw: DrawLine): Promise<void> {
  const { printer, columns, codePage } = sheet;
  const { text, size, bold, reversed } = line;
  const height = size === 'normal' ? DOTS_HIGH : 2 * DOTS_HIGH;
  const png = await draw({ text, width: columns * DOTS_WIDE, height, bold, reversed });
  if (png !== null) await printer.printImageBuffer(png);
  else {
    const { amount: _apart, ...rest } = line;
    addText(sheet, { ...rest, text: inPageAtLeast(codePage, text) });
  }
}

function openDrawer(printer: ThermalPrinter, dialect: Printer['dialect']): void {
  if (dialect === 'star') return printer.openCashDrawer();
  for (const pin of [0, 1]) printer.append(Buffer.concat([Buffer.from([0x1b, 0x70, pin]), PULSE]));
}
