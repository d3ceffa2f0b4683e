import type { PaymentOutcome } from '../../payments/payment-provider.ts';
import type { OrderRow } from './order-row.ts';

/** How long before its hold ends an open order expires: taking the money needs time too. */
export const HOLD_MARGIN_MS = 5 * 60_000;

/** Whether it is too late to close an order and take its held money. */
export function holdIsEnding({ capture_before: end }: OrderRow, now: Date): boolean {
  return end !== null && end.getTime() <= now.getTime() + HOLD_MARGIN_MS;
}

/** The money of a closed order can never be taken, as its hold has ended. */
export const holdIsOver: PaymentOutcome = {
  kind: 'failed',
  message: 'The hold on the card ended before the order was closed, so this payment is lost.',
};
/** The same, where the provider has not said for long whether it was taken in time. */
export const neverSaid: PaymentOutcome = {
  kind: 'failed',
  message:
    'The hold on the card ended, and the card provider has not said for 30 days whether the money was taken before, so this payment counts as lost.',
};
