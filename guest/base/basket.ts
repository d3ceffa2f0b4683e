import type { PlaceOrderBody } from '#shared/api/guest-orders.ts';
import type { GuestCategory } from '#shared/api/catalogs.ts';
import type { Pence } from '#shared/base/money.ts';
import { rates, serviceChargeFor } from '#shared/base/fees.ts';
import { pence } from '#shared/base/money.ts';
import { partsOfLine } from '#shared/catalogs/line-parts.ts';
import { priceList, priceOrder, type PricedOrder, type PricingProblems } from '#shared/catalogs/pricing.ts';

/** One choice of an item: how often, and with which options. */
export type Line = PlaceOrderBody['items'][number];
type Chosen = Omit<Line, 'quantity'>;

/** The most of one line that the server takes. */
export const MOST_OF_LINE = 99;

const keyOf = ({ itemId, modifications = [] }: Chosen) =>
  [itemId, ...modifications.map(({ modifierId, option }) => `${modifierId} ${option}`).toSorted()].join('\n');

/** The basket with more of a line; the same item with the same options is one line. */
export function added(lines: readonly Line[], line: Line): Line[] {
  const at = lines.findIndex((other) => keyOf(other) === keyOf(line));
  const before = lines[at];
  if (!before) return [...lines, line];
  return lines.with(at, { ...line, quantity: Math.min(MOST_OF_LINE, before.quantity + line.quantity) });
}

/** The basket with another quantity of a line; none takes the line out. */
export function withQuantity(lines: readonly Line[], at: number, quantity: number): Line[] {
  return lines.flatMap((line, index) => {
    if (index !== at) return [line];
    return quantity > 0 ? [{ ...line, quantity: Math.min(MOST_OF_LINE, quantity) }] : [];
  });
}

export const countOf = (lines: readonly Line[]): number =>
  lines.reduce((total, { quantity }) => total + quantity, 0);

/** What the server will charge for a basket, by the rule with which it charges, or what cannot be ordered of it. */
export function priced(
  categories: readonly GuestCategory[],
  lines: readonly Line[],
  tip: Pence,
): PricedOrder | PricingProblems {
  const portions = Object.fromEntries(
    categories.flatMap(({ list }) =>
      list.flatMap(({ id, left }) => (left === undefined ? [] : [[id, left]])),
    ),
  );
  return priceOrder(priceList(categories), { items: [...lines], tip }, new Date(), String, portions);
}

const MARKED = 'Not all of this can be ordered. Please change what is marked above, or take it out.';

/** Why a basket cannot be ordered, in words that stand below its lines; null if it can. */
export const problemBelow = (problems: Readonly<Record<string, string>>): string | null =>
  problems['items'] ?? (Object.keys(problems).length > 0 ? MARKED : null);

/** The price of one line as far as it can be told, in pence; what is gone costs nothing. */
export function priceOfLine(categories: readonly GuestCategory[], line: Line) {
  return pence(line.quantity * partsOfLine(categories, line).reduce((total, { cost }) => total + cost, 0));
}

/** The sum of the items with the small order fee: the first price that a guest is shown. */
export function firstPrice(categories: readonly GuestCategory[], lines: readonly Line[]) {
  const items = pence(lines.reduce((total, line) => total + priceOfLine(categories, line), 0));
  const fee = lines.length === 0 ? pence(0) : serviceChargeFor(items);
  return { items, fee, total: pence(items + fee), feeBelow: rates.serviceChargeBelow };
}
