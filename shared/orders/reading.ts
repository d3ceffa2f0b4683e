import type { Order, OrderItem } from '../api/orders.ts';
import { assertNever } from '../base/assert-never.ts';
import { pence, sumPence, type Pence } from '../base/money.ts';
import { UNKNOWN } from '../base/unknown.ts';
import type { OrderState } from './machine.ts';
import { allItemsAre, isOnLiveList, statusGroups, type OrderStatus } from '../base/order-statuses.ts';

/** What a screen calls an order. */
export type OrderTitle =
  | 'New'
  | 'Waiting'
  | 'In Progress'
  | 'Complete'
  | 'Closed'
  | 'Cancelled'
  | 'Expired'
  | 'Refund Issued'
  | 'Awaiting payment'
  | 'Payment failed';

/** The parts of an order that show its progress. */
export type Stage = Pick<OrderState, 'status' | 'itemStatus' | 'noteUnread' | 'ageCheck'>;

export function orderTitle(order: Stage): OrderTitle {
  switch (order.status) {
    case 'deliver_pending':
      return 'New';
    case 'deliver_waiting':
      return 'Waiting';
    case 'deliver_working':
      return 'In Progress';
    case 'deliver_enroute':
      return allItemsAre(order, 'complete') ? 'Complete' : 'In Progress';
    case 'payment_capture':
      return 'Complete';
    case 'deliver_success':
    case 'complete':
      return 'Closed';
    case 'deliver_aborted':
    case 'deliver_decline':
      return 'Cancelled';
    case 'deliver_expired':
      return 'Expired';
    case 'refunded':
      return 'Refund Issued';
    case 'payment_pending':
    case 'payment_created':
    case 'payment_working':
      return 'Awaiting payment';
    case 'payment_failure':
    case 'payment_aborted':
      return 'Payment failed';
    default:
      return assertNever(order.status);
  }
}

/** The board's columns; `null` is not on the board (closed, or never an order for the kitchen). */
export type BoardColumn = 'new' | 'in-progress' | 'ready-to-close';

export function boardColumn(order: Stage): BoardColumn | null {
  if (order.status === 'deliver_pending') return 'new';
  if (order.status === 'payment_capture') return 'ready-to-close';
  if (!statusGroups.inProgress.has(order.status)) return null;
  return allItemsAre(order, 'complete') ? 'ready-to-close' : 'in-progress';
}

const priorities: Partial<Record<OrderStatus, number>> = {
  deliver_pending: 7,
  deliver_enroute: 6,
  deliver_working: 5,
  deliver_waiting: 4,
  deliver_success: 3,
  complete: 2,
};

/** Whether the live list shows an order. A test leaves it as soon as it has ended. */
export function isLive({ status, isTest }: Pick<Order, 'status' | 'isTest'>): boolean {
  return isTest ? statusGroups.open.has(status) : isOnLiveList(status);
}

/** Sort priority, highest first. */
function priorityOf(status: OrderStatus): number {
  return priorities[status] ?? 0;
}

type Dated = Readonly<Pick<Order, 'createdAt' | 'cameAt'>>;
type Listed = Dated & { readonly status: OrderStatus; readonly orderNumber: number };

/**
 * Since when an order waits: when it came to the outlet. Its customer may have placed it minutes before, if their bank
 * asked first. Empty if no server has said so.
 */
export function cameAt({ cameAt: came, createdAt }: Dated): string {
  return came ?? createdAt;
}

/** Sorts the live list: by priority, then oldest first. What came at an unknown time is last. */
export function compareLive(a: Listed, b: Listed): number {
  return (
    priorityOf(b.status) - priorityOf(a.status) ||
    compareTimes(cameAt(a) || '~', cameAt(b) || '~') ||
    a.orderNumber - b.orderNumber
  );
}

/**
 * A list that {@link compareLive} has sorted, newest first within each priority. It is turned and not sorted again, since
 * a board asks for it at each change.
 */
export function newestFirst<T extends Listed>(sorted: readonly T[]): T[] {
  const turned: T[] = [];
  let from = 0;
  for (let to = 1; to <= sorted.length; to += 1) {
    const next = sorted[to];
    if (next && isTurnedWith(sorted[from]!, next)) continue;
    for (let at = to - 1; at >= from; at -= 1) turned.push(sorted[at]!);
    from = to;
  }
  return turned;
}

/** What came at an unknown time stays last in its priority. */
const isTurnedWith = (one: Listed, other: Listed): boolean =>
  priorityOf(one.status) === priorityOf(other.status) && (cameAt(one) === '') === (cameAt(other) === '');

/** Sorts the history by when orders were placed: newest first. */
export function compareHistory(a: Listed, b: Listed): number {
  return compareTimes(b.createdAt, a.createdAt) || b.orderNumber - a.orderNumber;
}

/** Times are ISO 8601, so text order is time order. */
function compareTimes(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The percentage of lines delivered, 0–100 whole; an order without lines is at 0. */
export function progressPercent(order: Pick<OrderState, 'itemStatus'>): number {
  if (order.itemStatus.length === 0) return 0;
  const done = order.itemStatus.filter((item) => item.status === 'complete').length;
  return Math.floor((done * 100) / order.itemStatus.length);
}

type Timed = Dated & {
  readonly completedAt: string | null;
  readonly endedAt: string | null;
};

/**
 * How long ago an order came, in ms; it stops when the order is closed, cancelled or expired. Never negative;
 * NaN if its start is unknown.
 */
export function elapsedMs(order: Timed, nowMs: number): number {
  const end = order.completedAt ?? order.endedAt;
  return Math.max(0, (end === null ? nowMs : Date.parse(end)) - Date.parse(cameAt(order)));
}

/** `M:ss`, minutes running on past an hour: 75:03; a dash if unknown. */
export function formatElapsed(ms: number): string {
  if (Number.isNaN(ms)) return UNKNOWN;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Pence for the whole line, options included. */
export function lineTotal({
  quantity,
  cost,
  modifications,
}: Pick<OrderItem, 'quantity' | 'cost' | 'modifications'>): Pence {
  return pence(quantity * sumPence([cost, ...modifications.map((modification) => modification.cost)]));
}

/**
 * Whether a closed order's money was not taken because its capture failed. A `deliver_success` of another server says
 * nothing of that: there it is a final status.
 */
export function isNotTaken({ status, payment }: Pick<Order, 'status' | 'payment'>): boolean {
  return status === 'deliver_success' && payment.captureError !== null;
}
