import type { Order } from '#shared/api/orders.ts';
import type { inOneGo } from './in-one-go.ts';
import { listCheck, type CheckedList } from './list-check.ts';
import { listReader } from './list-reader.ts';
import type { updateIntake } from './update-intake.ts';

export type OutletListOptions = CheckedList & {
  fetchOrders: (outletId: string, signal: AbortSignal) => Promise<Order[]>;
  isConnected: () => boolean;
  /** Whether the server tells the versions of its orders by themselves. */
  mayCheck: () => boolean;
  on: {
    list: (outletId: string, orders: Order[], asItIs: boolean) => void;
    listFailed: (outletId: string, error: unknown) => void;
  };
  /** Called with each order that this screen has now. */
  onApplied: (order: Order) => void;
  /** Called when `isCurrent` may have changed. */
  onChanged: () => void;
  retryMs: number;
};

/** The orders that have arrived, and the events that bring them. */
type Arrivals = {
  arrived: ReturnType<typeof inOneGo<Order>>;
  updates: ReturnType<typeof updateIntake>;
};

/** Only the list says what has become of them. */
const hasUnreadable = ({ known, outletId }: CheckedList): boolean =>
  known().outlets.some((one) => one.outletId === outletId && one.unreadable.length > 0);

/** Keeps the list of one watched outlet: reads it whole, or what of it differs from the server's. */
export function outletList(options: OutletListOptions, { arrived, updates }: Arrivals) {
  const { outletId, on } = options;
  /** Whether it was read on this connection. */
  let current = false;
  let readAt = Date.now();

  const { read, ...reader } = listReader({
    fetch: (signal) => options.fetchOrders(outletId, signal),
    onBegin() {
      readAt = Date.now();
      arrived.handOver();
      updates.hold();
    },
    onList(orders) {
      arrived.handOver();
      on.list(outletId, orders, updates.takeUndone());
      orders.forEach(options.onApplied);
      ended(options.isConnected());
    },
    onFailed(error) {
      on.listFailed(outletId, error);
      ended(false);
    },
    retryMs: options.retryMs,
  });
  const checks = listCheck({ ...options, readOne: updates.readOne, readList: read });

  /** What is on its way may never arrive, and says nothing that the list does not. */
  function restart(): void {
    checks.stop();
    reader.restart();
  }

  function ended(isCurrent: boolean): void {
    updates.replay();
    current = isCurrent;
    options.onChanged();
  }

  /** Reads what differs from the list that the server has now; or that list, by the given way. */
  function lookOr(readAll: () => void): void {
    if (!current || !options.mayCheck() || hasUnreadable(options)) return readAll();
    readAt = Date.now();
    checks.begin();
  }

  return {
    read,
    restart,
    look: () => lookOr(read),
    lookAnew: () => lookOr(restart),
    beat: checks.beat,
    isCurrent: () => current,
    /** When it was last read or checked. */
    readAt: () => readAt,
    /** What was read may be old: the connection is another one, or the server cannot say. */
    doubt: () => void (current = false),
    stop: () => [reader, checks].forEach((part) => part.stop()),
  };
}
