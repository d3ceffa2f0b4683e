import type { PrintDocument } from '#shared/print/document.ts';

/** The lines of a printed document that have an amount, each with its label. */
export const amountsOf = ({ blocks }: PrintDocument): [string, number][] =>
  blocks.flatMap((block) => (block.kind === 'amount' ? [[block.label, block.pence]] : []));
