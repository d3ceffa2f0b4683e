import type { AgeOutcome } from '../base/age-outcomes.ts';
import { assertNever } from '../base/assert-never.ts';
import { pence, remainingPence, type Pence } from '../base/money.ts';
import { allItemsAre, itemStatuses, type ItemStatus, type OrderStatus } from '../base/order-statuses.ts';

/** One line's stage; `id` is the order item's id. */
export type ItemProgress = { readonly id: string; readonly status: ItemStatus };

/** The parts of an order that its rules read. */
export type OrderState = {
  readonly status: OrderStatus;
  readonly itemStatus: readonly ItemProgress[];
  readonly amount: Pence;
  readonly refunded: Pence;
  /** Its customer's note is still to be ticked as read. */
  readonly noteUnread?: true | undefined;
  /** The lines that are for people of 18 and over alone, and what was said of the customer's age. */
  readonly ageCheck?: { readonly lines: readonly string[]; readonly outcome: AgeOutcome | null } | undefined;
};

/** Commands of staff, the card provider or the clock. */
export type OrderCommand =
  | { kind: 'paymentCreated' }
  | { kind: 'paymentWorking' }
  | { kind: 'paymentAuthorised' }
  | { kind: 'paymentFailed' }
  | { kind: 'paymentAborted' }
  | { kind: 'accept' }
  | { kind: 'readNote' }
  | { kind: 'moveReadyTime' }
  | { kind: 'checkAge'; outcome: AgeOutcome }
  | { kind: 'cancel' }
  | { kind: 'expire' }
  | { kind: 'waitAnew' }
  | { kind: 'holdEnded' }
  | { kind: 'progress' }
  | { kind: 'regress' }
  | { kind: 'progressItems'; items: readonly string[]; status: ItemStatus }
  | { kind: 'complete' }
  | { kind: 'captureConfirmed' }
  | { kind: 'captureFailed' }
  | { kind: 'refund'; amount: number }
  | { kind: 'refundFailed'; amount: number };
export type OrderCommandKind = OrderCommand['kind'];

/** The source of the order's new status: the table itself, its items, or what is left to refund. */
type Target = OrderStatus | 'byItems' | 'byRemaining';

/**
 * The order machine: for each status, the commands that it accepts and the status that they lead to. Any other
 * command is refused and changes nothing. An order whose hold ends before it is closed can no longer be paid for, so
 * it expires from any open status. One that has ended after it was placed is paid for all the same if its money turns out
 * to have been taken at the card provider itself. `deliver_decline` is only ever read from other servers.
 */
export const transitions: Record<OrderStatus, Partial<Record<OrderCommandKind, Target>>> = {
  payment_pending: {
    paymentCreated: 'payment_created',
    paymentFailed: 'payment_failure',
    paymentAborted: 'payment_aborted',
  },
  payment_created: {
    paymentWorking: 'payment_working',
    paymentFailed: 'payment_failure',
    paymentAborted: 'payment_aborted',
  },
  payment_working: {
    paymentAuthorised: 'deliver_pending',
    paymentFailed: 'payment_failure',
    paymentAborted: 'payment_aborted',
  },
  payment_failure: {},
  payment_aborted: {},
  deliver_pending: {
    readNote: 'deliver_pending',
    accept: 'deliver_waiting',
    progress: 'deliver_waiting',
    cancel: 'deliver_aborted',
    holdEnded: 'deliver_expired',
    expire: 'deliver_expired',
    waitAnew: 'deliver_pending',
  },
  deliver_waiting: {
    readNote: 'deliver_waiting',
    moveReadyTime: 'deliver_waiting',
    checkAge: 'deliver_waiting',
    progress: 'byItems',
    regress: 'deliver_pending',
    progressItems: 'byItems',
    cancel: 'deliver_aborted',
    holdEnded: 'deliver_expired',
  },
  deliver_working: {
    readNote: 'deliver_working',
    moveReadyTime: 'deliver_working',
    checkAge: 'deliver_working',
    progress: 'byItems',
    regress: 'byItems',
    progressItems: 'byItems',
    cancel: 'deliver_aborted',
    holdEnded: 'deliver_expired',
  },
  deliver_enroute: {
    readNote: 'deliver_enroute',
    checkAge: 'deliver_enroute',
    progress: 'byItems',
    regress: 'byItems',
    progressItems: 'byItems',
    cancel: 'deliver_aborted',
    holdEnded: 'deliver_expired',
    complete: 'payment_capture',
  },
  payment_capture: { captureConfirmed: 'complete', captureFailed: 'deliver_success' },
  deliver_success: { captureConfirmed: 'complete', captureFailed: 'deliver_success' },
  complete: { captureConfirmed: 'complete', refund: 'byRemaining', refundFailed: 'complete' },
  refunded: { refundFailed: 'complete' },
  deliver_aborted: { captureConfirmed: 'complete' },
  deliver_expired: { captureConfirmed: 'complete' },
  deliver_decline: {},
};

