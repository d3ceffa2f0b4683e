import { setTimeout as wait } from 'node:timers/promises';
import type { Order } from '#shared/api/orders.ts';
import { canTake } from '#shared/orders/machine.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import { inTime } from '../../payments/in-time.ts';
import type { PaymentOutcome, PaymentProvider, PaymentStep } from '../../payments/payment-provider.ts';
import { isKnownTaken } from '../../ordering/taken-unsold.ts';
import { HOLD_MARGIN_MS, holdIsEnding } from './hold-end.ts';
import type { Released } from './hold-releases.ts';
import type { OrderHolds } from './order-holds.ts';
import type { OrderRow } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';
import type { refundsOf } from './refunds.ts';
import type { takenFees } from './taken-fees.ts';
import { leaseIsOver, retryAt } from './retry-at.ts';
import type { Asked, commandRunner } from './command-runner.ts';

const MOST_AT_ONCE = 20;
const LOOK_EVERY_MS = 50;

/** A test order moves no money, so no provider is asked. */
const noMoney: PaymentOutcome = { kind: 'done' };

export type PaymentStepsOptions = {
  orders: OrdersRepository;
  runner: Pick<ReturnType<typeof commandRunner>, 'apply' | 'perform'>;
  payments: PaymentProvider | null;
  holds: OrderHolds;
  refunds: Pick<ReturnType<typeof refundsOf>, 'adoptForeign'>;
  fees: ReturnType<typeof takenFees>;
  clock: Clock;
  log: FastifyBaseLogger;
  /** How long the provider may take to answer, in ms; 7 s if left out. */
  timeoutMs?: number | undefined;
};

/**
 * The requests to the card provider that follow a commit: to place a hold, to take the money of a closed order, or to
 * release the hold of one that was cancelled, expired or never paid for. The order's `payment_due_at` stores that one
 * is due, so a crash only delays it.
 */
