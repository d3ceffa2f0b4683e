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

/** A document as an HTML page. */
export function paperPage(document: PrintDocument, width: PaperWidth): string {
  const columns = columnsOf[width];
  const lines = layOut(document, columns).map(
    (line) =>
      `<div class="${paperClass(line)}"><span>${escape(line.text)}</span><span>${escape(line.amount ?? '')}</span></div>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>@page { margin: 2mm; } body { margin: 0; } ${paperCss}</style><div class="paper" style="--columns: ${columns}">${lines.join('')}</div>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
