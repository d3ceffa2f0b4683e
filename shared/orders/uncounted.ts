import type { Order } from '../api/orders.ts';

type Uncounted = Pick<Order, 'receivedAt' | 'alertedAt' | 'seenAt' | 'stationTimes'> & {
  readonly payment: Pick<Order['payment'], 'feesTaken' | 'ledger'>;
};

/**
 * What no version counts of an order, as a short text: how many times screens have told of it, of which none is ever
 * changed or removed, and the amounts that the card provider has booked.
 */
export function uncountedOf({
  receivedAt,
  alertedAt,
  seenAt,
  stationTimes = [],
  payment,
}: Uncounted): string {
  const times = [receivedAt, alertedAt, seenAt].filter((time) => time !== undefined).length;
  const fees = (payment.feesTaken ?? []).map(({ kind, amount }) => `${kind} ${amount}`);
  const sums = (payment.ledger ?? []).map(({ kind, account, amount }) => `${kind} ${account} ${amount}`);
  return [times + stationTimes.length, ...fees.toSorted(), ...sums.toSorted()].join();
}
