import type { DifferenceCause, Payout, PayoutLine, PayoutState } from '#shared/api/payouts.ts';
import type { ChipColour } from '../../ui/chip.tsx';

export const stateWords: Record<PayoutState, { text: string; colour: ChipColour }> = {
  pending: { text: 'Pending', colour: 'waiting' },
  'in-transit': { text: 'In transit', colour: 'working' },
  paid: { text: 'Paid', colour: 'ready' },
  failed: { text: 'Failed', colour: 'late' },
  canceled: { text: 'Cancelled', colour: 'waiting' },
};

export const causeWords: Record<DifferenceCause, string> = {
  'foreign-card': 'Foreign card: the bank’s fee is higher',
  'fee-change': 'The bank’s price differs from the usual one',
  'refund-elsewhere': 'Refund made at the card provider',
  'refund-failed': 'A refund came back from the customer’s bank',
  dispute: 'Dispute: the customer’s bank took it back, or gave it back',
  'lost-event': 'The card provider’s message was lost',
  'not-at-bank': 'The bank has not booked this payment',
  other: 'Something else on your Stripe account',
};

export const kindWords: Record<PayoutLine['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  'refund-failed': 'Refund that came back',
  dispute: 'Dispute',
  'dispute-returned': 'Dispute won',
  payout: 'Payout',
  'payout-returned': 'Payout that came back',
  other: 'Other',
};

const partNames = [
  ['taken', 'Taken'],
  ['fees', 'Fees'],
  ['refunds', 'Refunds'],
  ['disputes', 'Disputes'],
  ['other', 'Other'],
] as const;

/** The parts of a payout that are not zero, each with its name. */
export function partsOf({ parts }: Payout): { name: string; amount: number }[] {
  if (parts === null) return [];
  return partNames.flatMap(([part, name]) =>
    parts[part] === 0 && part !== 'taken' ? [] : [{ name, amount: parts[part] }],
  );
}
