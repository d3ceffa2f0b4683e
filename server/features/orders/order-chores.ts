import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { expiringOrders } from './expiring-orders.ts';
import type { OrdersRepository } from './orders-repository.ts';
import type { paymentSteps } from './payment-steps.ts';
import type { ReadyTimes } from './ready-times.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { refundsOf } from './refunds.ts';
import type { commandRunner } from './command-runner.ts';

const KEYS_LIVE_MS = 24 * 60 * 60_000;
/** How long an order that was never paid for is stored and can be asked about. */
const UNPAID_LIVE_MS = 7 * 24 * 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
const MOST_AT_ONCE = 200;

export type OrderChoresOptions = ChoreReports & {
  orders: OrdersRepository;
  apply: ReturnType<typeof commandRunner>['apply'];
  payments: ReturnType<typeof paymentSteps>;
  refunds: ReturnType<typeof refundsOf>;
  readyTimes: Pick<ReadyTimes, 'announceDelays'>;
  clock: Clock;
  database: Database;
  /** How long an order waits for an answer that does not say it. */
  orderExpiryMs: number;
  /** How long to rest between runs, in ms. */
  everyMs: number;
};

/**
 * Background work on orders: new ones expire, the provider is asked again, and old idempotency keys are deleted. Due
 * work is read from the database, so it survives a restart; compare-and-set makes each step happen once, however many
 * servers poll. Each chore has its own interval, so that a provider that hangs does not stop orders from expiring.
 */
export function orderChores(options: OrderChoresOptions) {
  const { orders, apply, payments, refunds, readyTimes, clock, log, onRun } = options;
  const waits = expiringOrders(options.database, options.orderExpiryMs);
  const chore = (name: string, run: () => Promise<boolean>, everyMs = options.everyMs) =>
    reportedChore({ name, run, everyMs, log, onRun, failure: 'an order chore failed; it is tried again' });
  const settling = chore('settle-payments', payments.settleDue);
  const asking = chore('ask-unpaid', payments.askUnpaidDue);
  const refunding = chore('settle-refunds', refunds.settleDue);
  const expiring = chore('expire-orders', expireDue);
  const ending = chore('end-holds', payments.endHolds);
  const announcing = chore('announce-delays', readyTimes.announceDelays(apply));
  const sweeping = chore('forget-keys', sweep, SWEEP_EVERY_MS);
  const all = [expiring, ending, announcing, settling, asking, refunding, sweeping];

  async function expireDue(): Promise<boolean> {
    const ids = await waits.expired(clock.now(), MOST_AT_ONCE);
    for (const id of ids) await apply(() => stillDue(id), { kind: 'expire' }, null);
    if (ids.length > 0) void settling.look();
    const late = await waits.late(clock.now(), MOST_AT_ONCE);
    for (const id of late) await apply(() => stillLate(id), { kind: 'waitAnew' }, null);
    return ids.length === MOST_AT_ONCE || late.length === MOST_AT_ONCE;
  }

  /** An order that was accepted and moved back meanwhile has a new expiry. */
  async function stillDue(id: string) {
    const row = await orders.findAny(id);
    return row?.expires_at && row.expires_at <= clock.now() ? row : null;
  }

  /** How long it had waited before the clock was set back is not known: it waits for its whole time again. */
  async function stillLate(id: string) {
    const row = await orders.findAny(id);
    return row?.status === 'deliver_pending' && waits.isLate(row, clock.now()) ? row : null;
  }

  async function sweep(): Promise<boolean> {
    const now = clock.now().getTime();
    await orders.forgetKeysBefore(new Date(now - KEYS_LIVE_MS));
    return orders.deleteUnpaidBefore(new Date(now - UNPAID_LIVE_MS), MOST_AT_ONCE);
  }

  return {
    /** Runs the payment chores now; for callers that have just made one due. */
    async lookAtPayments(): Promise<void> {
      await Promise.all([settling.look(), asking.look(), refunding.look()]);
    },
    /** Runs all chores now, one after the other. */
    async look(): Promise<void> {
      for (const one of all) await one.look();
    },
    async stop(): Promise<void> {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}
