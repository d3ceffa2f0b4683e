import { statusGroups, type OrderStatus } from './order-statuses.ts';

/** Why an order is not taken: what staff choose, and what its customer reads. */
export const refusalReasons = [
  { label: 'Sold out', words: 'Sorry, something you ordered is sold out.' },
  { label: 'Kitchen closed', words: 'Sorry, the kitchen is closed.' },
  { label: 'Too busy', words: 'Sorry, we are too busy to take your order.' },
  { label: 'Could not find your table', words: 'Sorry, we could not find your table.' },
] as const;

export const LONGEST_MESSAGE = 200;

/**
 * Whether an order that ended was charged all the same; `yes` until all of it has been refunded, `unknown` until the card
 * provider has answered that its hold is released.
 */
export type Charged = 'no' | 'unknown' | 'yes' | 'refunded';
const chargedWords: Record<Charged, string> = {
  no: 'You have not been charged.',
  unknown: 'We are making sure that your card is not charged.',
  yes: 'Your card was charged, and the outlet can refund it.',
  refunded: 'Your card was charged, and all of it has been refunded.',
};

/** An order as far as its customer is told why it ended. */
type Ended = {
  status: OrderStatus;
  /** Somebody accepted it before it ended. */
  accepted: boolean;
  /** What the seller wrote for the customer when cancelling. */
  forCustomer: string | null;
  charged: Charged;
};

/** Why an order ended without being delivered, in words for its customer; null if it did not. */
export function customerMessage({ status, accepted, forCustomer, charged }: Ended): string | null {
  const money = chargedWords[charged];
  if (statusGroups.cancelled.has(status))
    return `${asSentence(forCustomer ?? 'Your order was cancelled.')} ${money}`;
  if (!statusGroups.expired.has(status)) return null;
  return `${accepted ? 'Your order was not completed in time.' : 'Nobody could take your order in time.'} ${money}`;
}

function asSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
