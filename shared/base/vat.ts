/**
 * VAT in whole pence. It is worked out for each order and each rate, from all that was sold at that rate, and rounded to
 * the nearest penny, half a penny up.
 */

/** Printed wherever VAT is told. */
export const vatRule =
  'VAT is worked out per order and rate, to the nearest penny, half up. Tips carry none.';

/** Money at one rate of VAT, in per cent; null if no rate was set when it was sold. */
export type AtRate = { rate: number | null; gross: number };

/** The VAT that an amount includes; nil without a rate. Negative for money that went back. */
export function vatIn({ rate, gross }: AtRate): number {
  const hundredths = Math.round((rate ?? 0) * 100);
  return gross < 0
    ? 0 - rounded(0 - gross, hundredths, 10_000 + hundredths)
    : rounded(gross, hundredths, 10_000 + hundredths);
}

/** A net price with its VAT added. */
export function withVatAdded(net: number, rate: number): number {
  return net + rounded(net, Math.round(rate * 100), 10_000);
}

/** `amount × part ÷ whole`, half up. */
function rounded(amount: number, part: number, whole: number): number {
  return Math.floor((2 * amount * part + whole) / (2 * whole));
}

/**
 * Shares an amount out in proportion to the parts, in whole pence that add up to it: each gets its whole pence, and those
 * that lost most by that get one more, the first of equals before the others. All zero if the parts are.
 */
export function shareOut(amount: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((total, part) => total + part, 0);
  if (whole === 0) return parts.map(() => 0);
  const shares = parts.map((part) => Math.floor((amount * part) / whole));
  const missing = amount - shares.reduce((total, share) => total + share, 0);
  const lost = parts.map((part, at) => ({ at, rest: (amount * part) % whole }));
  for (const { at } of lost.toSorted((one, other) => other.rest - one.rest).slice(0, missing))
    shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}

/** The highest rate first, what has none last. */
export const byRate = (one: AtRate, other: AtRate): number => (other.rate ?? -1) - (one.rate ?? -1);

/** Adds up what is at the same rate; a rate of which nothing is left is left out. */
export function joined(parts: readonly AtRate[]): AtRate[] {
  const sums = new Map<number | null, number>();
  for (const { rate, gross } of parts) sums.set(rate, (sums.get(rate) ?? 0) + gross);
  return [...sums]
    .filter(([, gross]) => gross !== 0)
    .map(([rate, gross]) => ({ rate, gross }))
    .toSorted(byRate);
}
