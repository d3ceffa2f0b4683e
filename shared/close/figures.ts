import type { ReportFigures, Taxed } from '../api/session-reports.ts';
import { byRate } from '../base/vat.ts';
import type { Movement } from './movements.ts';

/** The accounts of the ledger that have a figure of their own. */
const named: ReadonlySet<string> = new Set(['customer', 'seller', 'platform', 'card-provider']);

/**
 * What some movements come to.
 * @param confirmed the orders whose fees the card provider has told
 */
export function figuresOf(movements: readonly Movement[], confirmed: ReadonlySet<string>): ReportFigures {
  const captures = movements.filter(isCapture);
  const back = movements.filter((one) => !isCapture(one) && one.money !== 0);
  const account = (name: string, of = movements) =>
    of.reduce((total, { transaction }) => total + (transaction.amounts[name] ?? 0), 0);
  const total = (of: readonly Movement[], part: (one: Movement) => number) =>
    of.reduce((sum, one) => sum + part(one), 0);
  const estimated = captures.filter(({ transaction }) => !confirmed.has(transaction.orderId));
  return {
    captures: captures.length,
    taken: total(captures, ({ money }) => money),
    sold: addedUp(captures.flatMap(({ sold }) => sold)),
    tips: total(captures, ({ tip }) => tip),
    smallOrderFees: total(captures, ({ smallOrderFee }) => smallOrderFee),
    refunds: back.length,
    refunded: 0 - total(back, ({ money }) => money),
    returned: addedUp(back.flatMap(({ sold }) => sold.map(turned))),
    tipsReturned: 0 - total(back, ({ tip }) => tip),
    fees: { platform: account('platform'), card: account('card-provider') },
    feesEstimated: account('platform', estimated) + account('card-provider', estimated),
    others: othersOf(movements),
    toSeller: account('seller'),
  };
}

const isCapture = ({ transaction }: Movement): boolean => transaction.kind === 'capture';
const turned = ({ rate, gross, vat }: Taxed): Taxed => ({ rate, gross: 0 - gross, vat: 0 - vat });

/** What is at the same rate, added up; a rate at which nothing is left is left out. */
function addedUp(parts: readonly Taxed[]): Taxed[] {
  const sums = new Map<number | null, Taxed>();
  for (const { rate, gross, vat } of parts) {
    const so = sums.get(rate) ?? { rate, gross: 0, vat: 0 };
    sums.set(rate, { rate, gross: so.gross + gross, vat: so.vat + vat });
  }
  return [...sums.values()].filter(({ gross, vat }) => gross !== 0 || vat !== 0).toSorted(byRate);
}

/** Sold less returned, by rate. */
export function netSales({ sold, returned }: Pick<ReportFigures, 'sold' | 'returned'>): Taxed[] {
  return addedUp([...sold, ...returned.map(turned)]);
}

function othersOf(movements: readonly Movement[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { transaction } of movements)
    for (const [name, amount] of Object.entries(transaction.amounts))
      if (!named.has(name)) sums[name] = (sums[name] ?? 0) + amount;
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}
