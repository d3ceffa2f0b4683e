import type { Order } from '#shared/api/orders.ts';
import { inOneGo } from './in-one-go.ts';
import { listReader } from './list-reader.ts';
import { updateIntake } from './update-intake.ts';

export type OutletLineOptions = {
  outletId: string;
  fetchOrders: (outletId: string, signal: AbortSignal) => Promise<Order[]>;
  fetchOrder: (orderId: string) => Promise<Order>;
  readOrder: (value: unknown) => Order;
  isConnected: () => boolean;
  on: {
    list: (outletId: string, orders: Order[], asItIs: boolean) => void;
    listFailed: (outletId: string, error: unknown) => void;
    orders: (orders: Order[]) => void;
  };
  /** Called with each order that this screen has now. */
  onApplied: (order: Order) => void;
  /** Called when `isCurrent` may have changed. */
  onChanged: () => void;
  retryMs: number;
};

/** What arrives is on the screen before it is said to be. */
const arrivals = ({ on, onApplied }: OutletLineOptions) =>
  inOneGo<Order>((orders) => {
    on.orders(orders);
    orders.forEach(onApplied);
  });

/** Keeps the orders of one watched outlet: its list, and its events on top of that. */
export function outletLine(options: OutletLineOptions) {
  const { outletId, on, onApplied } = options;
  /** Whether the list was read on this connection. */
  let current = false;
  let readAt = Date.now();

  const arrived = arrivals(options);
  const updates = updateIntake({
    fetchOrder: options.fetchOrder,
    readOrder: options.readOrder,
    onOrder: arrived.add,
    readList: () => lists.read(),
  });
  const lists = listReader({
    fetch: (signal) => options.fetchOrders(outletId, signal),
    onBegin() {
      readAt = Date.now();
      arrived.handOver();
      updates.hold();
    },
    onList(orders) {
      arrived.handOver();
      on.list(outletId, orders, updates.takeUndone());
      orders.forEach(onApplied);
      updates.replay();
      current = options.isConnected();
      options.onChanged();
    },
    onFailed(error) {
      on.listFailed(outletId, error);
      updates.replay();
      current = false;
      options.onChanged();
    },
    retryMs: options.retryMs,
  });

  return {
    outletId,
    updates,
    lists,
    isCurrent: () => current,
    readAt: () => readAt,
    /** Applies now the orders that have arrived. */
    applyArrived: arrived.handOver,
    /** Takes the server's count of changes; reads the list if it differs from this screen's, or was not read yet. */
    counted(seq: number | null, knownWhenAsked: number): void {
      const found = seq === null ? 'equal' : updates.compare(seq, knownWhenAsked);
      // A list that is on its way may be from before.
      if (found === 'undone') lists.restart();
      else if (found === 'behind' || !current) lists.read();
    },
    /** What was read may be old: the connection is another one, or the server cannot say. */
    doubt: () => void (current = false),
    stop: () => [arrived, updates, lists].forEach((part) => part.stop()),
  };
}
