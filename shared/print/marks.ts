import type { Block, PrintDocument } from './document.ts';
import { printedClock } from './times.ts';

/**
 * A document with what tells this sheet from the others of it.
 * @param copy from 1
 * @param reprint how many sheets of this copy may be out already
 */
export function marked(document: PrintDocument, copy: number, reprint: number, now: number): PrintDocument {
  const marks: Block[] = [];
  if (reprint > 0) marks.push({ kind: 'note', text: `REPRINT ${reprint} ${printedClock(now)}` });
  if (copy > 1) marks.push({ kind: 'text', text: `COPY ${copy}`, centred: true, strong: true });
  return { ...document, blocks: [...marks, ...document.blocks] };
}
