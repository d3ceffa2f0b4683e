import { assertNever } from '#shared/base/assert-never.ts';
import { applyCommand, type OrderCommand } from '#shared/orders/machine.ts';
import type { OrderStatus } from '#shared/base/order-statuses.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { Refusal } from '../../http/refusal.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { inTime } from '../../payments/in-time.ts';
import type {
  HoldState,
  PaymentOutcome,
  PaymentProvider,
  RemoteProvider,
} from '../../payments/payment-provider.ts';
import { askForHold, confirmHold, remote } from './ask-for-hold.ts';
import { toldNoCards, type CardRefusals } from './card-refusals.ts';
import { withChanges, type OrderChanges, type OrderCommits } from './order-commits.ts';
import { holdIsOver, neverSaid } from './hold-end.ts';
import { holdReleases } from './hold-releases.ts';
import { expiryMsOf } from './new-order.ts';
import { orderOf, stateOf, type OrderRow } from './order-row.ts';
import type { OrderLimits, Placing } from './order-limits.ts';
import type { OrdersRepository } from './orders-repository.ts';
import { isWorthTelling, lookAgainAt, retryAt, wasAskedLongEnough } from './retry-at.ts';
import { tellCharge } from './tell-charge.ts';

export type OrderHoldsOptions = {
  orders: OrdersRepository;
  commits: OrderCommits;
  limits: Pick<OrderLimits, 'inTurn' | 'declined' | 'paid'>;
  refusals: CardRefusals;
  payments: PaymentProvider | null;
  live: LiveFeed;
  clock: Clock;
  log: FastifyBaseLogger;
  /** How long an order waits to be accepted, and before that to be paid for. */
  orderExpiryMs: number;
  timeoutMs?: number | undefined;
};

/** The order as it stands, and the secret that its customer's app needs if their bank asks for confirmation. */
export type Settled = { row: OrderRow; clientSecret?: string };

export type OrderHolds = ReturnType<typeof orderHolds>;

/**
 * Orders in `payment_working`: stored, and waiting for a remote provider to hold the money. The order is stored
 * before the provider is asked, and each request has a key derived from the order. The same customer, a chore after a
 * crash or the provider's event can therefore ask again and settle the same order.
 */
