import type { Block, PrintDocument } from './document.ts';
import { printedClock } from './times.ts';

type Marks = {
  /** From 1. */
  copy: number;
  /** How many sheets of this copy may be out already. */
  reprint: number;
  /** Another till may print it too, and cannot be asked. */
  doubtful: boolean;
  now: number;
};

/** A document with what tells this sheet from the others of it. */
export function marked(document: PrintDocument, { copy, reprint, doubtful, now }: Marks): PrintDocument {
  const marks: Block[] = [];
  if (reprint > 0) marks.push({ kind: 'mark', text: `REPRINT ${reprint} ${printedClock(now)}` });
  else if (doubtful) marks.push({ kind: 'mark', text: `MAY BE OUT TWICE ${printedClock(now)}` });
  if (copy > 1) marks.push({ kind: 'text', text: `COPY ${copy}`, centred: true, strong: true });
  return { ...document, blocks: [...marks, ...document.blocks] };
}
