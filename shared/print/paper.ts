import { layOut, type PrintedLine } from './layout.ts';
import type { PrintDocument } from './document.ts';
import { columnsOf, type PaperWidth } from './printer.ts';

/** The style of printed lines: on screen, in the print dialog, and for printers that accept no bytes. */
export const paperCss = `
.paper { width: calc(var(--columns) * 1ch); font: 14px/1.3 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace; font-variant-ligatures: none; white-space: pre; color: #000; background: #fff; }
.paper-line { display: flex; justify-content: space-between; min-height: 1.3em; }
.paper-tall { height: 2.6em; }
.paper-tall > span { height: 1.3em; transform: scaleY(2); transform-origin: 0 0; }
.paper-large { font-size: 2em; }
.paper-bold { font-weight: 700; }
.paper-reversed { color: #fff; background: #000; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
`;

/** The classes of a line. */
export function paperClass({ size, bold, reversed }: PrintedLine): string {
  return [
    'paper-line',
    size !== 'normal' && `paper-${size}`,
    bold && 'paper-bold',
    reversed && 'paper-reversed',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The width of a character on paper, in mm: 48 mm can be printed on paper of 58 mm, and 72 mm on paper of 80 mm. */
const COLUMN_MM = 1.5;
/** A character of the widest font of `paperCss` is 0.6021 of the font's size wide, so that a line always fits. */
const FONT_MM = COLUMN_MM / 0.6025;
const LINE_MM = FONT_MM * 1.3;
const EDGE_MM = 3;
/** Printer drivers measure paper in a 16-bit number of tenths of a millimetre. */
const LONGEST_MM = 3_200;

/** A page of HTML and its size in microns. */
export type PaperPage = { html: string; size: { width: number; height: number } };

/** A document as a page that is as wide as the paper and as long as the document. */
export function pageOf(document: PrintDocument, width: PaperWidth): PaperPage {
  const columns = columnsOf[width];
  const lines = layOut(document, columns);
  const html = lines.map(
    (line) =>
      `<div class="${paperClass(line)}"><span>${escape(line.text)}</span><span>${escape(line.amount ?? '')}</span></div>`,
  );
  const high = lines.reduce((sum, { size }) => sum + (size === 'normal' ? 1 : 2), 0);
  // One line more, so that no rounding begins a second page; and never wider than long, which drivers may turn.
  const height = Math.min(LONGEST_MM, Math.max(width, (high + 1) * LINE_MM + 2 * EDGE_MM));
  const sheet = `@page { margin: 0; } body { margin: 0; padding: ${EDGE_MM}mm 0; } ${paperCss}
.paper { margin: 0 auto; font-size: ${FONT_MM.toFixed(3)}mm; text-rendering: geometricPrecision; }`;
  return {
    html: `<!doctype html><meta charset="utf-8"><style>${sheet}</style><div class="paper" style="--columns: ${columns}">${html.join('')}</div>`,
    size: { width: width * 1000, height: Math.ceil(height * 1000) },
  };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
