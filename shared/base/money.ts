import type { $brand } from 'zod';

/** A whole, non-negative number of pence. Made by {@link pence} or by a schema, never from a float. */
export type Pence = number & $brand<'Pence'>;

/** The largest price, order or refund: £1,000,000.00. Fits a 32-bit column. */
export const MAX_PENCE = 100_000_000;

/** Brands an integer as pence. Throws a RangeError on anything but a whole number from 0 to the safe limit. */
export function pence(value: number): Pence {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not an amount in pence: ${value}`);
  return value as Pence;
}

/** Adds amounts; zero for an empty list. */
export function sumPence(amounts: Iterable<Pence>): Pence {
  let total = 0;
  for (const amount of amounts) total += amount;
  return pence(total);
}

/** What is left of `amount` after `taken`, never negative. */
export function remainingPence(amount: Pence, taken: Pence): Pence {
  return pence(Math.max(0, amount - taken));
}

/** Pence as people read them: `£1,234.56`, or `−£0.30` for a negative net. */
export function formatPence(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const pounds = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0 ? '−' : ''}£${pounds}.${digits.slice(-2)}`;
}
