import type { Order } from '#shared/api/orders.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import { Refusal } from '../../http/refusal.ts';
import type { PaymentOutcome, PaymentProvider } from '../../payments/payment-provider.ts';
import type { OrderRow } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';
import type { Asked, transitions } from './transition.ts';

const PROVIDER_TIMEOUT_MS = 15_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60 * 60_000;

export type PaymentStepsOptions = {
  orders: OrdersRepository;
  apply: ReturnType<typeof transitions>['apply'];
  payments: PaymentProvider | null;
  clock: Clock;
  log: FastifyBaseLogger;
};

/**
 * What is owed to the card provider after a commit: taking the money of a closed order, or releasing the hold of one
 * that was cancelled or expired. The order's `payment_due_at` remembers it, so a crash only makes it later (D25).
 */
export function paymentSteps({ orders, apply, payments, clock, log }: PaymentStepsOptions) {
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
    // The version has risen since the caller looked; only the key still speaks of this command.
    const keptFor = asked && { ...asked, ifMatch: null };
    if (outcome.kind === 'done') return apply(load, { kind: 'captureConfirmed' }, keptFor);
    log.warn({
      event: 'capture-failed',
      orderId: row.id,
      attempts: row.payment_attempts + 1,
      reason: outcome.message,
    });
    const retry = {
      payment_attempts: row.payment_attempts + 1,
      payment_due_at: retryAt(row.payment_attempts),
    };
    const failed = await apply(load, { kind: 'captureFailed' }, keptFor, {
      ...retry,
      capture_error: outcome.message,
    });
    await orders.postponePayment(row.id, retry.payment_due_at, retry.payment_attempts);
    return failed;
  }

  /** Everything that is due; how many there were. */
  async function settleDue(): Promise<number> {
    const due = await orders.paymentsDue(clock.now(), 50);
    for (const id of due) {
      const row = await orders.findAny(id);
      if (row) await settle(row);
    }
    return due.length;
  }

  async function settle(row: OrderRow): Promise<void> {
    if (row.status === 'payment_capture' || row.status === 'deliver_success') {
      const result = await takePayment(row, null);
      if (result instanceof Refusal)
        log.error({ event: 'capture-unsettled', orderId: row.id, code: result.code });
      return;
    }
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
    await orders.postponePayment(
      row.id,
      done ? null : retryAt(row.payment_attempts),
      row.payment_attempts + 1,
    );
  }

  /** An answer in any case: a provider that is silent or throws has failed, and is asked again. */
  async function ask(step: (provider: PaymentProvider) => Promise<PaymentOutcome>): Promise<PaymentOutcome> {
    if (!payments) return { kind: 'failed', message: 'No card provider is configured.' };
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<PaymentOutcome>((resolve) => {
      timer = setTimeout(
        () => resolve({ kind: 'failed', message: 'The card provider did not answer in time.' }),
        PROVIDER_TIMEOUT_MS,
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
