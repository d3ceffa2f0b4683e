import type { OrderItem } from '../api/orders.ts';

/** The lines with those that differ in nothing but their number as one, where the first of them stood. */
export function combinedLines(lines: readonly OrderItem[]): OrderItem[] {
  const combined = new Map<string, OrderItem>();
  for (const line of lines) {
    const key = JSON.stringify({ ...line, id: '', quantity: 0 });
    const first = combined.get(key);
    combined.set(key, first ? { ...first, quantity: first.quantity + line.quantity } : line);
  }
  return [...combined.values()];
}
