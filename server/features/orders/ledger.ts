import type { Selectable } from 'kysely';
import type { LedgerEntriesTable, LedgerTransactionsTable, RefundsTable } from '../../database/schema.ts';
import type { TakenFees } from '../../payments/payment-provider.ts';
import type { OrderRow } from './order-row.ts';

/**
 * Money of an order that moved, in pence by account. The amounts add up to zero and are never changed. What a customer
 * paid is negative on the customer's account.
 */
export type Booking = Pick<LedgerTransactionsTable, 'id' | 'kind' | 'at'> & { amounts: Amounts };
type Amounts = Partial<Record<LedgerEntriesTable['account'], number>>;
type Captured = Pick<OrderRow, 'id' | 'amount' | 'service_charge' | 'platform_fee' | 'card_fee'>;
type RefundRow = Selectable<RefundsTable>;

/**
 * The money of a closed order was taken. The service charge goes to the card provider: it pays the fixed part of its
 * fee, and the platform asks for no more than its own fee. Null for a test order, which has no money.
 */
export function captureBooking(row: Captured, at: Date): Booking | null {
  const { amount, service_charge, platform_fee, card_fee } = row;
  const amounts = withoutZeros({
    customer: 0 - amount,
    seller: amount - service_charge - platform_fee - card_fee,
    platform: platform_fee,
    'card-provider': service_charge + card_fee,
  });
  return amount === 0 ? null : { id: `capture:${row.id}`, kind: 'capture', at, amounts };
}

/** Money went back to the customer; the business bears the fees. */
export function refundBooking({ id, amount }: Pick<RefundRow, 'id' | 'amount'>, at: Date): Booking {
  return { id: `refund:${id}`, kind: 'refund', at, amounts: { customer: amount, seller: 0 - amount } };
}

/** A refund that was made came back: the customer's bank did not take it. */
export function failedRefundBooking({ id, amount }: Selectable<RefundsTable>, at: Date): Booking {
  const amounts = { customer: 0 - amount, seller: amount };
  return { id: `refund-failed:${id}`, kind: 'refund-failed', at, amounts };
}

/** What the card provider took, where it differs from what was booked with the capture; no amounts if it is the same. */
export function feesBooking(row: OrderRow, taken: TakenFees, at: Date): Booking {
  const platform = taken.platform - row.platform_fee;
  const card = taken.card - row.service_charge - row.card_fee;
  const amounts = withoutZeros({ seller: 0 - platform - card, platform, 'card-provider': card });
  return { id: `fees:${row.id}`, kind: 'fees', at, amounts };
}

function withoutZeros(amounts: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0));
}
