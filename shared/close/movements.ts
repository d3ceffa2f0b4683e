import type { OrderItem } from '../api/orders.ts';
import type { Taxed } from '../api/session-reports.ts';
import { joined, vatIn, type AtRate } from '../base/vat.ts';
import { refundFrom, refundUndone, salesOf, type Parts } from './order-sales.ts';

export type SoldOrder = {
  id: string;
  orderNumber: number;
  items: readonly OrderItem[];
  serviceCharge: number;
  tip: number;
};

/** A transaction of the ledger: what each account gained, in pence. A customer's payment is negative. */
export type LedgerTransaction = {
  id: string;
  kind: string;
  orderId: string;
  sessionId: string;
  at: string;
  /** The session was finished before it. */
  afterFinish: boolean;
  amounts: Readonly<Record<string, number>>;
  /** The report that it is in; null if it is in none yet. */
  report: number | null;
};

/** What a transaction moved; all negative for money that went back. */
export type Movement = {
  transaction: LedgerTransaction;
  order: SoldOrder | undefined;
  money: number;
  sold: Taxed[];
  tip: number;
  smallOrderFee: number;
};

/**
 * What each transaction moved, by rate of VAT. A payment is what its order sold; a refund takes from what the refunds
 * before it left.
 * @returns by report, then by time
 * @param transactions all of each order, also those that earlier reports have
 */
export function movementsOf(
  orders: readonly SoldOrder[],
  transactions: readonly LedgerTransaction[],
): Movement[] {
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  const left = new Map<string, { taken: Parts; now: Parts }>();
  const movements = asTheyFollow(transactions).map((transaction): Movement => {
    const order = orderOf.get(transaction.orderId);
    const money = 0 - (transaction.amounts['customer'] ?? 0);
    const nothing = { transaction, order, money, sold: [], tip: 0, smallOrderFee: 0 };
    if (money === 0) return nothing;
    const before = left.get(transaction.orderId);
    if (!before && money > 0) {
      const taken = partsOf(order, money);
      left.set(transaction.orderId, { taken, now: taken });
      const sold = taken.sales.map((at) => ({ ...at, vat: vatIn(at) }));
      return { ...nothing, sold, tip: taken.tip, smallOrderFee: order?.serviceCharge ?? 0 };
    }
    const { taken, now } = before ?? { taken: none, now: none };
    const moved = change(taken, now, money);
    left.set(transaction.orderId, { taken, now: added(now, moved) });
    return { ...nothing, sold: vatBetween(now.sales, moved.sales), tip: moved.tip };
  });
  return movements.toSorted((one, other) => inOrder(one.transaction, other.transaction));
}

const none: Parts = { sales: [], tip: 0 };
const added = (now: Parts, moved: Parts): Parts => ({
  sales: joined([...now.sales, ...moved.sales]),
  tip: now.tip + moved.tip,
});

/**
 * What is left of what an order took, as the reports have it.
 * @param amounts its refunds, negative, and those that came back, one after the other
 */
export function leftAfter(taken: Parts, amounts: readonly number[]): Parts {
  return amounts.reduce((now, money) => added(now, change(taken, now, money)), taken);
}

type Placed = Pick<LedgerTransaction, 'report'>;
/** What a report has comes before what only a later one has. */
const byReport = ({ report: one }: Placed, { report: other }: Placed): number =>
  one === other ? 0 : (one ?? Infinity) - (other ?? Infinity);

/** By report, then by time. */
function inOrder(one: LedgerTransaction, other: LedgerTransaction): number {
  return byReport(one, other) || (one.at < other.at || (one.at === other.at && one.id < other.id) ? -1 : 1);
}

/**
 * As one follows from the other, whatever the times say, because a server's clock may have been set back meanwhile: in a
 * report payments come first, and a refund comes before its return.
 */
function asTheyFollow(transactions: readonly LedgerTransaction[]): LedgerTransaction[] {
  const atOf = new Map(transactions.map(({ id, at }) => [id, at]));
  const placeOf = ({ id, kind, at }: LedgerTransaction): string => {
    if (kind === 'capture') return `0 ${at} ${id}`;
    const refundedAt =
      kind === 'refund-failed' ? (atOf.get(id.replace('refund-failed:', 'refund:')) ?? '') : '';
    return `1 ${refundedAt < at ? `${at} 0` : `${refundedAt} 1`} ${id}`;
  };
  const placed = transactions.map((transaction) => ({ transaction, place: placeOf(transaction) }));
  return placed
    .toSorted(
      (one, other) => byReport(one.transaction, other.transaction) || (one.place < other.place ? -1 : 1),
    )
    .map(({ transaction }) => transaction);
}

/** What a payment was for. What its order does not explain is at no rate, so that nothing is left out. */
function partsOf(order: SoldOrder | undefined, money: number): Parts {
  const sales = order ? salesOf(order) : [];
  const tip = order?.tip ?? 0;
  const rest = money - tip - sum(sales);
  return { sales: joined([...sales, { rate: null, gross: rest }]), tip };
}

/** The change of what is left of an order, as {@link Parts} to add. */
function change(taken: Parts, now: Parts, money: number): Parts {
  const moved = money < 0 ? refundFrom(now, 0 - money) : refundUndone(taken, now, money);
  const sign = money < 0 ? -1 : 1;
  const sales = moved.sales.map(({ rate, gross }) => ({ rate, gross: sign * gross }));
  // More than was taken: at no rate.
  const rest = money - sum(sales) - sign * moved.tip;
  return { sales: joined([...sales, { rate: null, gross: rest }]), tip: sign * moved.tip };
}

/** The VAT of a change: that of what is left after it, less that of what was left before. */
function vatBetween(before: readonly AtRate[], change: readonly AtRate[]): Taxed[] {
  return change.map(({ rate, gross }) => {
    const was = before.find((one) => one.rate === rate)?.gross ?? 0;
    return { rate, gross, vat: vatIn({ rate, gross: was + gross }) - vatIn({ rate, gross: was }) };
  });
}

const sum = (parts: readonly AtRate[]): number => parts.reduce((total, { gross }) => total + gross, 0);
