import type { Order } from '#shared/api/orders.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import { Refusal } from '../../http/refusal.ts';
import type { PaymentOutcome, PaymentProvider } from '../../payments/payment-provider.ts';
import type { OrderRow } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';
import type { Asked, transitions } from './transition.ts';

/** Shorter than the server takes to stop: whoever is cut off asks again with the same key. */
const PROVIDER_TIMEOUT_MS = 7_000;
const MOST_AT_ONCE = 20;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60 * 60_000;

export type PaymentStepsOptions = {
  orders: OrdersRepository;
  apply: ReturnType<typeof transitions>['apply'];
  payments: PaymentProvider | null;
  clock: Clock;
  log: FastifyBaseLogger;
  /** How long the provider may be silent, in ms; 7 s where it is left out. */
  timeoutMs?: number | undefined;
};

/**
 * What is owed to the card provider after a commit: taking the money of a closed order, or releasing the hold of one
 * that was cancelled or expired. The order's `payment_due_at` remembers it, so a crash only makes it later (D25).
 */
export function paymentSteps(options: PaymentStepsOptions) {
  const { orders, apply, payments, clock, log, timeoutMs = PROVIDER_TIMEOUT_MS } = options;
  return { takePayment, settleDue };

  /** Asks the provider for the money of an order in `payment_capture` or `deliver_success`; the order afterwards. */
  async function takePayment(row: OrderRow, asked: Asked | null): Promise<Order | Refusal> {
    const outcome = await ask((provider) =>
      provider.capture({
        orderId: row.id,
        reference: row.payment_reference,
        amount: row.amount,
        idempotencyKey: `capture:${row.id}`,
      }),
    );
    const load = () => orders.findAny(row.id);
    // The version has risen since the caller looked, and the key is theirs already.
    const answered = asked && { ...asked, ifMatch: null, answersAgain: true };
    if (outcome.kind === 'done') return apply(load, { kind: 'captureConfirmed' }, answered);
    const attempts = row.payment_attempts + 1;
    const due = retryAt(row.payment_attempts);
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

  /** Asks for what is due, all at once so that one silent answer holds up no other; whether there is more. */
  async function settleDue(): Promise<boolean> {
    const due = await orders.paymentsDue(clock.now(), MOST_AT_ONCE);
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
      case 'deliver_aborted':
      case 'deliver_expired':
        await release(row);
        return;
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
    const due = done ? null : retryAt(row.payment_attempts);
    await orders.postponePayment(row.id, row.version, due, row.payment_attempts + 1);
  }

  /** An answer in any case: a provider that is silent or throws has failed, and is asked again. */
  async function ask(step: (provider: PaymentProvider) => Promise<PaymentOutcome>): Promise<PaymentOutcome> {
    if (!payments) return { kind: 'failed', message: 'No card provider is configured.' };
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<PaymentOutcome>((resolve) => {
      timer = setTimeout(
        () => resolve({ kind: 'failed', message: 'The card provider did not answer in time.' }),
        timeoutMs,
      );
    });
    try {
      return await Promise.race([step(payments), silence]);
    } catch (error) {
      return {
        kind: 'failed',
        message: error instanceof Error ? error.message : 'The card provider failed.',
      };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Backoff: 5 s, doubling up to an hour. */
  function retryAt(attempts: number): Date {
    return new Date(
      clock.now().getTime() + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20)),
    );
  }
}
