import { setTimeout as wait } from 'node:timers/promises';
import type { LineCount, Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as newId } from 'uuid';
import type { Clock } from '../../core/clock.ts';
import { keyReused, notFound, refuse, Refusal } from '../../http/refusal.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { inTime } from '../../payments/in-time.ts';
import type { PaymentProvider, RefundOutcome } from '../../payments/payment-provider.ts';
import { withAction } from './order-actions.ts';
import type { OrderRow } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';
import { foreignRefunds } from './foreign-refunds.ts';
import {
  CANNOT_BE_SEEN,
  FAILED_THERE,
  MADE_MEANWHILE,
  madeElsewhere,
  NEVER_ASKED_FOR,
  notSaid,
  refusedByProvider,
  unconfirmed,
} from './refund-answers.ts';
import { refundBooking, type Changed } from './refund-booking.ts';
import { refundChecks } from './refund-checks.ts';
import { MOST_TRIES, type OrderCommits } from './order-commits.ts';
import { newRefund, type RefundRow, type RefundsRepository } from './refunds-repository.ts';
import { LEASE_MS, leaseIsOver, retryAt } from './retry-at.ts';
import type { Asked } from './command-runner.ts';

const LOOK_EVERY_MS = 50;
const MOST_AT_ONCE = 20;

export type RefundsOptions = {
  repository: RefundsRepository;
  orders: OrdersRepository;
  commit: OrderCommits['commit'];
  live: LiveFeed;
  payments: PaymentProvider | null;
  clock: Clock;
  log: FastifyBaseLogger;
  /** How long the provider may take to answer, in ms; 7 s if left out. */
  timeoutMs?: number | undefined;
};

/** What somebody asks to refund; `lines` is what it is for, none if they chose none. */
type RefundAsked = { amount: number; reason: string | null; lines: readonly LineCount[] };

/**
 * Refunds. The amount is first reserved on the order in one statement, and screens are notified. Only then is the
 * provider asked, outside any transaction; its answer confirms or releases the reservation. A crash at any point
 * leaves a pending refund, which is asked about again with the same key, so it is made at most once.
 */
