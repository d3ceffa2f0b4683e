import type { Order, Refund } from '#shared/api/orders.ts';
import type { Adjustment, KnownSession } from '#shared/api/outlets.ts';
import { sumPence } from '#shared/base/money.ts';
import { compareHistory, isNotTaken } from '#shared/orders/reading.ts';
import { isCounted, statusGroups } from '#shared/base/order-statuses.ts';

/** An order's part in its session's figures (D20); all in pence. */
export type SessionRow = {
  order: Order;
  /** Whether it is one of Total Orders. */
  counted: boolean;
  /** What it came to, once settled: nothing where it was cancelled, expired or is still open. */
  taken: number;
  /** What of that no capture has brought. */
  notTaken: number;
  /** Given back before the session was finished. */
  refunds: number;
  /** Given back since: an adjustment, which leaves the session's figures alone. */
  laterRefunds: number;
  /** Its part of Total Earnings. */
  earnings: number;
};

type Period = { period: KnownSession; orders: readonly Order[]; adjustments: readonly Adjustment[] };

/** The session's orders, newest first, each with what it brought; their earnings add up to the session's. */
export function sessionRows({ period, orders, adjustments }: Period): SessionRow[] {
  const later = new Set(adjustments.map(({ id }) => id));
  // Another server may not tell its adjustments; the refund's own time does (D2).
  const isLater = ({ id, createdAt }: { id: string; createdAt: string }) =>
    later.has(id) || (period.finishedAt !== null && createdAt > period.finishedAt);
  return orders.toSorted(compareHistory).map((order) => {
    const taken = statusGroups.settled.has(order.status) ? order.amount : 0;
    const laterRefunds = sum(order.payment.refunds.filter(isLater));
    const refunds = sum(order.payment.refunds) - laterRefunds;
    const counted = isCounted(order.status);
    const notTaken = isNotTaken(order) ? taken : 0;
    return { order, counted, taken, notTaken, refunds, laterRefunds, earnings: taken - refunds };
  });
}

export type Hour = { startsAt: Date; takings: number };

/** What the orders of each hour that is known brought, from the first to the last with one, in this place's own hours. */
export function takingsByHour(rows: readonly SessionRow[]): Hour[] {
  const takings = new Map<number, number>();
  for (const { order, counted, earnings } of rows) {
    const hour = hourOf(order.createdAt);
    if (counted && !Number.isNaN(hour)) takings.set(hour, (takings.get(hour) ?? 0) + earnings);
  }
  const hours: Hour[] = [];
  for (let at = Math.min(...takings.keys()); at <= Math.max(...takings.keys()); at += 3_600_000)
    hours.push({ startsAt: new Date(at), takings: takings.get(at) ?? 0 });
  return hours;
}

/** Its beginning, in ms; NaN where the time is not known. Not by setting the minutes: when clocks go back, that names the first of two hours alike. */
function hourOf(time: string): number {
  const at = new Date(time);
  return at.getTime() - ((at.getMinutes() * 60 + at.getSeconds()) * 1000 + at.getMilliseconds());
}

const sum = (refunds: readonly Refund[]) => sumPence(refunds.map(({ amount }) => amount));