export type RefusalCode =
  | 'ORDER_STATUS_CONFLICT'
  | 'ITEMS_OUTSTANDING'
  | 'NOTE_UNREAD'
  | 'AGE_UNCHECKED'
  | 'NOTHING_TO_CHECK'
  | 'NOTHING_TO_PROGRESS'
  | 'UNKNOWN_ITEM'
  | 'NO_ITEMS'
  | 'REFUND_NOT_POSITIVE'
  | 'REFUND_TOO_LARGE';

/** The result of a command: a new state, no change, or a refusal with a sentence for a person. */
export type Transition =
  | { kind: 'moved'; next: OrderState }
  | { kind: 'unchanged' }
  | { kind: 'refused'; code: RefusalCode; message: string };

/** Applies a command to an order. Pure, so that the server and every screen agree. */
export function applyCommand(order: OrderState, command: OrderCommand): Transition {
  const target = transitions[order.status][command.kind];
  if (target === undefined) return refuse('ORDER_STATUS_CONFLICT', conflictMessage(order.status));

  switch (command.kind) {
    case 'progressItems':
      return moveItems(order, command.items, command.status);
    case 'progress':
      return target === 'byItems' ? moveAll(order, stepForward) : moveTo(order, target);
    case 'regress':
      return target === 'byItems' ? moveAll(order, stepBack) : moveTo(order, target);
    case 'readNote':
      return order.noteUnread
        ? { kind: 'moved', next: { ...order, noteUnread: undefined } }
        : { kind: 'unchanged' };
    case 'checkAge':
      return checkAge(order, command.outcome);
    case 'complete':
      return allItemsAre(order, 'complete')
        ? moveTo(order, target)
        : refuse('ITEMS_OUTSTANDING', 'Every item must be delivered before the order can be closed.');
    case 'refund':
      return refund(order, command.amount);
    case 'refundFailed':
      return refundFailed(order, command.amount);
    case 'captureConfirmed':
    case 'captureFailed':
      return order.status === target ? { kind: 'unchanged' } : moveTo(order, target);
    case 'accept':
    case 'moveReadyTime':
    case 'cancel':
    case 'expire':
    case 'waitAnew':
    case 'holdEnded':
    case 'paymentCreated':
    case 'paymentWorking':
    case 'paymentAuthorised':
    case 'paymentFailed':
    case 'paymentAborted':
      return moveTo(order, target);
    default:
      return assertNever(command);
  }
}

/** Whether the table accepts the command in the order's status; guards on items and money may still refuse it. */
export function canTake(order: Pick<OrderState, 'status'>, kind: OrderCommandKind): boolean {
  return transitions[order.status][kind] !== undefined;
}

/** The order's status, derived from its items. */
export function statusByItems(items: readonly ItemProgress[]): OrderStatus {
  if (items.every((item) => item.status === 'waiting')) return 'deliver_waiting';
  if (items.every((item) => item.status === 'ready' || item.status === 'complete')) return 'deliver_enroute';
  return 'deliver_working';
}

function moveItems(order: OrderState, ids: readonly string[], status: ItemStatus): Transition {
  if (ids.length === 0) return refuse('NO_ITEMS', 'Choose at least one item.');
  const unknown = ids.filter((id) => !order.itemStatus.some((item) => item.id === id));
  if (unknown.length > 0) return refuse('UNKNOWN_ITEM', `This order has no item ${unknown.join(', ')}.`);
  return withItems(order, (item) => (ids.includes(item.id) ? status : item.status));
}

/** One step forward raises every line that is behind to the stage after the slowest line's. */
function stepForward(order: OrderState): ItemStatus | null {
  const slowest = Math.min(...order.itemStatus.map(stageOf));
  return itemStatuses[slowest + 1] ?? null;
}

/** One step back lowers every line that is ahead to the stage before the furthest line's. */
function stepBack(order: OrderState): ItemStatus | null {
  const furthest = Math.max(...order.itemStatus.map(stageOf));
  return itemStatuses[furthest - 1] ?? null;
}

