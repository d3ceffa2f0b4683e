import { pence, type Pence } from './money.ts';

/** The rates of charges and fees; the pricing page quotes them too. Basis points are hundredths of a per cent. */
export const rates = {
  platformFee: pence(5),
  cardFeeBasisPoints: 165,
  /** Paid by the service charge below the threshold, and not passed on above it. */
  cardFeeFixed: pence(20),
  serviceCharge: pence(20),
  serviceChargeBelow: pence(800),
  /** Card providers take no smaller amount; this is Stripe's minimum in pounds. */
  leastCharge: pence(30),
} as const;

export type Fee = { kind: 'platform' | 'card'; amount: Pence };

/** What the customer pays on top of items below £8.00; none for exactly £8.00. */
export function serviceChargeFor(itemsTotal: Pence): Pence {
  return itemsTotal < rates.serviceChargeBelow ? rates.serviceCharge : pence(0);
}

/**
 * The seller's fees on a charged `amount`: together round(5 + 1.65 % × amount), of which the platform's part is
 * fixed. Integer arithmetic; half a penny rounds up.
 */
export function feesFor(amount: Pence): [platform: Fee, card: Fee] {
  const hundredthsOfAPercent = rates.platformFee * 10_000 + rates.cardFeeBasisPoints * amount;
  const total = Math.floor((hundredthsOfAPercent + 5_000) / 10_000);
  return [
    { kind: 'platform', amount: rates.platformFee },
    { kind: 'card', amount: pence(total - rates.platformFee) },
  ];
}

type Charged = {
  amount: number;
  serviceCharge: number;
  fees: readonly Fee[];
  /** What the card provider itself took, once it has said so. */
  feesTaken?: readonly Fee[] | undefined;
};

/** What is taken from the amount, in pence and by kind; the service charge pays the fixed part of the card fee. */
export type Deductions = {
  platform: number;
  card: number;
  /** How much more than the estimate the provider took; negative if it took less. */
  beyondEstimate: number;
  /** The provider has not said yet what it took. */
  estimated: boolean;
};

export function deductionsOf({ serviceCharge, fees, feesTaken }: Charged): Deductions {
  const sum = (some: readonly Fee[], kind?: Fee['kind']) =>
    some.reduce((total, fee) => total + (kind === undefined || fee.kind === kind ? fee.amount : 0), 0);
  if (!feesTaken)
    return {
      platform: sum(fees, 'platform'),
      card: sum(fees, 'card') + serviceCharge,
      beyondEstimate: 0,
      estimated: true,
    };
  return {
    platform: sum(feesTaken, 'platform'),
    card: sum(feesTaken, 'card'),
    beyondEstimate: sum(feesTaken) - sum(fees) - serviceCharge,
    estimated: false,
  };
}

/** What the seller receives, in pence; negative if refunds leave only the fees. */
export function netOf(order: Charged & { refunded: number }): number {
  const { platform, card } = deductionsOf(order);
  return order.amount - platform - card - order.refunded;
}

/** What the bank usually takes for a British card; anything else is named with its cause. */
const bankPrice = { basisPoints: 150, fixed: 20 };

/** The card provider's usual fee on a charged amount of a British card, in pence. */
export function usualCardFee(amount: number): number {
  return Math.floor((amount * bankPrice.basisPoints + 5_000) / 10_000) + bankPrice.fixed;
}
