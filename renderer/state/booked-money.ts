import { isDraft, original } from '@reduxjs/toolkit';
import type { LedgerSum, Order } from '#shared/api/orders.ts';

/**
 * The order with what another copy of it says that the card provider booked. No version counts that, and nothing booked
 * is ever removed, so that a copy may have what a newer one lacks. Of a sum that both have, the one of `trusted` counts:
 * of the copy that came last. Returns the same object if there is nothing to change.
 */
export function withBooked(order: Order, other: Order | undefined, trusted: 'order' | 'other'): Order {
  if (other === undefined) return order;
  // Read without drafts, which would each have to be made and finished for every sum of a long list.
  const { payment } = plain(order);
  const booked = plain(other).payment;
  const [first, second] = trusted === 'order' ? [payment, booked] : [booked, payment];
  const feesTaken = payment.feesTaken ?? booked.feesTaken;
  const ledger = together(first.ledger, second.ledger);
  if (feesTaken === payment.feesTaken && isSame(ledger, payment.ledger)) return order;
  return {
    ...plain(order),
    payment: { ...payment, ...(feesTaken && { feesTaken }), ...(ledger && { ledger }) },
  };
}

const plain = (order: Order): Order => (isDraft(order) ? (original(order) ?? order) : order);

const isOf =
  ({ kind, account }: LedgerSum) =>
  (one: LedgerSum): boolean =>
    one.kind === kind && one.account === account;

/** The sums of the first, and those of the second that it lacks. */
function together(first: LedgerSum[] | undefined, second: LedgerSum[] | undefined): LedgerSum[] | undefined {
  if (!first || !second) return first ?? second;
  const more = second.filter((sum) => !first.some(isOf(sum)));
  return more.length === 0 ? first : [...first, ...more];
}

function isSame(some: LedgerSum[] | undefined, others: LedgerSum[] | undefined): boolean {
  if (!some || !others || some === others) return some === others;
  return some.length === others.length && some.every((sum) => others.find(isOf(sum))?.amount === sum.amount);
}
