import { sql, type Selectable } from 'kysely';
import type { LedgerSum, Order, Refund, RefundThatCameBack } from '#shared/api/orders.ts';
import type { Fee } from '#shared/base/fees.ts';
import type { Pence } from '#shared/base/money.ts';
import { canTake, type OrderState } from '#shared/orders/machine.ts';
import { statusGroups, type OrderStatus } from '#shared/base/order-statuses.ts';
import { countLines } from '#shared/orders/refunded-lines.ts';
import type { OrdersTable, RefundsTable } from '../../database/schema.ts';
import { stationTimesOf } from '../../database/station-times.ts';

export type OrderRow = Selectable<OrdersTable>;

/** An order that waits to be paid for, or was given up before anything was heard of its hold. */
export const awaitsHold = sql<boolean>`(status = 'payment_working' or (status = 'payment_aborted' and payment_reference is null))`;

/** Whether the ledger may have something of an order. */
export const isPaid = (status: OrderStatus) => status === 'complete' || status === 'refunded';

/** The part of an order that the state machine reads. */
export function stateOf(row: OrderRow): OrderState {
  const { status, item_status: itemStatus, amount, refunded } = row;
  return { status, itemStatus, amount, refunded, ...noteStateOf(row), ...ageCheckOf(row) };
}

function ageCheckOf({ items, age_check: said }: OrderRow): Pick<Order, 'ageCheck'> {
  const lines = items.filter(({ ageRestricted }) => ageRestricted).map(({ id }) => id);
  return lines.length > 0 ? { ageCheck: { lines, ...(said ?? notSaid) } } : {};
}

const notSaid = { outcome: null, at: null, screenName: null };

/** The note of a test order is the server's own, which nobody needs to read. */
function noteStateOf({ note, note_read: read, is_test: isTest }: OrderRow): { noteUnread?: true } {
  return note !== null && read === null && !isTest ? { noteUnread: true } : {};
}

/**
 * An order as the API shows it; `refunds` are the order's own that are made or on their way, oldest first, `ledger` what
 * the ledger has of it, and `cameBack` the refunds that were made and came back.
 */
export function orderOf(
  row: OrderRow,
  refunds: readonly Selectable<RefundsTable>[] = [],
  ledger: readonly LedgerSum[] = [],
  cameBack: readonly (Selectable<RefundsTable> & { came_back_at: Date })[] = [],
): Order {
  return {
    id: row.id,
    outletId: row.outlet_id,
    orderNumber: row.order_number,
    ...(row.is_test && { isTest: true as const }),
    status: row.status,
    version: row.version,
    tableNumber: row.table_number,
    customerName: row.customer_name,
    note: row.note,
    ...(statusGroups.open.has(row.status) && noteStateOf(row)),
    ...(row.note_read && { noteRead: row.note_read }),
    items: row.items,
    ...ageCheckOf(row),
    itemStatus: row.item_status,
    amount: row.amount,
    serviceCharge: row.service_charge,
    tip: row.tip,
    fees: feesOf(row.platform_fee, row.card_fee),
    refunded: row.refunded,
    payment: {
      refunds: refunds.filter(({ status }) => status === 'done').map(refundOf),
      ...(cameBack.length > 0 && { cameBack: cameBack.map(refundBackOf) }),
      captureError: row.capture_error,
      ...(row.card && { card: row.card }),
      ...(row.refund_reserved > 0 && { refundPending: row.refund_reserved, ...problemOf(refunds) }),
      ...(canTake(row, 'refund') && { refundedLines: countLines(refunds) }),
      ...feesTakenOf(row),
      ...(ledger.length > 0 && { ledger: ledger.toSorted(byKindAndAccount) }),
      ...(isLost(row) && { lost: true as const }),
    },
    createdAt: row.created_at.toISOString(),
    ...(row.paid_at && { cameAt: row.paid_at.toISOString() }),
    acceptedAt: isoOrNull(row.accepted_at),
    ...(row.ready_at && { readyAt: row.ready_at.toISOString() }),
    ...(row.promises && { promises: row.promises }),
    ...(row.received_at && { receivedAt: row.received_at.toISOString() }),
    ...(row.alerted_at && { alertedAt: row.alerted_at.toISOString() }),
    ...(row.seen_at && { seenAt: row.seen_at.toISOString() }),
    ...(row.station_times && { stationTimes: stationTimesOf(row.station_times) }),
    expiresAt: row.status === 'deliver_pending' ? isoOrNull(row.expires_at) : null,
    completedAt: isoOrNull(row.completed_at),
    endedAt: isoOrNull(row.ended_at),
    ...(row.actions && { actions: row.actions }),
    cancellation: row.cancelled_from
      ? {
          reason: row.cancel_reason,
          ...(row.cancel_message !== null && { forCustomer: row.cancel_message }),
          stage: row.cancelled_from,
        }
      : null,
  };
}

/** Why those that are on their way cannot be confirmed. */
function problemOf(refunds: readonly Selectable<RefundsTable>[]): Pick<Order['payment'], 'refundProblem'> {
  const { failure } = refunds.find((one) => one.status === 'pending' && one.failure !== null) ?? {};
  return failure ? { refundProblem: failure } : {};
}

/** The same order for what is stored and what is still to be written. */
function byKindAndAccount(one: LedgerSum, other: LedgerSum): number {
  const [a, b] = [one, other].map(({ kind, account }) => `${kind} ${account}`) as [string, string];
  return a < b ? -1 : 1;
}

export function feesTakenOf({
  platform_fee_taken: platform,
  card_fee_taken: card,
}: Pick<OrderRow, 'platform_fee_taken' | 'card_fee_taken'>) {
  return platform === null || card === null ? {} : { feesTaken: feesOf(platform, card) };
}

function feesOf(platform: Pence, card: Pence): Fee[] {
  return [
    { kind: 'platform', amount: platform },
    { kind: 'card', amount: card },
  ];
}

/** Whether the hold of an accepted order ended before its money was taken; the provider is not asked any more. */
function isLost({ status, payment_due_at: due, accepted_at: acceptedAt }: OrderRow): boolean {
  return (
    (status === 'deliver_success' && due === null) ||
    (statusGroups.expired.has(status) && acceptedAt !== null)
  );
}

export function refundOf(row: Selectable<RefundsTable>): Refund {
  const { id, amount, created_at: createdAt, settled_at: settledAt, reason, lines } = row;
  return {
    id,
    amount,
    createdAt: createdAt.toISOString(),
    ...(settledAt && { settledAt: settledAt.toISOString() }),
    reason,
    ...(lines && { lines }),
  };
}

export function refundBackOf(row: Selectable<RefundsTable> & { came_back_at: Date }): RefundThatCameBack {
  return { ...refundOf(row), cameBackAt: row.came_back_at.toISOString() };
}

function isoOrNull(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
