import { setTimeout as wait } from 'node:timers/promises';
import type { Order } from '#shared/api/orders.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import { inTime } from '../../payments/in-time.ts';
import type { PaymentOutcome, PaymentProvider } from '../../payments/payment-provider.ts';
import type { OrderHolds } from './order-holds.ts';
import type { OrderRow } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';
import type { refundsOf } from './refunds.ts';
import { retryAt } from './retry-at.ts';
import type { Asked, transitions } from './transition.ts';

const MOST_AT_ONCE = 20;
const LOOK_EVERY_MS = 50;

export type PaymentStepsOptions = {
  orders: OrdersRepository;
  transitions: Pick<ReturnType<typeof transitions>, 'apply' | 'perform'>;
  payments: PaymentProvider | null;
  holds: OrderHolds;
  refunds: Pick<ReturnType<typeof refundsOf>, 'adoptForeign'>;
  clock: Clock;
  log: FastifyBaseLogger;
  /** How long the provider may be silent, in ms; 7 s where it is left out. */
  timeoutMs?: number | undefined;
};

/**
 * What is owed to the card provider after a commit: asking for a hold, taking the money of a closed order, or releasing
 * the hold of one that was cancelled, expired or never paid for. The order's `payment_due_at` remembers it, so a crash only makes it later (D25).
 */
export function paymentSteps(options: PaymentStepsOptions) {
  const { apply, perform } = options.transitions;
  const { orders, payments, holds, refunds, clock, log, timeoutMs } = options;
  return {
    close,
    /** Asks for what is due of orders that were paid for, or are to be given back; whether there is more. */
    settleDue: () => settleAll('others'),
    /** Asks how it stands with orders that wait to be paid for; whether there is more. A queue of its own: strangers fill it. */
    askUnpaidDue: () => settleAll('waiting'),
  };

  /** Closes an order and takes its money. The same press again has the answer of the first. */
  async function close(load: () => Promise<OrderRow | null>, asked: Asked): Promise<Order | Refusal> {
    const closed = await perform(load, { kind: 'complete' }, asked);
    if (closed instanceof Refusal) return closed;
    if (closed.row) return takePayment(closed.row, asked);
    return closed.order.status === 'payment_capture' ? answerOfFirst(closed.order.id, asked) : closed.order;
  }

  /** Asks the provider for the money of an order in `payment_capture` or `deliver_success`; the order afterwards. */
  async function takePayment(row: OrderRow, asked: Asked | null): Promise<Order | Refusal> {
    const over = row.capture_before !== null && row.capture_before <= clock.now();
    const outcome = over ? await holds.takenBefore(row) : await capture(row);
    const load = () => orders.findAny(row.id);
    // The version has risen since the caller looked, and the key is theirs already.
    const answered = asked && { ...asked, ifMatch: null, answersAgain: true };
    if (outcome.kind === 'done') return apply(load, { kind: 'captureConfirmed' }, answered);
    const attempts = row.payment_attempts + 1;
    // Of a hold that is over there is nothing more to be had.
    const due = over && outcome.kind === 'failed' ? null : retryAt(clock.now(), row.payment_attempts);
    log.warn({ event: 'capture-failed', orderId: row.id, attempts, reason: outcome.message });
    const failed = await apply(load, { kind: 'captureFailed' }, answered, {
      capture_error: outcome.message,
      payment_attempts: attempts,
      payment_due_at: due,
    });
    // Refused: somebody else has taken the money meanwhile, and nothing is owed any more.
    if (!(failed instanceof Refusal)) await orders.postponePayment(row.id, failed.version, due, attempts);
    return failed;
  }

  /**
   * The answer to a press whose key is in work: the one that the first press with it is given. Where that is overdue,
   * because its server has died, this press asks the provider in its place.
   */
  async function answerOfFirst(orderId: string, asked: Asked): Promise<Order | Refusal> {
    for (;;) {
      const row = await orders.findAny(orderId);
      if (!row) return notFound();
      if (row.status !== 'payment_capture') {
        const kept = asked.idempotency && (await orders.keptReply(asked.accountId, asked.idempotency.key));
        if (kept && kept.reply.status !== 'payment_capture') return kept.reply;
        // A chore has settled it, and keeps no replies.
        return (await orders.withRefunds([row]))[0] ?? notFound();
      }
      if (!row.payment_due_at || row.payment_due_at <= clock.now()) return takePayment(row, asked);
      await wait(LOOK_EVERY_MS);
    }
  }

  function capture(row: OrderRow): Promise<PaymentOutcome> {
    return ask((provider) =>
      provider.capture({
        orderId: row.id,
        reference: row.payment_reference,
        amount: row.amount,
        idempotencyKey: `capture:${row.id}`,
      }),
    );
  }

  /** All at once, so that one silent answer holds up no other. */
  async function settleAll(kind: 'waiting' | 'others'): Promise<boolean> {
    const due = await orders.paymentsDue(clock.now(), MOST_AT_ONCE, kind);
    const settled = await Promise.allSettled(due.map(settle));
    for (const result of settled)
      if (result.status === 'rejected') log.error({ err: result.reason }, 'a payment is left unsettled');
    return due.length === MOST_AT_ONCE && settled.some((result) => result.status === 'fulfilled');
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
        if (await holds.isOver(row)) await apply(() => orders.findAny(id), { kind: 'holdEnded' }, null);
        else await orders.postponePayment(row.id, row.version, null, row.payment_attempts);
        return;
      case 'complete': {
        const known = await refunds.adoptForeign(row);
        const due = known ? null : retryAt(clock.now(), row.payment_attempts);
        const now = await orders.findAny(id);
        await orders.postponePayment(
          id,
          now?.version ?? row.version,
          due,
          known ? 0 : row.payment_attempts + 1,
        );
        return;
      }
      default:
        // Whatever was owed has been settled: money that was taken is never given back from here.
        await orders.postponePayment(row.id, row.version, null, row.payment_attempts);
    }
  }

  async function release(row: OrderRow): Promise<void> {
    const outcome = await ask((provider) =>
      provider.release({
        orderId: row.id,
        reference: row.payment_reference,
        amount: row.amount,
        idempotencyKey: `release:${row.id}`,
      }),
    );
    const done = outcome.kind === 'done';
    if (!done) log.warn({ event: 'release-failed', orderId: row.id, reason: outcome.message });
    const due = done ? null : retryAt(clock.now(), row.payment_attempts);
    await orders.postponePayment(row.id, row.version, due, row.payment_attempts + 1);
  }

  async function ask(step: (provider: PaymentProvider) => Promise<PaymentOutcome>): Promise<PaymentOutcome> {
    if (!payments) return { kind: 'failed', message: 'No card provider is configured.' };
    return inTime(() => step(payments), timeoutMs);
  }
}
