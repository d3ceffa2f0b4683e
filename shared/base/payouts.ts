/** What pages and server know of payouts, disputes and differences. */

/** Why the bank booked other than was expected. */
export const differenceCauses = [
  'foreign-card',
  'fee-change',
  'refund-elsewhere',
  'refund-failed',
  'dispute',
  'lost-event',
  'not-at-bank',
  'other',
] as const;

export const payoutStates = ['pending', 'in-transit', 'paid', 'failed', 'canceled'] as const;

export const payoutLineKinds = [
  'payment',
  'refund',
  'refund-failed',
  'dispute',
  'dispute-returned',
  'payout',
  'payout-returned',
  'other',
] as const;

/** In an inquiry the customer's bank only asks: nothing was taken back. */
export const disputeStates = [
  'inquiry',
  'inquiry-under-review',
  'needs-response',
  'under-review',
  'won',
  'lost',
  'closed',
] as const;
/** Those in which the seller can still answer. */
export const disputesToAnswer = [
  'needs-response',
  'inquiry',
] as const satisfies (typeof disputeStates)[number][];
