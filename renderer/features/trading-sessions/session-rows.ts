import type { Order, Refund } from '#shared/api/orders.ts';
import type { KnownSession } from '#shared/api/outlets.ts';
import { hourStart } from '#shared/base/local-time.ts';
import { sumPence } from '#shared/base/money.ts';
import { moneyStateOf } from '#shared/orders/money-state.ts';
import { compareHistory } from '#shared/orders/reading.ts';
import { isCounted } from '#shared/base/order-statuses.ts';
import type { ReportedOrder } from '#shared/print/till-documents.ts';
import type { SinceFinish } from './adjustment-lines.ts';

/** An order's part in its session's figures, in pence. */
export type SessionRow = ReportedOrder & {
  /** Whether Total Orders counts it. */
  counted: boolean;
  /** Its part of Total Earnings: what was taken by the finish, less the refunds until then. */
  earnings: number;
};

type Period = SinceFinish & { period: KnownSession; orders: readonly Order[] };

/** The session's orders, newest first, with their earnings, which add up to the session's. */
export function sessionRows({ period, orders, adjustments, takenLater, cameBack }: Period): SessionRow[] {
  const refundedLater = adjustments && new Set(adjustments.map(({ id }) => id));
  const cameLater = new Set(takenLater.map(({ orderId }) => orderId));
  // Only where a server tells no adjustments the refund's own time decides: it may have been booked by the finish.
  const isLater = ({ id, createdAt }: Refund) =>
    refundedLater ? refundedLater.has(id) : period.finishedAt !== null && createdAt > period.finishedAt;
  return orders.toSorted(compareHistory).map((order) => {
    const state = moneyStateOf(order);
    const later = cameLater.has(order.id);
    const taken = state === 'taken' && !later ? order.amount : 0;
    const back = cameBack.filter(({ orderId }) => orderId === order.id);
    const backOfLater = sum(back.filter(({ madeAfterFinish }) => madeAfterFinish));
    const stillLater = sum(order.payment.refunds.filter(isLater));
    const refunds = sum(order.payment.refunds) - stillLater + sum(back) - backOfLater;
    return {
      order,
      counted: isCounted(order.status),
      taken,
      takenLater: state === 'taken' && later ? order.amount : 0,
      atRisk: state === 'at-risk' ? order.amount : 0,
      lost: state === 'lost' ? order.amount : 0,
      refunds,
      laterRefunds: stillLater + backOfLater,
      cameBack: sum(back),
      earnings: taken - refunds,
    };
  });
}

export type Hour = { startsAt: Date; takings: number };

/** The takings of each hour of the outlet's clocks, from the first to the last with an order of known time. */
export function takingsByHour(rows: readonly SessionRow[], zone?: string): Hour[] {
  const takings = new Map<number, number>();
  for (const { order, counted, earnings } of rows) {
    const hour = hourStart(order.createdAt, zone);
    if (counted && !Number.isNaN(hour)) takings.set(hour, (takings.get(hour) ?? 0) + earnings);
  }
  const last = Math.max(...takings.keys());
  const starts = new Set(takings.keys());
  for (let at = Math.min(...takings.keys()); at <= last; at += HOUR_MS) starts.add(hourStart(at, zone));
  return [...starts]
    .toSorted((one, other) => one - other)
    .map((at) => ({ startsAt: new Date(at), takings: takings.get(at) ?? 0 }));
}

const HOUR_MS = 3_600_000;

const sum = (refunds: readonly Refund[]) => sumPence(refunds.map(({ amount }) => amount));
