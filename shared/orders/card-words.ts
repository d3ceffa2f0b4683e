import type { PaidCard } from '../api/paid-card.ts';

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** As people ask for it: "Visa ending 4242", or "Card ending 4242" of a brand that is not known. */
export function cardWords({ brand, lastFour }: PaidCard): string {
  return `${(brand !== null && brands[brand]) || 'Card'} ending ${lastFour}`;
}
