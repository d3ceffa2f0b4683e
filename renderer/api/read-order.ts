import { idOf, LONGEST_ID, record, text, textOrNull } from '#shared/base/loose-json.ts';
import type {
  LedgerSum,
  LineCount,
  Order,
  OrderAction,
  OrderItem,
  Refund,
  RefundedLine,
  RefundThatCameBack,
} from '#shared/api/orders.ts';
import type { PaidCard } from '#shared/api/paid-card.ts';
import type { Adjustment, CameBackLater, TakenLater } from '#shared/api/outlets.ts';
import type { LineStage } from '#shared/api/ready-times.ts';
import { ageOutcomes } from '#shared/base/age-outcomes.ts';
import { sumPence } from '#shared/base/money.ts';
import { orderActions } from '#shared/base/order-actions.ts';
import { itemStatuses, readOrderStatus } from '#shared/base/order-statuses.ts';
import { lineTotal } from '#shared/orders/reading.ts';
import {
  amount,
  amountIfSaid,
  given,
  list,
  readsWithId,
  timeIfSaid,
  timeOrNull,
  whole,
  wholeIfSaid,
  wholeOrNull,
} from './loose-values.ts';
import { readReadyTime } from './read-ready-times.ts';
import { readOrderTimes } from './read-order-times.ts';
import { readLabelling, readStated, readVatRate } from './read-labelling.ts';

/**
 * An order. An amount that the server leaves out is the sum of its parts. `version` is 0 if the server has none; such an
 * order always counts as the newest. Throws on a missing or overlong id, an unknown status, or an unreadable number.
 */
export function readOrder(value: unknown): Order {
  const json = record(value);
  const payment = record(json['payment']);
  const items = list(json['items']).map(readOrderItem);
  const refunds = list(payment['refunds']).map(readRefund);
  const serviceCharge = amount(json['serviceCharge']);
  const tip = amountIfSaid(json['tip']);
  const status = readOrderStatus(json['status']);
  const id = idOf(json);
  if (id === '' || id.length > LONGEST_ID || status === null) throw new TypeError('Not an order');
  const cancellation = record(json['cancellation']);
  return {
    id,
    outletId: text(json['outletId']),
    orderNumber: wholeIfSaid(json['orderNumber']),
    ...(json['isTest'] === true && { isTest: true as const }),
    status,
    version: whole(json['version']),
    tableNumber: textOrNull(json['tableNumber']),
    customerName: text(json['customerName']),
    note: textOrNull(json['note']),
    ...readNoteState(json),
    items,
    ...readAgeCheck(json['ageCheck']),
    itemStatus: readItemStatus(json['itemStatus'], items),
    amount:
      (json['amount'] ?? null) === null
        ? sumPence([...items.map(lineTotal), serviceCharge, tip])
        : amountIfSaid(json['amount']),
    serviceCharge,
    tip,
    fees: readFees(json['fees']),
    refunded: sumPence(refunds.map((refund) => refund.amount)),
    payment: readPayment(payment, refunds),
    createdAt: timeIfSaid(json['createdAt']),
    acceptedAt: timeOrNull(json['acceptedAt']),
    ...readOrderTimes(json),
    ...readReadyTime(json),
    expiresAt: timeOrNull(json['expiresAt']),
    completedAt: timeOrNull(json['completedAt']),
    endedAt: timeOrNull(json['endedAt']) ?? timeOrNull(json['completedAt']),
    cancellation: json['cancellation']
      ? {
          reason: textOrNull(cancellation['reason']),
          ...given(cancellation, 'forCustomer'),
          stage: readOrderStatus(cancellation['stage']) ?? 'deliver_pending',
        }
      : null,
    ...(Array.isArray(json['actions']) && { actions: json['actions'].flatMap(readAction) }),
  };
}

/** What was paid, given back and taken, as far as the server tells it. */
function readPayment(payment: Record<string, unknown>, refunds: Refund[]): Order['payment'] {
  return {
    refunds,
    ...(Array.isArray(payment['cameBack']) && { cameBack: payment['cameBack'].map(readRefundBack) }),
    captureError: textOrNull(payment['captureError']),
    ...readCard(payment['card']),
    ...((payment['refundPending'] ?? null) !== null && { refundPending: amount(payment['refundPending']) }),
    ...(text(payment['refundProblem']) !== '' && { refundProblem: text(payment['refundProblem']) }),
    ...(Array.isArray(payment['refundedLines']) && {
      refundedLines: payment['refundedLines'].map(readLineCount),
    }),
    ...(Array.isArray(payment['feesTaken']) && { feesTaken: readFees(payment['feesTaken']) }),
    ...readLedger(payment['ledger']),
    ...(payment['lost'] === true && { lost: true as const }),
  };
}

/** The card that it was paid with; none where a server tells more or less of its number than the last four digits. */
export function readCard(value: unknown): { card?: PaidCard } {
  const { brand, lastFour } = record(value);
  return /^\d{4}$/.test(text(lastFour))
    ? { card: { brand: textOrNull(brand), lastFour: text(lastFour) } }
    : {};
}

