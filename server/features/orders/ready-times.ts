import type { LineStage, ReadyEstimates, ReadyPromise } from '#shared/api/ready-times.ts';
import type { ItemStatus, OrderStatus } from '#shared/base/order-statuses.ts';
import type { ItemProgress, OrderCommand } from '#shared/orders/machine.ts';
import { canBePromised, isToBeMoved, movedOn, promisedMinute } from '#shared/orders/promises.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { commandRunner } from './command-runner.ts';
import type { OrderChanges } from './order-commits.ts';
import type { OrderRow } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';
import { readyEstimates } from './ready-estimates.ts';
import { readyTimesRepository } from './ready-times-repository.ts';

export type ReadyTimesOptions = {
  database: Database;
  orders: Pick<OrdersRepository, 'findAny'>;
  clock: Clock;
};

const MOST_AT_ONCE = 200;

export type ReadyTimes = ReturnType<typeof readyTimesOf>;

type Apply = ReturnType<typeof commandRunner>['apply'];
/** Who asked for a change, as far as a promise says it. */
type AskedReadyTime = { screenName: string | null; readyBy?: string | undefined } | null;

/** When orders will be ready, were promised to be, and were. */
export function readyTimesOf({ database, orders, clock }: ReadyTimesOptions) {
  const repository = readyTimesRepository(database);
  const estimated = readyEstimates({ database, clock });
  const now = () => clock.now().getTime();
  const promiseOf = promises({ repository, estimated, now });

  /** Null if somebody moved its promise or made it ready meanwhile. */
  async function delayed(id: string): Promise<OrderRow | null> {
    const row = await orders.findAny(id);
    return row?.promised_for && !row.ready_at && isToBeMoved(row.promised_for.getTime(), now()) ? row : null;
  }

  return {
    /** What a command changes of an order's ready time; `status` is the order's afterwards. */
    async changes(
      row: OrderRow,
      command: OrderCommand,
      status: OrderStatus,
      asked: AskedReadyTime,
    ): Promise<OrderChanges> {
      const promise = await promiseOf(row, command, asked);
      return {
        ...readyAtAfter(row, status, clock.now()),
        ...(promise !== null && withPromise(row, promise, asked, clock.now())),
      };
    },

    /** Null if the outlet is not the seller's. */
    async estimates(sellerId: string, outletId: string): Promise<ReadyEstimates | null> {
      const pending = await repository.pending(sellerId, outletId);
      if (!pending) return null;
      const times = pending.length === 0 ? [] : await estimated(outletId, pending);
      return {
        estimates: pending.map(({ id }, at) => ({
          orderId: id,
          readyBy: new Date(times[at] ?? now()).toISOString(),
        })),
      };
    },

    /** Whether a ready time can be promised now. */
    isAhead: (readyBy: string): boolean => canBePromised(promisedMinute(Date.parse(readyBy)), now()),

    /** Customers learn of a delay while the promised minute lasts, whether staff thought of it or not. */
    announceDelays: (apply: Apply) => async (): Promise<boolean> => {
      const ids = await repository.promisedBy(clock.now(), MOST_AT_ONCE);
      for (const id of ids) await apply(() => delayed(id), { kind: 'moveReadyTime' }, null);
      return ids.length === MOST_AT_ONCE;
    },
  };
}

type PromisesOptions = {
  repository: ReturnType<typeof readyTimesRepository>;
  estimated: ReturnType<typeof readyEstimates>;
  now: () => number;
};

/** Returns a function for the promise that a command makes, in Unix ms; null if it makes none. */
function promises({ repository, estimated, now }: PromisesOptions) {
  /** The promise of an order that is being accepted; null if its outlet makes none. */
  async function firstPromise(row: OrderRow, asked: AskedReadyTime): Promise<number | null> {
    if (row.is_test || !(await repository.promises(row.outlet_id))) return null;
    const wanted = asked?.readyBy === undefined ? null : promisedMinute(Date.parse(asked.readyBy));
    if (wanted !== null && canBePromised(wanted, now())) return wanted;
    const [estimate] = await estimated(row.outlet_id, [row]);
    return estimate ?? null;
  }

  return async function promiseOf(
    row: OrderRow,
    command: OrderCommand,
    asked: AskedReadyTime,
  ): Promise<number | null> {
    if (row.status === 'deliver_pending' && (command.kind === 'accept' || command.kind === 'progress'))
      return firstPromise(row, asked);
    if (command.kind !== 'moveReadyTime') return null;
    if (asked?.readyBy !== undefined) return promisedMinute(Date.parse(asked.readyBy));
    return row.promised_for && movedOn(row.promised_for.getTime(), now());
  };
}

/** An order is ready once all its lines are, until one of them is moved back. */
function readyAtAfter({ ready_at: readyAt }: OrderRow, status: OrderStatus, now: Date): OrderChanges {
  if (status === 'deliver_enroute') return readyAt === null ? { ready_at: now } : {};
  const isReady =
    status !== 'deliver_pending' && status !== 'deliver_waiting' && status !== 'deliver_working';
  return readyAt === null || isReady ? {} : { ready_at: null };
}

/** The stages of an order's lines, each with when it was made, until it is moved back. */
export function stagesAfter(
  { item_status: before }: Pick<OrderRow, 'item_status'>,
  after: readonly ItemProgress[],
  now: Date,
): LineStage[] {
  return after.map(({ id, status }) => {
    if (!isMade(status)) return { id, status };
    const was = before.find((line) => line.id === id);
    const readyAt = was && isMade(was.status) ? was.readyAt : now.toISOString();
    return { id, status, ...(readyAt && { readyAt }) };
  });
}

const isMade = (status: ItemStatus) => status === 'ready' || status === 'complete';

function withPromise(
  { promises }: OrderRow,
  promise: number,
  asked: AskedReadyTime,
  now: Date,
): OrderChanges {
  const made: ReadyPromise = {
    readyBy: new Date(promise).toISOString(),
    at: now.toISOString(),
    by: asked ? 'screen' : 'server',
    screenName: asked?.screenName ?? null,
  };
  return { promises: [...(promises ?? []), made], promised_for: new Date(promise) };
}