export function refundsOf(options: RefundsOptions) {
  const { repository, orders, live, payments, clock, log, timeoutMs } = options;
  const booking = refundBooking(options);
  const { chosenOf, refusalOf } = refundChecks(orders, repository);
  const bookForeign = foreignRefunds({ ...options, booking, tell, tellMade });
  return {
    refund,
    settleDue,
    settleOf,
    /** Books what only the provider knows of an order's refunds; false if that must be retried. */
    adoptForeign: async (row: OrderRow): Promise<boolean> => (await bookForeign(row)).isComplete,
  };

  async function refund(
    load: () => Promise<OrderRow | null>,
    { amount, reason, lines: asks }: RefundAsked,
    asked: Asked,
  ): Promise<Order | Refusal> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const earlier = await answerToKey(asked);
      if (earlier) return earlier;
      const row = await load();
      if (!row) return notFound();
      const lines = (await refusalOf(row, amount, asked)) ?? (await chosenOf(row, asks));
      // The same press may have arrived twice at once; then this one is refused because of the other's change.
      if (lines instanceof Refusal) return (await answerToKey(asked)) ?? lines;
      if (attempt === 0 && (await bookForeign(row)).isNews)
        return madeElsewhere((await load().then((now) => now && orders.withRefunds([now])))?.[0]);
      const now = clock.now();
      const refundRow: RefundRow = {
        ...newRefund,
        id: newId(),
        order_id: row.id,
        amount: pence(amount),
        reason,
        lines,
        created_at: now,
        account_id: asked.accountId,
        idempotency_key: asked.idempotency?.key ?? null,
        idempotency_hash: asked.idempotency?.requestHash ?? null,
        due_at: new Date(now.getTime() + LEASE_MS),
      };
      const reserved = await booking.reserve(
        row,
        refundRow,
        withAction(row, 'refund', asked.screenName, now),
      );
      if (typeof reserved === 'string') continue;
      tell(reserved);
      return settle(refundRow, 'first');
    }
    return refuse(409, 'VERSION_CONFLICT', 'This order is changing too fast. Please try again.');
  }

  /** The answer that the same key got, or waits for the first request's answer; null for a new key. */
  async function answerToKey({ accountId, idempotency }: Asked): Promise<Order | Refusal | null> {
    if (!idempotency) return null;
    const { key, requestHash } = idempotency;
    for (;;) {
      // In this order: the commit that settles a refund stores its reply, so it is there by now, or expired.
      const earlier = await repository.byKey(accountId, key);
      const kept = await orders.keptReply(accountId, key);
      if (kept?.requestHash === requestHash) return kept.reply;
      if (!kept && !earlier) return null;
      // Its own refund goes before the reply that another command stored under the key.
      if (earlier?.idempotency_hash !== requestHash) return keyReused();
      if (earlier.status === 'failed') return refusedByProvider(earlier.failure ?? '');
      if (earlier.status === 'done') return asItStands(earlier.order_id);
      const { due_at: due, attempts } = earlier;
      if (attempts === 0 ? leaseIsOver(due, clock.now()) : !due || due <= clock.now()) {
        const settled = await askAgain(earlier);
        if (settled) return settled;
      } else if (attempts > 0) return unconfirmed(earlier.failure);
      await wait(LOOK_EVERY_MS);
    }
  }

  /** Asks about a refund that may be under way; null if somebody else has taken it up since it was read. */
  async function askAgain(refundRow: RefundRow): Promise<Order | Refusal | null> {
    return (await repository.take(refundRow)) ? settle(refundRow, 'again') : null;
  }

  /**
   * Asks the provider and settles the refund by its answer.
   * @param time the first time is in the request that has just reserved it: before that nobody can have asked for it
   */
  async function settle(refundRow: RefundRow, time: 'first' | 'again'): Promise<Order | Refusal> {
    const row = await orders.findAny(refundRow.order_id);
    if (!row) return notFound();
    const outcome = await ask(row, refundRow, await repository.knownElsewhere(refundRow, time));
    switch (outcome.kind) {
      case 'done': {
        const confirmed = await booking.confirm(refundRow, clock.now());
        if (confirmed) {
          tellMade(confirmed, refundRow.id);
          return confirmed.order;
        }
        // Somebody else has settled it meanwhile. If they gave it up, it is booked as made all the same.
        if ((await repository.find(refundRow.id))?.status === 'failed') await bookForeign(row);
        return asItStands(row.id);
      }
      case 'failed':
        return fail(refundRow, outcome.message);
      case 'disconnected':
        return notAskedFor(refundRow, time === 'first', NEVER_ASKED_FOR, CANNOT_BE_SEEN);
      case 'look-up-refused':
        return notAskedFor(refundRow, time === 'first', outcome.message, notSaid(outcome.message));
      case 'made-elsewhere': {
        const refused = await fail(refundRow, MADE_MEANWHILE);
        await bookForeign(row);
        return refused;
      }
      case 'fault-repeated':
        return postpone(refundRow, outcome.message, FAILED_THERE);
      case 'unknown':
        return postpone(refundRow, outcome.message, null);
      default:
        return outcome satisfies never;
    }
  }

  /** It was not asked for this time: it fails if nobody can have asked before, and otherwise stays unconfirmed. */
  async function notAskedFor(refundRow: RefundRow, isFirst: boolean, never: string, perhaps: string) {
    // It cannot be taken if anybody else has taken it up since it was reserved.
    return isFirst && (await repository.take(refundRow))
      ? fail(refundRow, never)
      : postpone(refundRow, perhaps, perhaps);
  }

  async function fail(refundRow: RefundRow, reason: string): Promise<Order | Refusal> {
    const failed = await booking.fail(refundRow, reason, clock.now());
    if (!failed && (await repository.find(refundRow.id))?.status === 'done')
      return asItStands(refundRow.order_id);
    log.warn({ event: 'refund-failed', orderId: refundRow.order_id, reason });
    tell(failed);
    return refusedByProvider(reason);
  }

  /** @param told why it cannot be confirmed, for its order; null if the provider just has not confirmed it yet */
  async function postpone(refundRow: RefundRow, reason: string, told: string | null): Promise<Refusal> {
    log.warn({ event: 'refund-unconfirmed', orderId: refundRow.order_id, reason });
    await repository.postpone(refundRow, retryAt(clock.now(), refundRow.attempts));
    if (told !== refundRow.failure) tell(await booking.explain(refundRow, told));
    return unconfirmed(told);
  }

  async function asItStands(orderId: string): Promise<Order | Refusal> {
    const row = await orders.findAny(orderId);
    return (row && (await orders.withRefunds([row]))[0]) ?? notFound();
  }

  function ask(row: OrderRow, { id, amount }: RefundRow, known: ReadonlySet<string>): Promise<RefundOutcome> {
    if (!payments)
      return Promise.resolve({ kind: 'unknown', message: 'No card provider is configured.' } as const);
    return inTime(
      () =>
        payments.refund({
          orderId: row.id,
          reference: row.payment_reference,
          amount,
          refundId: id,
          known,
          idempotencyKey: `refund:${id}`,
        }),
      timeoutMs,
    );
  }

  function tellMade(changed: Changed, refundId: string): void {
    const { id: orderId, refunded } = changed.order;
    log.info({ event: 'refunded', orderId, refundId, refunded });
    tell(changed);
  }

  function tell(changed: Changed | null): void {
    if (changed) live.orderChanged(changed.outletId, { order: changed.order, seq: changed.seq });
  }

  /** Asks about an order's refunds whose outcome is unknown. */
  async function settleOf(orderId: string): Promise<void> {
    for (const pending of await repository.pendingOf(orderId)) await askAgain(pending);
  }

  /** Asks about refunds whose outcome is unknown; returns whether there are more. */
  async function settleDue(): Promise<boolean> {
    const due = await repository.due(clock.now(), MOST_AT_ONCE);
    const settled = await Promise.allSettled(due.map(askAgain));
    for (const result of settled)
      if (result.status === 'rejected') log.error({ err: result.reason }, 'a refund is left unsettled');
    return due.length === MOST_AT_ONCE && settled.some((result) => result.status === 'fulfilled');
  }
}
