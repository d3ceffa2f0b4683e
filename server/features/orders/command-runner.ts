import { assertNever } from '#shared/base/assert-never.ts';
import type { Order } from '#shared/api/orders.ts';
import { applyCommand, canTake, type OrderCommand, type RefusalCode } from '#shared/orders/machine.ts';
import type { Clock } from '../../core/clock.ts';
import { keyReused, notFound, Refusal, refuse } from '../../http/refusal.ts';
import type { Idempotency } from '../../http/serve.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { holdIsEnding } from './hold-end.ts';
import { captureBooking } from './ledger.ts';
import { actionOf, withAction } from './order-actions.ts';
import {
  MOST_TRIES,
  withChanges,
  type OrderCommits,
  type KeptReply,
  type OrderChanges,
} from './order-commits.ts';
import { expiryMsOf } from './new-order.ts';
import { stateOf, type OrderRow } from './order-row.ts';
import { LEASE_MS } from './retry-at.ts';
import { stagesAfter, type ReadyTimes } from './ready-times.ts';
import type { OrdersRepository } from './orders-repository.ts';
import type { RefundsRepository } from './refunds-repository.ts';

export type CommandRunnerOptions = {
  orders: OrdersRepository;
  refundsKept: Pick<RefundsRepository, 'byKey'>;
  commit: OrderCommits['commit'];
  readyTimes: ReadyTimes;
  live: LiveFeed;
  clock: Clock;
  orderExpiryMs: number;
};

/** Who sent a command, with what expectations. */
export type Asked = {
  accountId: string;
  /** What the screen is called that it was pressed at; null if it did not say. */
  screenName: string | null;
  idempotency: Idempotency | null;
  /** The version that the caller saw; null if it named none. */
  ifMatch: number | null;
  /** The ready time that it promises, if it says one. */
  readyBy?: string | undefined;
  /** This is the command's second step: the key is its own already, and its reply replaces the first. */
  answersAgain?: boolean;
};

/** `row` is null if the answer repeats an earlier one for the same key. */
export type Applied = { order: Order; row: OrderRow | null };

/**
 * Applies commands to stored orders: reads the order, asks the state machine, and writes with compare-and-set on the
 * version. A caller that loses the race reads again and is answered from the new state.
 */
