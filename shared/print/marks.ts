import type { Block, PrintDocument } from './document.ts';
import { printedClock } from './times.ts';

type Marks = {
  /** Counts from 1. */
  copy: number;
  /** How many sheets of this copy may have been printed already. */
  reprint: number;
  /** Another till may print it too and cannot be asked. */
  doubtful: boolean;
  now: number;
};

/** Adds the marks that tell this sheet from others of the same document. */
export function marked(document: PrintDocument, { copy, reprint, doubtful, now }: Marks): PrintDocument {
  const marks: Block[] = [];
  const time = printedClock(now, document.zone);
  if (reprint > 0) marks.push({ kind: 'mark', text: `REPRINT ${reprint} ${time}` });
  else if (doubtful) marks.push({ kind: 'mark', text: `MAY BE OUT TWICE ${time}` });
  if (copy > 1) marks.push({ kind: 'text', text: `COPY ${copy}`, centred: true, strong: true });
  return { ...document, blocks: [...marks, ...document.blocks] };
}