export function orderHolds(options: OrderHoldsOptions) {
  const { orders, commits, limits, refusals, payments, live, clock, log, orderExpiryMs, timeoutMs } = options;
  return { settle, release: holdReleases(options), standing, takenBefore };

  /** Asks how the hold stands, and moves the order on accordingly. */
  async function settle(row: OrderRow): Promise<Settled> {
    const provider = remote(payments);
    if (!provider || row.payment_account === null) return { row };
    const overdue = isOverdue(row);
    const hold = await inTime(() => askForHold(provider, row, overdue), timeoutMs);
    // Without a reference this is its first request, which has its turn already.
    const isAsked = row.payment_reference !== null && !overdue;
    if (hold?.kind === 'to-confirm' && isAsked) return confirm(provider, row, hold);
    return follow(row, hold, overdue);
  }

  /**
   * Asks for the hold that the customer's bank has agreed to. The card may be declined yet: so this takes its network's
   * turn like any order, until that is counted.
   */
  async function confirm(
    provider: RemoteProvider,
    row: OrderRow,
    hold: HoldState & { kind: 'to-confirm' },
  ): Promise<Settled> {
    const { reference } = hold;
    const inTurn = async () => {
      // It may have expired while it waited for its turn.
      if (isOverdue(row)) return follow(row, hold, true);
      return follow(row, await inTime(() => confirmHold(provider, row, reference), timeoutMs), false);
    };
    const settled = await inTime(() => limits.inTurn(placingOf(row), inTurn), timeoutMs);
    if (settled instanceof Refusal) return follow(row, { kind: 'working', reference }, false);
    return 'kind' in settled ? follow(row, settled, false) : settled;
  }

  /** Moves the order on according to its hold; null if there is none, and none is asked for any more. */
  async function follow(row: OrderRow, hold: HoldState | null, overdue: boolean): Promise<Settled> {
    const now = clock.now();
    if (hold === null) return end(row, 'paymentAborted', null, { payment_due_at: retryAt(now, 0) });
    switch (hold.kind) {
      case 'held':
        return overdue ? end(row, 'paymentAborted', hold.reference) : place(row, hold);
      case 'taken':
      case 'partly-taken':
        // We never take money before there is an order: a person must look into this.
        return end(row, 'paymentAborted', hold.reference, { capture_error: tellCharge(log, row, hold) });
      case 'refused':
        log.info({ event: 'hold-refused', orderId: row.id, reason: hold.message });
        return end(row, overdue ? 'paymentAborted' : 'paymentFailed', hold.reference);
      case 'cannot-charge':
        log.warn({ event: 'account-cannot-charge', orderId: row.id, reason: hold.message });
        await refusals.begin(row);
        return end(row, 'paymentAborted', hold.reference, toldNoCards(row));
      case 'action-needed':
      case 'to-confirm':
      case 'working': {
        if (overdue) return end(row, 'paymentAborted', hold.reference);
        const over = row.created_at.getTime() + orderExpiryMs;
        const due = new Date(lookAgainAt(now.getTime(), row.created_at.getTime(), over));
        await orders.postponePayment(row, row.version, due, row.payment_attempts + 1, hold.reference);
        return { row, ...(hold.kind === 'action-needed' && { clientSecret: hold.clientSecret }) };
      }
      case 'unknown': {
        log.warn({ event: 'hold-unknown', orderId: row.id, reason: hold.message });
        // It is never placed, and a hold that the provider cannot tell of has ended by itself by then.
        if (overdue && wasAskedLongEnough(row.created_at, now))
          return end(row, 'paymentAborted', row.payment_reference);
        const again = retryAt(now, row.payment_attempts);
        await orders.postponePayment(row, row.version, again, row.payment_attempts + 1);
        return { row };
      }
      default:
        return assertNever(hold);
    }
  }

  function isOverdue({ created_at: placedAt }: OrderRow): boolean {
    return clock.now().getTime() >= placedAt.getTime() + orderExpiryMs;
  }

  async function place(row: OrderRow, hold: HoldState & { kind: 'held' }): Promise<Settled> {
    const now = clock.now();
    const changes: OrderChanges = {
      ...settledHold,
      status: statusAfter(row, { kind: 'paymentAuthorised' }),
      payment_reference: hold.reference,
      card: hold.card,
      payment_due_at: null,
      capture_before: hold.captureBefore,
      paid_at: now,
      expires_at: new Date(now.getTime() + expiryMsOf(row, orderExpiryMs)),
    };
    const placed = await commits.commit({ row, changes, takesNumber: true });
    // The outlet closed meanwhile. If somebody else has moved the order on, this changes nothing.
    if (typeof placed === 'string') return end(row, 'paymentAborted', hold.reference);
    const after = { ...withChanges(row, changes), order_number: placed.order_number };
    live.orderChanged(row.outlet_id, { order: orderOf(after), seq: placed.seq });
    await Promise.all([limits.paid(placingOf(row)), refusals.end(row)]);
    return { row: after };
  }

  /** Ends an order that is not paid for. Its hold, if there is one, is released next. */
  async function end(
    row: OrderRow,
    kind: 'paymentFailed' | 'paymentAborted',
    reference: string | null,
    more: OrderChanges = {},
  ): Promise<Settled> {
    const now = clock.now();
    const changes: OrderChanges = {
      ...settledHold,
      status: statusAfter(row, { kind }),
      payment_reference: reference,
      payment_due_at: reference === null ? null : now,
      ended_at: now,
      ...more,
    };
    // Somebody else may have moved it on meanwhile.
    if (!(await commits.commitUnpaid(row, changes))) return { row: (await orders.findAny(row.id)) ?? row };
    if (kind === 'paymentFailed') await limits.declined(placingOf(row));
    return { row: withChanges(row, changes) };
  }

  /** What the provider says of an open order's hold; `unknown` if it cannot be asked just now. */
  async function standing(row: OrderRow): Promise<'held' | 'ended' | 'taken' | 'unknown'> {
    const provider = remote(payments);
    const reference = row.payment_reference;
    if (!provider || row.payment_account === null || reference === null) return 'held';
    const { kind } = await inTime(() => provider.readHold(reference), timeoutMs);
    if (kind === 'partly-taken' && isWorthTelling(row.payment_attempts))
      log.error({ event: kind, orderId: row.id, reference });
    if (kind === 'unknown' || kind === 'partly-taken') return 'unknown';
    if (kind === 'taken') return kind;
    return kind === 'refused' ? 'ended' : 'held';
  }

  /**
   * Whether the money of an expired hold was taken in time; null if it is still held, as where this server's clock is ahead.
   * It counts as not taken if the provider cannot say for long; what an event or the provider's books tell of it later has
   * it asked again.
   */
  async function takenBefore(row: OrderRow): Promise<PaymentOutcome | null> {
    const provider = remote(payments);
    const reference = row.payment_reference;
    if (!provider || reference === null) return holdIsOver;
    const hold = await inTime(() => provider.readHold(reference), timeoutMs);
    if (hold.kind === 'taken') return { kind: 'done' };
    if (hold.kind === 'held') return null;
    if (hold.kind === 'partly-taken') return { kind: 'failed', message: hold.message };
    if (hold.kind !== 'unknown') return holdIsOver;
    return wasAskedLongEnough(row.capture_before ?? row.created_at, clock.now()) ? neverSaid : hold;
  }
}

/** Erased from an order once its hold is settled. */
const settledHold = { payment_method: null, placed_from: null, payment_attempts: 0 };

function placingOf({ placed_from, outlet_id: outletId, payment_method: card }: OrderRow): Placing {
  return { placedFrom: placed_from ?? '', outletId, card };
}

function statusAfter(row: OrderRow, command: OrderCommand): OrderStatus {
  const moved = applyCommand(stateOf(row), command);
  if (moved.kind !== 'moved') throw new Error(`An order in ${row.status} did not take ${command.kind}`);
  return moved.next.status;
}
