import type { Order } from '../api/orders.ts';
import { statusGroups } from '../base/order-statuses.ts';
import { isTakenByLedger } from './net.ts';

/**
 * Where the money of an accepted order is. `at-risk`: held on the card and not taken yet. `lost`: the hold ended before
 * it was taken.
 */
export type MoneyState = 'taken' | 'at-risk' | 'lost';

/** Null for an order that owes nothing: cancelled, expired or never paid for before it was accepted, or a test. */
export function moneyStateOf({
  status,
  isTest,
  payment,
}: Pick<Order, 'status' | 'isTest' | 'payment'>): MoneyState | null {
  if (isTest) return null;
  if (isTakenByLedger(payment)) return 'taken';
  if (payment.lost) return 'lost';
  if (status === 'payment_capture' || statusGroups.inProgress.has(status)) return 'at-risk';
  if (!statusGroups.settled.has(status)) return null;
  if (status !== 'deliver_success') return 'taken';
  // Of another server this is a final status: only an error says that its money is missing.
  return payment.captureError === null ? 'taken' : 'at-risk';
}