export function paymentSteps(options: PaymentStepsOptions) {
  const { apply, perform } = options.runner;
  const { orders, payments, holds, refunds, fees, clock, log, timeoutMs } = options;
  return {
    close,
    /** Makes the requests that are due for paid or ended orders; returns whether there are more. */
    settleDue: () => settleAll('others'),
    /**
     * Asks about orders that wait to be paid for; returns whether there are more. A separate queue, since strangers
     * can fill it.
     */
    askUnpaidDue: () => settleAll('waiting'),
    endHolds,
    /** Asks what became of an order at the provider, and does and books what follows from it. */
    settle,
  };

  /** Closes an order and takes its money. A repeated press gets the answer of the first. */
  async function close(load: () => Promise<OrderRow | null>, asked: Asked): Promise<Order | Refusal> {
    const closed = await perform(() => load().then(unlessTaken), { kind: 'complete' }, asked);
    if (closed instanceof Refusal) return closed;
    if (closed.row) return takePayment(closed.row, asked);
    return closed.order.status === 'payment_capture' ? answerOfFirst(closed.order.id, asked) : closed.order;
  }

  /** The order, which does not expire with its hold if its money has been taken already. */
  async function unlessTaken(row: OrderRow | null): Promise<OrderRow | null> {
    if (!row || !canTake(row, 'holdEnded') || !holdIsEnding(row, clock.now())) return row;
    return (await holds.standing(row)) === 'taken' ? withoutEnd(row) : row;
  }

  async function withoutEnd(row: OrderRow): Promise<OrderRow> {
    log.warn({ event: 'taken-at-provider', orderId: row.id, status: row.status });
    await orders.holdHasNoEnd(row.id);
    return { ...row, capture_before: null };
  }

  /**
   * Ends the open orders whose hold is ending; returns whether there are more. One whose money was taken while the
   * provider could not say so is found by its release.
   */
  async function endHolds(): Promise<boolean> {
    const ids = await orders.holdsEnding(new Date(clock.now().getTime() + HOLD_MARGIN_MS), MOST_AT_ONCE);
    const ended = await Promise.allSettled(
      ids.map(async (id) => {
        const row = await unlessTaken(await orders.findAny(id));
        if (row && holdIsEnding(row, clock.now()))
          await apply(() => orders.findAny(id), { kind: 'holdEnded' }, null);
      }),
    );
    return settledMore(ended, ids.length);
  }

  /** Takes the money of an order in `payment_capture` or `deliver_success`; returns the order afterwards. */
  async function takePayment(row: OrderRow, asked: Asked | null): Promise<Order | Refusal> {
    const over = row.capture_before !== null && row.capture_before <= clock.now();
    const outcome = await outcomeOf(row, over);
    const load = () => orders.findAny(row.id);
    // The version has risen since the caller read the order, and the first step has stored the key.
    const answered = asked && { ...asked, ifMatch: null, answersAgain: true };
    if (outcome.kind === 'done') return apply(load, { kind: 'captureConfirmed' }, answered);
    const attempts = row.payment_attempts + 1;
    // An expired hold cannot be taken any more, so there is no retry.
    const due = over && outcome.kind === 'failed' ? null : retryAt(clock.now(), row.payment_attempts);
    log.warn({ event: 'capture-failed', orderId: row.id, attempts, reason: outcome.message });
    const failed = await apply(load, { kind: 'captureFailed' }, answered, {
      capture_error: outcome.message,
      payment_attempts: attempts,
      payment_due_at: due,
    });
    // A refusal means that somebody else has taken the money meanwhile, so nothing is due any more.
    if (!(failed instanceof Refusal)) await orders.postponePayment(row, failed.version, due, attempts);
    return failed;
  }

  async function outcomeOf(row: OrderRow, over: boolean): Promise<PaymentOutcome> {
    // The provider has said so, which may not be asked again by now: its account can be disconnected.
    if (isKnownTaken(row)) return { kind: 'done' };
    return (over ? await holds.takenBefore(row) : null) ?? capture(row);
  }

  /**
   * The answer to a press whose key is in use: it waits for the answer of the first press. If that is overdue because
   * its server died, this press asks the provider itself.
   */
  async function answerOfFirst(orderId: string, asked: Asked): Promise<Order | Refusal> {
    for (;;) {
      const row = await orders.findAny(orderId);
      if (!row) return notFound();
      if (row.status !== 'payment_capture') {
        const kept = asked.idempotency && (await orders.keptReply(asked.accountId, asked.idempotency.key));
        if (kept && kept.reply.status !== 'payment_capture') return kept.reply;
        // A chore has settled the order, and chores store no replies.
        return (await orders.withRefunds([row]))[0] ?? notFound();
      }
      if (leaseIsOver(row.payment_due_at, clock.now())) return takePayment(row, asked);
      await wait(LOOK_EVERY_MS);
    }
  }

  async function capture(row: OrderRow): Promise<PaymentOutcome> {
    if (row.is_test) return noMoney;
    if (!payments) return { kind: 'failed', message: 'No card provider is configured.' };
    return inTime(() => payments.capture(captureOf(row)), timeoutMs);
  }

  /** Concurrently, so that one slow answer delays no other. */
  async function settleAll(kind: 'waiting' | 'others'): Promise<boolean> {
    const due = await orders.paymentsDue(clock.now(), MOST_AT_ONCE, kind);
    return settledMore(await Promise.allSettled(due.map(settle)), due.length);
  }

  /** Whether there may be more, as long as some of them could be settled. */
  function settledMore(settled: PromiseSettledResult<void>[], found: number): boolean {
    for (const result of settled)
      if (result.status === 'rejected') log.error({ err: result.reason }, 'a payment is left unsettled');
    return found === MOST_AT_ONCE && settled.some((result) => result.status === 'fulfilled');
  }

  async function settle(id: string): Promise<void> {
    const row = await orders.findAny(id);
    if (!row) return;
    switch (row.status) {
      case 'payment_capture':
      case 'deliver_success':
        await takePayment(row, null);
        return;
      case 'payment_working':
        await holds.settle(row);
        return;
      case 'payment_failure':
      case 'payment_aborted':
      case 'deliver_aborted':
      case 'deliver_expired':
        await release(row);
        return;
      case 'deliver_pending':
      case 'deliver_waiting':
      case 'deliver_working':
      case 'deliver_enroute':
        await lookAtHold(row);
        return;
      case 'complete':
      case 'refunded': {
        const known = (await refunds.adoptForeign(row)) && (await fees.book(row));
        const due = known ? null : retryAt(clock.now(), row.payment_attempts);
        const now = await orders.findAny(id);
        await orders.postponePayment(
          row,
          now?.version ?? row.version,
          due,
          known ? 0 : row.payment_attempts + 1,
        );
        return;
      }
      default:
        // Everything is settled in this status: money that was taken is never given back from here.
        await orders.postponePayment(row, row.version, null, row.payment_attempts);
    }
  }

  /** The provider has told something of an open order's hold; until it can be read, it is asked again. */
  async function lookAtHold(row: OrderRow): Promise<void> {
    const standing = await holds.standing(row);
    if (standing === 'taken') await withoutEnd(row);
    if (standing === 'ended') {
      await apply(() => orders.findAny(row.id), { kind: 'holdEnded' }, null);
      return;
    }
    const [due, attempts] =
      standing === 'unknown'
        ? [retryAt(clock.now(), row.payment_attempts), row.payment_attempts + 1]
        : [null, 0];
    await orders.postponePayment(row, row.version, due, attempts);
  }

  async function releaseOf(row: OrderRow): Promise<Released> {
    if (row.is_test) return { ...noMoney, reference: null };
    return isKnownTaken(row) ? { kind: 'taken', reference: row.payment_reference } : holds.release(row);
  }

  async function release(row: OrderRow): Promise<void> {
    const outcome = await releaseOf(row);
    if (outcome.kind === 'taken' && canTake(row, 'captureConfirmed')) {
      // Taken at the provider itself. That does not tell whether anybody got the order, so a person decides on a refund.
      log.warn({ event: 'taken-at-provider', orderId: row.id, status: row.status });
      await apply(() => orders.findAny(row.id), { kind: 'captureConfirmed' }, null);
      return;
    }
    const { kind, reference, error = null } = outcome;
    const due = kind === 'done' ? null : retryAt(clock.now(), row.payment_attempts);
    await orders.postponePayment(row, row.version, due, row.payment_attempts + 1, reference, error);
  }
}

/** The same press, however often it is repeated, has the same key. */
function captureOf(row: OrderRow): PaymentStep {
  return {
    orderId: row.id,
    reference: row.payment_reference,
    amount: row.amount,
    idempotencyKey: `capture:${row.id}`,
  };
}