function moveAll(order: OrderState, step: (order: OrderState) => ItemStatus | null): Transition {
  const stage = step(order);
  if (stage === null)
    return refuse('NOTHING_TO_PROGRESS', 'Every item is delivered. Close the order to be paid.');
  const forwards = step === stepForward;
  const goal = itemStatuses.indexOf(stage);
  return withItems(order, (item) =>
    (forwards ? stageOf(item) < goal : stageOf(item) > goal) ? stage : item.status,
  );
}

function withItems(order: OrderState, statusOf: (item: ItemProgress) => ItemStatus): Transition {
  const itemStatus = order.itemStatus.map((item) => ({ id: item.id, status: statusOf(item) }));
  if (itemStatus.every((item, index) => item.status === order.itemStatus[index]?.status))
    return { kind: 'unchanged' };
  const isMade = (item: ItemProgress | undefined) => item !== undefined && stageOf(item) >= READY;
  if (order.noteUnread && itemStatus.some((item, at) => isMade(item) && !isMade(order.itemStatus[at])))
    return refuse(
      'NOTE_UNREAD',
      'The customer wrote a note: tick it as read first. A screen that does not offer that needs an update.',
    );
  const handedOver = itemStatus.filter(
    ({ status }, at) => status === 'complete' && order.itemStatus[at]?.status !== 'complete',
  );
  if (order.ageCheck?.outcome === null && handedOver.some(({ id }) => order.ageCheck?.lines.includes(id)))
    return refuse(
      'AGE_UNCHECKED',
      'Some of it is for over 18s: say first that the age was checked, or refused. A screen that does not offer that needs an update.',
    );
  return { kind: 'moved', next: { ...order, itemStatus, status: statusByItems(itemStatus) } };
}

/** What was said by mistake can be said anew until the order is closed. */
function checkAge(order: OrderState, outcome: AgeOutcome): Transition {
  if (!order.ageCheck) return refuse('NOTHING_TO_CHECK', 'Nothing of this order is for over 18s alone.');
  if (order.ageCheck.outcome === outcome) return { kind: 'unchanged' };
  return { kind: 'moved', next: { ...order, ageCheck: { ...order.ageCheck, outcome } } };
}

function refund(order: OrderState, amount: number): Transition {
  const remaining = remainingPence(order.amount, order.refunded);
  if (!Number.isSafeInteger(amount) || amount <= 0)
    return refuse('REFUND_NOT_POSITIVE', 'A refund must be at least one penny.');
  if (amount > remaining) return refuse('REFUND_TOO_LARGE', 'This is more than is left to refund.');
  const status = amount === remaining ? 'refunded' : order.status;
  return { kind: 'moved', next: { ...order, status, refunded: pence(order.refunded + amount) } };
}

/** A refund that was made came back. */
function refundFailed(order: OrderState, amount: number): Transition {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    return refuse('REFUND_NOT_POSITIVE', 'A refund must be at least one penny.');
  if (amount > order.refunded) return refuse('REFUND_TOO_LARGE', 'So much was not refunded.');
  return { kind: 'moved', next: { ...order, status: 'complete', refunded: pence(order.refunded - amount) } };
}

function moveTo(order: OrderState, target: Target): Transition {
  if (target === 'byItems' || target === 'byRemaining')
    throw new Error(`${target} is worked out, never moved to`);
  return { kind: 'moved', next: { ...order, status: target } };
}

const READY = itemStatuses.indexOf('ready');

function stageOf(item: ItemProgress): number {
  return itemStatuses.indexOf(item.status);
}

function refuse(code: RefusalCode, message: string): Transition {
  return { kind: 'refused', code, message };
}

function conflictMessage(status: OrderStatus): string {
  switch (status) {
    case 'deliver_pending':
      return 'This order has not been accepted yet.';
    case 'deliver_waiting':
    case 'deliver_working':
    case 'deliver_enroute':
      return 'This order has already been accepted.';
    case 'payment_capture':
    case 'deliver_success':
    case 'complete':
      return 'This order is already closed.';
    case 'refunded':
      return 'This order has been refunded in full.';
    case 'deliver_aborted':
    case 'deliver_decline':
      return 'This order has been cancelled.';
    case 'deliver_expired':
      return 'This order has expired and is no longer available.';
    case 'payment_pending':
    case 'payment_created':
    case 'payment_working':
      return 'This order has not been paid for yet.';
    case 'payment_failure':
    case 'payment_aborted':
      return 'This order was never paid for.';
    default:
      return assertNever(status);
  }
}
