import { sumPence } from '#shared/base/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { inTime } from '../../payments/in-time.ts';
import type { PaymentProvider, ReleaseOutcome } from '../../payments/payment-provider.ts';
import { remote } from './ask-for-hold.ts';
import type { OrderRow } from './order-row.ts';
import { isWorthTelling, wasAskedLongEnough } from './retry-at.ts';
import { isUnplaced, tellCharge } from './tell-charge.ts';

/**
 * A request for a hold may still be on its way when its order ends: for so long the provider is asked whether it has
 * come of it. Later than that only an event of the provider has it looked up.
 */
const LATE_HOLDS_MS = 60 * 60_000;

/** The outcome of a release, the reference of the hold that was released, and what marks an order that is charged. */
export type Released = ReleaseOutcome & { reference: string | null; error?: string };

export type HoldReleasesOptions = {
  payments: PaymentProvider | null;
  clock: Clock;
  log: FastifyBaseLogger;
  timeoutMs?: number | undefined;
};

/** Releases ended orders' holds. */
export function holdReleases({ payments, clock, log, timeoutMs }: HoldReleasesOptions) {
  /**
   * A hold counts as ended once the provider could not release it for long after its time was over. An order that is known
   * to be charged all the same is kept, whatever the provider can tell by then, until its money was given back.
   */
  return async function release(row: OrderRow): Promise<Released> {
    const released = await releaseNow(row);
    const { kind, reference } = released;
    // The money of an order that was placed is booked, if all of it was taken.
    if (kind === 'done' || (kind === 'taken' && !isUnplaced(row))) return released;
    if (kind === 'taken' || kind === 'partly-taken') {
      if (await isGivenBack(row, reference)) return { kind: 'done', reference };
      return { ...released, error: tellCharge(log, row, released) };
    }
    if (row.capture_error !== null) return released;
    if (wasAskedLongEnough(row.capture_before ?? row.created_at, clock.now())) {
      // Somebody may have taken the money while nothing could be seen of it, and one that was never placed is deleted next.
      const { id: orderId, payment_account: account, amount, created_at: placedAt } = row;
      log.warn({ event: 'release-given-up', orderId, account, reference, amount, placedAt });
      return { kind: 'done', reference };
    }
    if (isWorthTelling(row.payment_attempts))
      log.warn({ event: 'release-failed', orderId: row.id, reason: released.message });
    return released;
  };

  /** Whether the refunds at the provider come to all that the guest was to pay. */
  async function isGivenBack({ amount }: OrderRow, reference: string | null): Promise<boolean> {
    const provider = remote(payments);
    if (!provider || reference === null) return false;
    const listed = await inTime(() => provider.listRefunds(reference), timeoutMs);
    if (listed.kind === 'unknown') return false;
    const made = listed.refunds.filter(({ failed }) => !failed);
    return sumPence(made.map((refund) => refund.amount)) >= amount;
  }

  /** One whose reference was never heard of is looked up first. */
  async function releaseNow(row: OrderRow): Promise<Released> {
    if (!payments) return { kind: 'failed', message: 'No card provider is configured.', reference: null };
    const late = row.payment_reference === null ? await lateHold(row) : null;
    if (late?.kind === 'unknown') return { ...late, reference: null };
    const reference = row.payment_reference ?? late?.reference ?? null;
    if (reference === null && late === null && mayComeLate(row))
      return { kind: 'unknown', message: 'A hold may still come.', reference };
    const step = { orderId: row.id, reference, amount: row.amount, idempotencyKey: `release:${row.id}` };
    return { ...(await inTime(() => payments.release(step), timeoutMs)), reference };
  }

  async function lateHold({ id: orderId, payment_account: account, created_at: placedAt }: OrderRow) {
    const provider = remote(payments);
    if (!provider || account === null) return null;
    return inTime(() => provider.findHold({ orderId, account, placedAt }), timeoutMs);
  }

  function mayComeLate({ status, payment_account: account, ended_at: end }: OrderRow): boolean {
    const isAborted = status === 'payment_aborted' && account !== null && remote(payments) !== null;
    return isAborted && end !== null && clock.now().getTime() < end.getTime() + LATE_HOLDS_MS;
  }
}