export function commandRunner({
  orders,
  refundsKept,
  commit,
  readyTimes,
  live,
  clock,
  orderExpiryMs,
}: CommandRunnerOptions) {
  return { apply, perform };

  /** Like {@link perform}, for callers that need not know whether the answer was repeated. */
  async function apply(...asked: Parameters<typeof perform>): Promise<Order | Refusal> {
    const result = await perform(...asked);
    return result instanceof Refusal ? result : result.order;
  }

  /**
   * @param load reads the order; null is a 404, and a refusal is answered to a new key alone
   * @param change further columns to write
   */
  async function perform(
    load: () => Promise<OrderRow | Refusal | null>,
    command: OrderCommand,
    asked: Asked | null,
    change: OrderChanges = {},
  ): Promise<Applied | Refusal> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const replayed = await replay(asked);
      if (replayed) return replayed;
      const row = await load();
      if (!row) return notFound();
      const result = row instanceof Refusal ? row : await tryOnce(row, command, asked, change);
      // The same press may have arrived twice at once; then this one is refused because of the other's change.
      if (result instanceof Refusal) return (await replay(asked)) ?? result;
      if (result) return result;
    }
    return refuse(409, 'VERSION_CONFLICT', 'This order is changing too fast. Please try again.');
  }

  /** Null if somebody else changed the order, or used the key, in between. */
  async function tryOnce(
    row: OrderRow,
    command: OrderCommand,
    asked: Asked | null,
    change: OrderChanges,
  ): Promise<Applied | Refusal | null> {
    // Too late to take the money: the order expires first, and the command is then refused because of that.
    if (command.kind === 'complete' && canTake(row, 'complete') && holdIsEnding(row, clock.now())) {
      await tryOnce(row, { kind: 'holdEnded' }, null, {});
      return null;
    }
    const current = async () => (await orders.withRefunds([row]))[0];
    const seen = asked?.ifMatch ?? null;
    if (seen !== null && seen !== row.version)
      return refuse(409, 'VERSION_CONFLICT', 'Somebody else has changed this order.', {
        current: await current(),
      });
    const state = stateOf(row);
    const moved = applyCommand(state, command);
    switch (moved.kind) {
      case 'refused':
        return refuse(statusFor(moved.code), moved.code, moved.message, { current: await current() });
      case 'unchanged':
        // A capture that fails again for the same reason is no change; a new reason is.
        if (change.capture_error === undefined || change.capture_error === row.capture_error)
          return keepUnchanged(row, await current(), asked);
        break;
      case 'moved':
        break;
      default:
        return assertNever(moved);
    }
    const after = moved.kind === 'moved' ? moved.next : state;
    const action = asked && actionOf(command, row);
    const changes: OrderChanges = {
      ...stamps(row, command, clock.now()),
      ...(action && withAction(row, action, asked.screenName, clock.now())),
      ...change,
      ...(await readyTimes.changes(row, command, after.status, asked)),
      status: after.status,
      item_status: stagesAfter(row, after.itemStatus, clock.now()),
    };
    const next = withChanges(row, changes);
    const booking = command.kind === 'captureConfirmed' ? captureBooking(row, clock.now()) : null;
    const [order] = await orders.withRefunds([next], { booking });
    if (!order) return null;
    const reply = keptReply(order, asked);
    const committed = await commit({ row, changes, reply, booking });
    if (typeof committed === 'string') return null;
    live.orderChanged(row.outlet_id, { order, seq: committed.seq });
    return { order, row: next };
  }

  async function keepUnchanged(
    row: OrderRow,
    order: Order | undefined,
    asked: Asked | null,
  ): Promise<Applied | null> {
    const kept = order ? keptReply(order, asked) : null;
    return !order || (kept && !kept.again && !(await orders.keepReply(kept))) ? null : { order, row };
  }

  function keptReply(reply: Order, asked: Asked | null): KeptReply | null {
    if (!asked?.idempotency) return null;
    const { accountId, idempotency, answersAgain } = asked;
    return { ...idempotency, accountId, reply, again: answersAgain ?? false, keptAt: clock.now() };
  }

  /** The earlier answer for the same key; null for a new key. */
  async function replay(asked: Asked | null): Promise<Applied | Refusal | null> {
    if (!asked?.idempotency || asked.answersAgain) return null;
    const { key, requestHash } = asked.idempotency;
    const kept = await orders.keptReply(asked.accountId, key);
    // Until it has an answer, a refund holds its key by itself.
    if (!kept) return (await refundsKept.byKey(asked.accountId, key)) ? keyReused() : null;
    return kept.requestHash === requestHash ? { order: kept.reply, row: null } : keyReused();
  }

  /** The times that a command sets. */
  function stamps(row: OrderRow, command: OrderCommand, now: Date): OrderChanges {
    const later = (ms: number) => new Date(now.getTime() + ms);
    switch (command.kind) {
      case 'accept':
        return { accepted_at: now };
      case 'progress':
        return row.status === 'deliver_pending' ? { accepted_at: now } : {};
      case 'regress':
        // Back to new: it waits and rings as at first.
        return row.status === 'deliver_waiting'
          ? { accepted_at: null, expires_at: later(expiryMsOf(row, orderExpiryMs)) }
          : {};
      case 'waitAnew':
        return { expires_at: later(expiryMsOf(row, orderExpiryMs)) };
      case 'cancel':
        return { ended_at: now, cancelled_from: row.status, payment_due_at: now };
      case 'expire':
      case 'holdEnded':
        return { ended_at: now, payment_due_at: now };
      case 'complete':
        return { completed_at: now, ended_at: now, payment_due_at: later(LEASE_MS) };
      case 'captureConfirmed':
        // A remote provider is asked for its fees next.
        return { capture_error: null, payment_due_at: row.payment_account === null ? null : now };
      default:
        return {};
    }
  }
}

/** The HTTP status for a refusal of the state machine. */
export function statusFor(code: RefusalCode | 'LINE_REFUNDED'): number {
  switch (code) {
    case 'ORDER_STATUS_CONFLICT':
    case 'ITEMS_OUTSTANDING':
    case 'NOTE_UNREAD':
    case 'AGE_UNCHECKED':
    case 'NOTHING_TO_CHECK':
    case 'NOTHING_TO_PROGRESS':
    case 'LINE_REFUNDED':
      return 409;
    case 'UNKNOWN_ITEM':
    case 'NO_ITEMS':
    case 'REFUND_NOT_POSITIVE':
    case 'REFUND_TOO_LARGE':
      return 422;
    default:
      return assertNever(code);
  }
}
