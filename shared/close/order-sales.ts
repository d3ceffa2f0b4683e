import type { OrderItem } from '../api/orders.ts';
import { joined, shareOut, type AtRate } from '../base/vat.ts';

type Sold = {
  items: readonly Pick<OrderItem, 'quantity' | 'cost' | 'vatRate' | 'modifications'>[];
  serviceCharge: number;
};

/**
 * What an order sold at each rate, tips aside: each line at the rate it was sold at, an option at its own. The small
 * order fee is taxed like what it was charged on, in proportion.
 * @param otherwise the rate of lines that were sold without one
 */
export function salesOf({ items, serviceCharge }: Sold, otherwise: number | null = null): AtRate[] {
  const sold = joined(
    items.flatMap(({ quantity, cost, vatRate, modifications }) => {
      const rate = vatRate ?? otherwise;
      return [
        { rate, gross: quantity * cost },
        ...modifications.map((option) => ({
          rate: option.vatRate ?? rate,
          gross: quantity * option.cost,
        })),
      ];
    }),
  );
  if (sold.length === 0) return serviceCharge === 0 ? [] : [{ rate: otherwise, gross: serviceCharge }];
  const fees = shareOut(
    serviceCharge,
    sold.map(({ gross }) => gross),
  );
  return sold.map(({ rate, gross }, at) => ({ rate, gross: gross + (fees[at] ?? 0) }));
}

/** What an order took: its sales by rate, and its tip, which carries no VAT. */
export type Parts = { sales: AtRate[]; tip: number };

/**
 * Takes a refund from what is left of an order: from its sales in proportion, and from its tip only when nothing else is
 * left, because a tip belongs to the staff.
 * @returns what the refund took
 */
export function refundFrom(left: Parts, amount: number): Parts {
  const sold = left.sales.reduce((total, { gross }) => total + gross, 0);
  const fromSales = Math.min(amount, sold);
  const shares = shareOut(
    fromSales,
    left.sales.map(({ gross }) => gross),
  );
  return {
    sales: left.sales.map(({ rate }, at) => ({ rate, gross: shares[at] ?? 0 })),
    tip: amount - fromSales,
  };
}

/** What a refund gave back comes in again, because it failed: the tip first, as it went last. */
export function refundUndone(taken: Parts, left: Parts, amount: number): Parts {
  const tip = Math.min(amount, taken.tip - left.tip);
  const gone = taken.sales.map(({ rate, gross }) => ({
    rate,
    gross: gross - (left.sales.find((one) => one.rate === rate)?.gross ?? 0),
  }));
  const back = refundFrom({ sales: gone, tip: 0 }, amount - tip);
  return { sales: back.sales, tip: tip + back.tip };
}
