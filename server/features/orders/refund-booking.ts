import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { applyCommand } from '#shared/orders/machine.ts';
import type { MadeRefund } from '../../payments/payment-provider.ts';
import { type Booking, failedRefundBooking, refundBooking as bookingOf } from './ledger.ts';
import type { NotWritten } from './order-intake.ts';
import {
  MOST_TRIES,
  withChanges,
  type KeptReply,
  type OrderChanges,
  type OrderCommits,
} from './order-commits.ts';
import { withoutRefund, withRefundAgain } from './order-actions.ts';
import { stateOf, type OrderRow } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';
import { newRefund, type RefundRow, type RefundsRepository } from './refunds-repository.ts';

/** A change of the order, for its outlet's screens. */
export type Changed = { order: Order; outletId: string; seq: number };

export type RefundBookingOptions = {
  orders: OrdersRepository;
  repository: RefundsRepository;
  commit: OrderCommits['commit'];
};

/**
 * The effects of a refund on its order, step by step. Each step is one commit of the order, its feed, the refund and
 * the ledger. If the order has changed meanwhile, both are read again: the order first and then the refund, so that a
 * refund that reads as pending is pending at that version of the order.
 */
export function refundBooking({ orders, repository, commit }: RefundBookingOptions) {
  return { reserve, confirm, adopt, fail, explain, comeBack };

  /** Reserves the amount of a new refund. The caller has checked that so much is left on `row`. */
  function reserve(row: OrderRow, refund: RefundRow, action: OrderChanges): Promise<Changed | NotWritten> {
    return write(row, refund, { ...action, refund_reserved: pence(row.refund_reserved + refund.amount) });
  }

  /**
   * The money is back with the customer. Stores the reply for the request's key in the same commit. Null if the
   * refund was settled before.
   */
  function confirm(pending: RefundRow, now: Date): Promise<Changed | null> {
    return settle(pending, (row, refund) => book(row, refund, now, refund.amount));
  }

  /** The provider refused: releases the reserved amount. Null if the refund was settled before. */
  function fail(pending: RefundRow, failure: string, now: Date): Promise<Changed | null> {
    return settle(pending, (row, refund) =>
      write(
        row,
        { ...refund, status: 'failed', failure, due_at: null, settled_at: now },
        {
          refund_reserved: pence(row.refund_reserved - refund.amount),
          actions: withoutRefund(row, refund.created_at),
        },
      ),
    );
  }

  /** Says on the order why a refund cannot be confirmed, or says it no more. Null if the refund was settled before. */
  function explain(pending: RefundRow, reason: string | null): Promise<Changed | null> {
    return settle(pending, (row, refund) => write(row, { ...refund, failure: reason }, {}));
  }

  /**
   * Books a refund that the provider has made, unless it is booked already or exceeds what is left. One that counted as
   * not made is booked as well.
   */
  async function adopt(
    orderId: string,
    { id, amount, madeAt }: MadeRefund,
    now: Date,
  ): Promise<Changed | 'known' | 'no-room'> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const row = await orders.findAny(orderId);
      const stored = await repository.find(id);
      if (row?.status !== 'complete' || (stored && !countsAsNotMade(stored, orderId))) return 'known';
      if (row.refunded + row.refund_reserved + amount > row.amount) return 'no-room';
      const refund: RefundRow = stored ?? {
        ...unasked,
        id,
        order_id: orderId,
        amount,
        created_at: madeAt,
      };
      const press = stored ? withRefundAgain(row, stored.created_at) : {};
      const booked = await book(row, refund, now, 0, press);
      if (typeof booked !== 'string') return booked;
    }
    throw changingTooFast(orderId);
  }

  /** A refund that was made came back to the seller. Null if it is none that is booked as made. */
  async function comeBack(orderId: string, refundId: string, now: Date): Promise<Changed | null> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const row = await orders.findAny(orderId);
      const refund = await repository.find(refundId);
      if (!row || refund?.order_id !== orderId || refund.status !== 'done') return null;
      const moved = applyCommand(stateOf(row), { kind: 'refundFailed', amount: refund.amount });
      if (moved.kind !== 'moved') return null;
      const { status, refunded } = moved.next;
      const failed: RefundRow = { ...refund, status: 'failed', failure: CAME_BACK };
      const changed = await write(
        row,
        failed,
        { status, refunded },
        undefined,
        failedRefundBooking(refund, now),
      );
      if (typeof changed !== 'string') return changed;
    }
    throw changingTooFast(orderId);
  }

  async function settle(
    { id, order_id: orderId }: RefundRow,
    step: (row: OrderRow, refund: RefundRow) => Promise<Changed | NotWritten>,
  ): Promise<Changed | null> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const row = await orders.findAny(orderId);
      const refund = await repository.find(id);
      if (!row || refund?.status !== 'pending') return null;
      const changed = await step(row, refund);
      if (typeof changed !== 'string') return changed;
    }
    throw changingTooFast(orderId);
  }

  /** @param aside how much of the refund was reserved on the order before */
  async function book(
    row: OrderRow,
    refund: RefundRow,
    now: Date,
    aside: number,
    more: OrderChanges = {},
  ): Promise<Changed | NotWritten> {
    const moved = applyCommand(stateOf(row), { kind: 'refund', amount: refund.amount });
    if (moved.kind !== 'moved')
      throw new Error(`Order ${row.id} does not take a refund that was reserved on it`);
    const { status, refunded } = moved.next;
    const changes = { ...more, status, refunded, refund_reserved: pence(row.refund_reserved - aside) };
    const done: RefundRow = { ...refund, status: 'done', failure: null, due_at: null, settled_at: now };
    const booked = await write(row, done, changes, now);
    // Another request has used the key meanwhile. The money is back all the same, so it is booked without a reply.
    return booked === 'key-taken' ? write(row, done, changes) : booked;
  }

  /**
   * @param replyAt when the order is stored as the reply to the refund's key; without it no reply is stored
   * @param correction what a refund moves that has not been made
   */
  async function write(
    row: OrderRow,
    refund: RefundRow,
    changes: OrderChanges,
    replyAt?: Date,
    correction?: Booking,
  ): Promise<Changed | NotWritten> {
    const doneAt = refund.status === 'done' ? refund.settled_at : null;
    const booking = doneAt ? bookingOf(refund, doneAt) : (correction ?? null);
    const [order] = await orders.withRefunds([withChanges(row, changes)], { refund, booking });
    if (!order) throw new Error(`Order ${row.id} cannot be shown`);
    const committed = await commit({
      row,
      changes,
      refund,
      booking,
      reply: replyAt ? replyOf(refund, order, replyAt) : null,
    });
    return typeof committed === 'string' ? committed : { order, outletId: row.outlet_id, seq: committed.seq };
  }
}

/** The provider seemed to refuse it; one that came back had been made, and is not made again. */
const countsAsNotMade = ({ order_id, status, failure }: RefundRow, orderId: string): boolean =>
  order_id === orderId && status === 'failed' && failure !== CAME_BACK;

const CAME_BACK = 'The customer’s bank did not take it, so the money came back.';

/** A refund that nobody requested here. */
const unasked = {
  ...newRefund,
  reason: 'Refunded at the card provider',
  account_id: null,
  idempotency_key: null,
  idempotency_hash: null,
} satisfies Partial<RefundRow>;

function replyOf(refund: RefundRow, reply: Order, keptAt: Date): KeptReply | null {
  const { account_id: accountId, idempotency_key: key, idempotency_hash: requestHash } = refund;
  return accountId && key && requestHash
    ? { accountId, key, requestHash, reply, again: false, keptAt }
    : null;
}

function changingTooFast(orderId: string): Error {
  return new Error(`Order ${orderId} is changing too fast to settle its refund`);
}
