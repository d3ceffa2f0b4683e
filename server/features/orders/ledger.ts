import type { Insertable, Selectable } from 'kysely';
import type { LedgerEntriesTable, RefundsTable } from '../../database/schema.ts';
import type { OrderRow } from './order-row.ts';

/**
 * Money that moved, in pence. The entries of one transaction add up to zero and are never changed. What a customer
 * paid is negative on the customer's account.
 */
export type LedgerEntry = Insertable<LedgerEntriesTable>;
type Amounts = Partial<Record<LedgerEntry['account'], number>>;

/** The money of a closed order was taken; the service charge goes to the platform with its fee. */
export function captureEntries(row: OrderRow, now: Date): LedgerEntry[] {
  const { amount, service_charge, platform_fee, card_fee } = row;
  return entries(`capture:${row.id}`, row, now, {
    customer: 0 - amount,
    seller: amount - service_charge - platform_fee - card_fee,
    platform: service_charge + platform_fee,
    'card-provider': card_fee,
  });
}

/** Money went back to the customer; the business bears the fees. */
export function refundEntries(row: OrderRow, refund: Selectable<RefundsTable>, now: Date): LedgerEntry[] {
  return entries(`refund:${refund.id}`, row, now, { customer: refund.amount, seller: 0 - refund.amount });
}

function entries(transactionId: string, row: OrderRow, now: Date, amounts: Amounts): LedgerEntry[] {
  return (Object.entries(amounts) as [LedgerEntry['account'], number][])
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({
      transaction_id: transactionId,
      account,
      order_id: row.id,
      outlet_id: row.outlet_id,
      amount,
      created_at: now,
    }));
}
