import type { Pause } from '../api/ordering.ts';
import type { LaterLine, SessionReport } from '../api/session-reports.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import { localDay } from '../base/local-time.ts';
import { statusGroups, type OrderStatus } from '../base/order-statuses.ts';
import { vatRule } from '../base/vat.ts';
import { figuresOf } from './figures.ts';
import { movementsOf, type LedgerTransaction, type Movement, type SoldOrder } from './movements.ts';

export type ReportOrder = SoldOrder & {
  sessionId: string;
  status: OrderStatus;
  amount: number;
  seen: boolean;
  accepted: boolean;
  /** The money of a closed order is still asked for. */
  due: boolean;
  cancelledFrom: OrderStatus | null;
  cancelReason: string | null;
};

export type ReportFacts = {
  outlet: { id: string; name: string; timeZone: string; vatNumber: string };
  session: { id: string; startedAt: string; finishedAt: string };
  afterwards: boolean;
  number: number;
  previous: string;
  issuedAt: string;
  /** All of the session, and those of the transactions. */
  orders: readonly ReportOrder[];
  /** Those of this report, and all that earlier reports have of the same orders. */
  transactions: readonly LedgerTransaction[];
  pauses: readonly Pick<Pause, 'from' | 'to' | 'by' | 'reason'>[];
};

/**
 * The report of a session, from the ledger and its orders.
 * @param sha256 the hash of a text, in hexadecimal
 */
export function makeReport(facts: ReportFacts, sha256: (text: string) => string): SessionReport {
  const { outlet, session } = facts;
  const isNew = ({ report }: LedgerTransaction) => report === null;
  const moved = movedFigures(facts, { sessionId: session.id, timeZone: outlet.timeZone, isReported: isNew });
  const own = facts.orders.filter(({ sessionId }) => sessionId === session.id);
  const amountOf = (state: 'at-risk' | 'lost') =>
    own.reduce((sum, order) => sum + (missingOf(order) === state ? order.amount : 0), 0);
  return {
    format: 1,
    outletId: outlet.id,
    outletName: outlet.name,
    vatNumber: outlet.vatNumber,
    timeZone: outlet.timeZone,
    number: facts.number,
    sessionId: session.id,
    startedAt: session.startedAt,
    finishedAt: session.finishedAt,
    issuedAt: facts.issuedAt,
    afterwards: facts.afterwards,
    vatRule,
    ...moved,
    atRisk: amountOf('at-risk'),
    lost: amountOf('lost'),
    notServed: notServed(own),
    pauses: facts.pauses.map(({ from, to, by, reason }) => ({ from, to, by, reason })),
    ledger: ledgerPart(facts.transactions.filter(isNew), sha256),
    previous: facts.previous,
  };
}

type Reporting = {
  /** The session that is reported; what moved of others, or after its finish, is a later line. */
  sessionId: string;
  timeZone: string;
  isReported(transaction: LedgerTransaction): boolean;
};

/**
 * What a report says of the money that moved, by rate of VAT; computed again from the same orders and transactions, it
 * must be the same.
 */
export function movedFigures(
  { orders, transactions }: { orders: readonly SoldOrder[]; transactions: readonly LedgerTransaction[] },
  { sessionId, timeZone, isReported }: Reporting,
): Pick<SessionReport, 'payments' | 'session' | 'later' | 'total'> {
  const movements = movementsOf(orders, transactions).filter(({ transaction }) => isReported(transaction));
  const isOwn = ({ transaction }: Movement) =>
    transaction.sessionId === sessionId && !transaction.afterFinish;
  const confirmed = new Set(
    movements.flatMap(({ transaction }) => (transaction.kind === 'fees' ? [transaction.orderId] : [])),
  );
  const total = figuresOf(movements, confirmed);
  return {
    payments: [{ way: 'card', taken: total.taken, refunded: total.refunded }],
    session: figuresOf(movements.filter(isOwn), confirmed),
    later: laterLines(
      movements.filter((one) => !isOwn(one)),
      timeZone,
      confirmed,
    ),
    total,
  };
}

/** What a report says of its transactions; computed again from the ledger, it must be the same. */
export function ledgerPart(
  transactions: readonly Omit<LedgerTransaction, 'report'>[],
  sha256: (text: string) => string,
): SessionReport['ledger'] {
  const accounts: Record<string, number> = {};
  const lines = transactions.map(({ id, kind, orderId, sessionId, at, afterFinish, amounts }) => {
    for (const [name, amount] of Object.entries(amounts)) accounts[name] = (accounts[name] ?? 0) + amount;
    return canonicalJson({ id, kind, orderId, sessionId, at, afterFinish, amounts });
  });
  return { transactions: lines.length, accounts, hash: sha256(lines.toSorted().join('\n')) };
}

/** Each movement of a customer's money, and the rest of each day by kind. */
function laterLines(
  movements: readonly Movement[],
  zone: string,
  confirmed: ReadonlySet<string>,
): LaterLine[] {
  const groups = new Map<string, Movement[]>();
  for (const one of movements) {
    const { id, kind, at } = one.transaction;
    const key = one.money === 0 ? `${localDay(at, zone)} ${kind}` : id;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()]
    .map((group): LaterLine => {
      const { kind, at } = (group[0] as Movement).transaction;
      const orderNumber = group.length === 1 ? (group[0]?.order?.orderNumber ?? null) : null;
      return { at, kind, count: group.length, orderNumber, figures: figuresOf(group, confirmed) };
    })
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** Where the money of an accepted order is, if it was not taken. */
function missingOf({ status, due, accepted }: ReportOrder): 'at-risk' | 'lost' | null {
  if (status === 'deliver_success') return due ? 'at-risk' : 'lost';
  if (statusGroups.expired.has(status)) return accepted ? 'lost' : null;
  return status === 'payment_capture' || statusGroups.inProgress.has(status) ? 'at-risk' : null;
}

/** The orders that were not served, by what became of them and why. */
function notServed(orders: readonly ReportOrder[]): SessionReport['notServed'] {
  const groups = new Map<string, SessionReport['notServed'][number]>();
  for (const order of orders) {
    const ended = endOf(order);
    if (!ended) continue;
    const key = `${ended.what} ${ended.why}`;
    const so = groups.get(key) ?? { ...ended, count: 0, amount: 0 };
    groups.set(key, { ...so, count: so.count + 1, amount: so.amount + order.amount });
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

function endOf({
  status,
  seen,
  accepted,
  cancelledFrom,
  cancelReason,
}: ReportOrder): Pick<SessionReport['notServed'][number], 'what' | 'why'> | null {
  if (statusGroups.expired.has(status)) {
    // An accepted order expires with the card's hold alone.
    if (accepted) return { what: 'expired', why: 'Accepted, and not closed before the card’s hold ended' };
    return { what: 'expired', why: seen ? 'Nobody answered in time' : 'Nobody had seen it' };
  }
  if (statusGroups.cancelled.has(status) || status === 'deliver_decline') {
    const refused = cancelledFrom === 'deliver_pending' || status === 'deliver_decline';
    return { what: refused ? 'refused' : 'cancelled', why: cancelReason || 'No reason given' };
  }
  if (status === 'payment_failure' || status === 'payment_aborted')
    return { what: 'not-paid', why: 'The card was not charged' };
  return null;
}
