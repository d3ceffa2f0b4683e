import { assertNever } from '#shared/base/assert-never.ts';
import type { Order } from '#shared/api/orders.ts';
import { applyCommand, canTake, type OrderCommand, type RefusalCode } from '#shared/orders/machine.ts';
import type { Clock } from '../../core/clock.ts';
import { notFound, Refusal, refuse } from '../../http/refusal.ts';
import type { Idempotency } from '../../http/serve.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { holdIsEnding } from './hold-end.ts';
import { captureEntries } from './ledger.ts';
import {
  MOST_TRIES,
  withChanges,
  type OrderCommits,
  type KeptReply,
  type OrderChanges,
} from './order-commits.ts';
import { stateOf, type OrderRow } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';

export type TransitionOptions = {
  orders: OrdersRepository;
  commit: OrderCommits['commit'];
  live: LiveFeed;
  clock: Clock;
  orderExpiryMs: number;
};

/** What staff ask with a command, beside the command itself. */
export type Asked = {
  accountId: string;
  idempotency: Idempotency | null;
  /** The version the caller saw (D9). */
  ifMatch: number | null;
  /** The command's second step: the key is its own, and from now on answers with this. */
  answersAgain?: boolean;
};

/** `row` is null where the answer is the one that the same key was given before. */
export type Applied = { order: Order; row: OrderRow | null };

/** While a capture runs; whoever finds it overdue may take it up (the process may have died). */
const CAPTURE_LEASE_MS = 10_000;

/**
 * Applies commands to stored orders: read, ask the machine, and write with a compare-and-set on the version. Whoever
 * loses the race reads again and is answered from what is true then (D9, D10, D25).
 */
export function transitions({ orders, commit, live, clock, orderExpiryMs }: TransitionOptions) {
  return { apply, perform };

  /** Like {@link perform}, for callers that need not know whether the answer was given before. */
  async function apply(...asked: Parameters<typeof perform>): Promise<Order | Refusal> {
    const result = await perform(...asked);
    return result instanceof Refusal ? result : result.order;
  }

  /**
   * @param load reads the order; null is a 404
   * @param change what else the command writes
   */
  async function perform(
    load: () => Promise<OrderRow | null>,
    command: OrderCommand,
    asked: Asked | null,
    change: OrderChanges = {},
  ): Promise<Applied | Refusal> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const replayed = await replay(asked);
      if (replayed) return replayed;
      const row = await load();
      if (!row) return notFound();
      const result = await tryOnce(row, command, asked, change);
      // The same press twice at once: the other has done what this one is refused for.
      if (result instanceof Refusal) return (await replay(asked)) ?? result;
      if (result) return result;
    }
    return refuse(409, 'VERSION_CONFLICT', 'This order is changing too fast. Please try again.');
  }

  /** Null where somebody else changed the order, or used the key, in between. */
  async function tryOnce(
    row: OrderRow,
    command: OrderCommand,
    asked: Asked | null,
    change: OrderChanges,
  ): Promise<Applied | Refusal | null> {
    // Too late to be paid for; the order expires first, and is then refused for that.
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
        // The same failure for another reason is news.
        if (change.capture_error === undefined || change.capture_error === row.capture_error)
          return keepUnchanged(row, await current(), asked);
        break;
      case 'moved':
        break;
      default:
        return assertNever(moved);
    }
    const after = moved.kind === 'moved' ? moved.next : state;
    const changes: OrderChanges = {
      ...stamps(row, command, clock.now()),
      ...change,
      status: after.status,
      item_status: [...after.itemStatus],
    };
    const next = withChanges(row, changes);
    const [order] = await orders.withRefunds([next]);
    if (!order) return null;
    const reply = keptReply(order, asked);
    const entries = command.kind === 'captureConfirmed' ? captureEntries(row, clock.now()) : [];
    const committed = await commit({ row, changes, reply, entries });
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

  /** What the same key was answered with before; null for a new key. */
  async function replay(asked: Asked | null): Promise<Applied | Refusal | null> {
    if (!asked?.idempotency || asked.answersAgain) return null;
    const { key, requestHash } = asked.idempotency;
    const kept = await orders.keptReply(asked.accountId, key);
    if (!kept) return null;
    return kept.requestHash === requestHash ? { order: kept.reply, row: null } : keyReused();
  }

  /** The times that come with a command. */
  function stamps(row: OrderRow, command: OrderCommand, now: Date): OrderChanges {
    const later = (ms: number) => new Date(now.getTime() + ms);
    switch (command.kind) {
      case 'accept':
        return { accepted_at: now };
      case 'progress':
        return row.status === 'deliver_pending' ? { accepted_at: now } : {};
      case 'regress':
        // Back to new: it waits, and rings, as it did when it came.
        return row.status === 'deliver_waiting'
          ? { accepted_at: null, expires_at: later(orderExpiryMs) }
          : {};
      case 'cancel':
        return { ended_at: now, cancelled_from: row.status, payment_due_at: now };
      case 'expire':
      case 'holdEnded':
        return { ended_at: now, payment_due_at: now };
      case 'complete':
        return { completed_at: now, ended_at: now, payment_due_at: later(CAPTURE_LEASE_MS) };
      case 'captureConfirmed':
        return { capture_error: null, payment_due_at: null };
      default:
        return {};
    }
  }
}

export function keyReused(): Refusal {
  return refuse(422, 'IDEMPOTENCY_KEY_REUSED', 'This key was already used for something else.');
}

/** The HTTP status a refusal of the machine has (D6). */
export function statusFor(code: RefusalCode): number {
  switch (code) {
    case 'ORDER_STATUS_CONFLICT':
    case 'ITEMS_OUTSTANDING':
    case 'NOTHING_TO_PROGRESS':
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
