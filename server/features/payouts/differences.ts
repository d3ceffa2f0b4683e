import type { DifferenceCause } from '#shared/api/payouts.ts';
import { usualCardFee } from '#shared/base/fees.ts';
import type { BalanceLine } from '../../payments/card-books.ts';

/** Where the bank booked other than was expected. `amount` is what the seller has more by it; mostly negative. */
export type Difference = {
  id: string;
  cause: DifferenceCause;
  orderId: string | null;
  amount: number;
  at: Date;
};

/** The ledger's transaction that holds an order's line; null for lines that the ledger takes over as they are. */
export function transactionOf({ kind, orderId, refundId, source }: BalanceLine): string | null {
  if (orderId === null) return null;
  switch (kind) {
    case 'payment':
      return `capture:${orderId}`;
    case 'refund':
      return `refund:${refundId ?? source}`;
    case 'refund-failed':
      return `refund-failed:${refundId ?? source}`;
    default:
      return null;
  }
}

/**
 * What nobody could expect of a line; null for one that is as usual.
 * @param line its `orderId` is that of an order that was found
 * @param wasBooked the ledger held it before it was read at the bank
 */
export function differenceOf(line: BalanceLine, wasBooked: boolean): Difference | null {
  const { id, orderId, net, at } = line;
  const because = (cause: DifferenceCause, amount = net) => ({ id, cause, orderId, amount, at });
  switch (line.kind) {
    case 'payment': {
      if (orderId === null) return because('other');
      if (!wasBooked) return because('lost-event');
      const more = line.cardFee - usualCardFee(line.amount);
      if (more === 0) return null;
      const isForeign = line.cardCountry !== null && line.cardCountry !== 'GB';
      return because(isForeign ? 'foreign-card' : 'fee-change', 0 - more);
    }
    case 'refund':
      if (orderId === null) return because('other');
      if (line.refundId === null) return because('refund-elsewhere');
      return wasBooked ? null : because('lost-event');
    case 'refund-failed':
      return because(orderId === null ? 'other' : 'refund-failed');
    case 'dispute':
    case 'dispute-returned':
      return because('dispute');
    case 'payout':
    case 'payout-returned':
      return null;
    case 'other':
      return because('other');
    default:
      return line.kind satisfies never;
  }
}
