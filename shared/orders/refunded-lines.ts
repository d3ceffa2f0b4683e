import type { LineCount, OrderItem, Refund, RefundedLine } from '../api/orders.ts';
import { sumPence, type Pence } from '../base/money.ts';
import { lineTotal } from './reading.ts';

type Lines = readonly OrderItem[];

/** What `count` of a line cost, options included; neither the tip nor the small order fee is part of any line. */
export function costOfLines(items: Lines, chosen: readonly LineCount[]): Pence {
  return sumPence(
    items.map((item) => {
      const quantity = chosen.find(({ id }) => id === item.id)?.quantity ?? 0;
      return lineTotal({ ...item, quantity });
    }),
  );
}

/** How many of each line refunds were for, together. */
export function countLines(
  refunds: readonly { lines?: readonly LineCount[] | null | undefined }[],
): LineCount[] {
  const counts = new Map<string, number>();
  for (const { lines } of refunds)
    for (const { id, quantity } of lines ?? []) counts.set(id, (counts.get(id) ?? 0) + quantity);
  return [...counts].map(([id, quantity]) => ({ id, quantity }));
}

/** How many of a line can still be refunded. */
export function leftOfLine(
  { id, quantity }: Pick<OrderItem, 'id' | 'quantity'>,
  gone: readonly LineCount[],
): number {
  return Math.max(0, quantity - (gone.find((line) => line.id === id)?.quantity ?? 0));
}

export type ChosenLines =
  | { kind: 'named'; lines: RefundedLine[] }
  | { kind: 'refused'; code: 'UNKNOWN_ITEM' | 'LINE_REFUNDED'; message: string };

/**
 * The lines of a refund with their names, unless the order has no such line or less of it is left.
 * @param gone how many of each line are refunded or on their way
 */
export function namedLines(
  items: Lines,
  gone: readonly LineCount[],
  asked: readonly LineCount[],
): ChosenLines {
  const lines: RefundedLine[] = [];
  for (const { id, quantity } of asked) {
    const item = items.find((line) => line.id === id);
    if (!item) return { kind: 'refused', code: 'UNKNOWN_ITEM', message: `This order has no item ${id}.` };
    const left = leftOfLine(item, gone);
    if (quantity > left)
      return {
        kind: 'refused',
        code: 'LINE_REFUNDED',
        message:
          left === 0
            ? `${item.name} is refunded already, or its refund is on its way.`
            : `Only ${left} × ${item.name} is left to refund.`,
      };
    lines.push({ id, name: item.name, quantity });
  }
  return { kind: 'named', lines };
}

/** `2 × Ferry burger, 1 × Tea`, or nothing. */
export function linesText({ lines }: Pick<Refund, 'lines'>): string {
  return (lines ?? []).map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
}
