import { assertNever } from '../base/assert-never.ts';
import { formatPence } from '../base/money.ts';
import type { Block, PrintDocument } from './document.ts';
import { glyphsOf, plainText, widthOf } from './plain-text.ts';
import type { CodePage } from './printer.ts';

/** `tall` is two lines high; `large` is also two columns wide for each character. */
export type LineSize = 'normal' | 'tall' | 'large';

/** One line of paper. */
export type PrintedLine = {
  text: string;
  /** Money at the right edge. If it does not fit exactly, the document is not printed. */
  amount?: string;
  size: LineSize;
  bold: boolean;
  reversed: boolean;
  /** The code page of this one line, if not the printer's. */
  codePage?: CodePage;
};

const INDENT = 4;
const indent = ' '.repeat(INDENT);

/**
 * A document as lines of at most `columns` characters. All renderers share this step, so that the printer, the print
 * dialog and the screen show the same.
 */
export function layOut(document: PrintDocument, columns: number): PrintedLine[] {
  return document.blocks.flatMap((block) => linesOf(block, columns));
}

function linesOf(block: Block, columns: number): PrintedLine[] {
  switch (block.kind) {
    case 'title':
      return wrap(block.text, columns / 2).map((text) => line(centre(text, columns / 2), { size: 'large' }));
    case 'headline':
      return headline(plainText(block.left), plainText(block.right), columns / 2);
    case 'text':
      return wrap(block.text, columns).map((text) =>
        line(block.centred ? centre(text, columns) : text, { bold: block.strong ?? false }),
      );
    case 'mark':
      return boxed(block.text, columns / 2);
    case 'note':
      return wrap(`Note: ${block.text}`, columns - 2).map((text) =>
        line(pad(` ${text}`, columns), { size: 'tall', bold: true, reversed: true }),
      );
    case 'item':
      return item(block, columns);
    case 'amount': {
      const amount = formatPence(block.pence);
      return withAmount(wrap(block.label, columns - amount.length - 1), amount, block.strong ?? false);
    }
    case 'rule':
      return [line('-'.repeat(columns))];
    case 'sample':
      return [line(block.text, { codePage: block.codePage })];
    default:
      return assertNever(block);
  }
}

function item(block: Extract<Block, { kind: 'item' }>, columns: number): PrintedLine[] {
  const quantity = `${block.quantity} x `;
  const kitchen = block.amount === null;
  const amount = block.amount === null ? undefined : formatPence(block.amount);
  const room = columns - quantity.length - (amount === undefined ? 0 : amount.length + 1);
  const [first = '', ...more] = wrap(block.name, room);
  const look = kitchen ? ({ size: 'tall', bold: true } as const) : {};
  const under = ' '.repeat(quantity.length);
  // What follows a modifier's name may be left out, so its marker must not read as "add".
  const marker = block.asked ? '* ' : '+ ';
  return [
    line(quantity + first, { ...look, ...(amount !== undefined && { amount }) }),
    ...more.map((text) => line(under + text, look)),
    ...block.modifications.flatMap((modification) =>
      wrap(modification, columns - INDENT - 2).map((text, at) =>
        line(`${indent}${at === 0 ? marker : '  '}${text}`, kitchen ? { size: 'tall' } : {}),
      ),
    ),
    ...(block.contains ? wrap(block.contains, columns - INDENT) : []).map((text) => line(indent + text)),
  ];
}

/** A box of large characters that every code page has. */
function boxed(text: string, columns: number): PrintedLine[] {
  const look = { size: 'large', bold: true } as const;
  const edge = line(`+${'-'.repeat(columns - 2)}+`, look);
  const lines = wrap(text, columns - 4).map((part) =>
    line(`| ${pad(centre(part, columns - 4), columns - 4)} |`, look),
  );
  return [edge, ...lines, edge];
}

/**
 * Side by side if there is room, otherwise one below the other. Further lines are indented, unlike those of a mark.
 */
function headline(left: string, right: string, columns: number): PrintedLine[] {
  const look = { size: 'large', bold: true } as const;
  const space = columns - widthOf(left) - widthOf(right);
  if (space >= 1) return [line(left + ' '.repeat(space) + right, look)];
  const setIn = (text: string) =>
    wrap(text, columns - 1).map((part, at) => line(at === 0 ? part : ` ${part}`, look));
  return [...setIn(left), ...setIn(right)];
}

/** The amount is beside the last line of its label. */
function withAmount(labels: string[], amount: string, bold: boolean): PrintedLine[] {
  return labels.map((text, at) => line(text, { bold, ...(at === labels.length - 1 && { amount }) }));
}

function line(text: string, look: Partial<PrintedLine> = {}): PrintedLine {
  return { text, size: 'normal', bold: false, reversed: false, ...look };
}

function centre(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, Math.floor((columns - widthOf(text)) / 2))) + text;
}

function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/** Wraps at words; breaks a word that is longer than a line. An empty text is one empty line. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of plainText(text).split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (widthOf(longer) <= columns) {
      current = longer;
      continue;
    }
    if (current !== '') lines.push(current);
    current = '';
    for (const glyph of glyphsOf(word)) {
      if (widthOf(current + glyph) > columns) {
        lines.push(current);
        current = '';
      }
      current += glyph;
    }
  }
  return [...lines, current];
}
