import type { LedgerEntriesTable, LedgerTransactionsTable } from '../../database/schema.ts';
import type { BalanceLine } from '../../payments/card-books.ts';

type Amounts = Partial<Record<LedgerEntriesTable['account'], number>>;

/** What the ledger says of a line. The amounts add up to zero. */
export type LineBooking = {
  id: string;
  kind: LedgerTransactionsTable['kind'];
  amounts: Amounts;
  /** If the line is of an order, the steps of that order book it instead. */
  unlessOfOrder: boolean;
};

export function lineBooking(line: BalanceLine): LineBooking {
  switch (line.kind) {
    case 'dispute':
    case 'dispute-returned':
      return booking(line, line.kind, 'dispute');
    case 'payout':
    case 'payout-returned':
      return booking(line, line.kind, 'payout-in-transit');
    case 'payment':
    case 'refund':
    case 'refund-failed':
      return { ...booking(line, 'other', 'other'), unlessOfOrder: true };
    case 'other':
      return booking(line, 'other', 'other');
    default:
      return line.kind satisfies never;
  }
}

/** A payout has arrived at the seller's bank, or one that had arrived went back. */
export function arrivalAmounts(amount: number): { paid: Amounts; bounced: Amounts } {
  return {
    paid: { 'payout-in-transit': 0 - amount, bank: amount },
    bounced: { bank: 0 - amount, 'payout-in-transit': amount },
  };
}

function booking(
  { id, amount, net, platformFee, cardFee }: BalanceLine,
  kind: LedgerTransactionsTable['kind'],
  other: LedgerEntriesTable['account'],
): LineBooking {
  const all = { seller: net, [other]: 0 - amount, platform: platformFee, 'card-provider': cardFee };
  const amounts = Object.fromEntries(Object.entries(all).filter(([, part]) => part !== 0));
  return { id: `${kind}:${id}`, kind, amounts, unlessOfOrder: false };
}