/** Whether its note is to be ticked as read, and when it was; other servers do not ask. */
function readNoteState(json: Record<string, unknown>): Pick<Order, 'noteUnread' | 'noteRead'> {
  const read = record(json['noteRead']);
  const at = timeOrNull(read['at']);
  return {
    ...(json['noteUnread'] === true && { noteUnread: true as const }),
    ...(at && { noteRead: { at, screenName: textOrNull(read['screenName']) } }),
  };
}

/** Left out by servers that do not ask. */
function readAgeCheck(value: unknown): Pick<Order, 'ageCheck'> {
  const { lines, outcome, at, screenName } = record(value);
  if (!Array.isArray(lines)) return {};
  return {
    ageCheck: {
      lines: lines.map(text),
      outcome: ageOutcomes.find((known) => known === outcome) ?? null,
      at: timeOrNull(at),
      screenName: textOrNull(screenName),
    },
  };
}

/** None for what is no action that this app knows: a newer server may have more. */
function readAction(value: unknown): OrderAction[] {
  const { action, at, screenName, version } = record(value);
  const known = orderActions.find((one) => one === action);
  const time = timeOrNull(at);
  return known && time
    ? [{ action: known, at: time, screenName: textOrNull(screenName), version: whole(version) }]
    : [];
}

function readOrderItem(value: unknown): OrderItem {
  const json = record(value);
  const itemId = textOrNull(json['itemId']);
  return {
    id: idOf(json),
    ...(itemId !== null && { itemId }),
    ...given(json, 'categoryId'),
    name: text(json['name']),
    quantity: Math.max(1, wholeIfSaid(json['quantity'])),
    cost: amountIfSaid(json['cost']),
    modifications: list(json['modifications']).map((modification) => ({
      name: text(record(modification)['name']),
      ...given(record(modification), 'modifier'),
      cost: amount(record(modification)['cost']),
      ...readVatRate(record(modification)),
    })),
    ...readLabelling(json),
    ...readStated(json),
  };
}

/** Every line has a status; without one it is waiting. */
function readItemStatus(value: unknown, items: OrderItem[]): LineStage[] {
  const told = new Map(
    list(value).map((entry) => {
      const json = record(entry);
      return [text(json['id'] ?? json['itemId'] ?? json['_id'] ?? json['item']), json] as const;
    }),
  );
  return items.map(({ id }) => {
    const json = told.get(id);
    const readyAt = timeOrNull(json?.['readyAt']);
    return {
      id,
      status: itemStatuses.find((status) => status === json?.['status']) ?? 'waiting',
      ...(readyAt && { readyAt }),
    };
  });
}

function readFees(value: unknown): Order['fees'] {
  return list(value).map((fee) => ({
    kind: record(fee)['kind'] === 'card' ? ('card' as const) : ('platform' as const),
    amount: amount(record(fee)['amount']),
  }));
}

const readRefund = readsWithId((json): Omit<Refund, 'id'> => ({
  amount: amount(json['amount']),
  createdAt: timeIfSaid(json['createdAt']),
  ...(timeOrNull(json['settledAt']) !== null && { settledAt: timeIfSaid(json['settledAt']) }),
  reason: textOrNull(json['reason']),
  ...(Array.isArray(json['lines']) && { lines: json['lines'].map(readRefundedLine) }),
}));

function readRefundBack(value: unknown): RefundThatCameBack {
  return { ...readRefund(value), cameBackAt: timeIfSaid(record(value)['cameBackAt']) };
}

/** Left out whole if an amount cannot be read: a net of the rest would look like a fact. */
function readLedger(value: unknown): { ledger?: LedgerSum[] } {
  const read = list(value).flatMap((entry) => {
    const { kind, account, amount: moved } = record(entry);
    const pennies = wholeOrNull(moved);
    return pennies === null ? [] : [{ kind: text(kind), account: text(account), amount: pennies }];
  });
  return Array.isArray(value) && read.length === value.length ? { ledger: read } : {};
}

function readLineCount(value: unknown): LineCount {
  return { id: idOf(record(value)), quantity: whole(record(value)['quantity']) };
}

function readRefundedLine(value: unknown): RefundedLine {
  return { ...readLineCount(value), name: text(record(value)['name']) };
}

export function readAdjustment(value: unknown): Adjustment {
  return { ...readRefund(value), ...orderOf(value) };
}

export function readTakenLater(value: unknown): TakenLater {
  const { amount: taken, createdAt } = readRefund(value);
  return { amount: taken, createdAt, ...orderOf(value) };
}

export function readCameBackLater(value: unknown): CameBackLater {
  const madeAfterFinish = record(value)['madeAfterFinish'] === true;
  return { ...readRefundBack(value), ...orderOf(value), madeAfterFinish };
}

function orderOf(value: unknown): Pick<Adjustment, 'orderId' | 'orderNumber'> {
  const json = record(value);
  return { orderId: text(json['orderId']), orderNumber: whole(json['orderNumber']) };
}
