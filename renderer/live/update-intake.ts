import type { Order } from '#shared/api/orders.ts';
import { readUpdate, type Update } from './order-update.ts';

export type UpdateIntakeOptions = {
  fetchOrder: (orderId: string) => Promise<Order>;
  readOrder: (value: unknown) => Order;
  onOrder: (order: Order) => void;
  /** Called when an event was lost or is incomplete: only the list has the truth. */
  readList: () => void;
};

/**
 * Applies `order-update` events. While a list is being read they are also held, and applied again on top of it. A gap
 * in `seq`, an event with only an id, or an order without a version causes a read.
 */
export function updateIntake({ fetchOrder, readOrder, onOrder, readList }: UpdateIntakeOptions) {
  let lastSeq: number | null = null;
  /** The server has made at least so many changes: it has said so, on whichever connection. */
  let known = 0;
  let undone = false;
  let held: Update[] | null = null;
  let questions = 0;
  let stopped = false;
  /** The last request for each order whose answer is pending. */
  const asked = new Map<string, number>();

  function count(seq: number): void {
    lastSeq = Math.max(lastSeq ?? 0, seq);
    known = Math.max(known, seq);
  }

  function apply({ id, order }: Update): void {
    if (order && order.version > 0) onOrder(order);
    else void readOne(id);
  }

  /** Only the answer to the last request counts, in whatever order answers arrive. */
  async function readOne(id: string): Promise<void> {
    questions += 1;
    const question = questions;
    asked.set(id, question);
    try {
      const order = await fetchOrder(id);
      if (stopped || asked.get(id) !== question) return;
      asked.delete(id);
      onOrder(order);
    } catch {
      if (!stopped) readList();
    }
  }

  return {
    received(payload: unknown): void {
      const update = readUpdate(payload, readOrder);
      if (update === null) return readList();
      held?.push(update);
      const { seq } = update;
      const gap = seq !== null && lastSeq !== null && seq > lastSeq + 1;
      if (seq !== null) count(seq);
      apply(update);
      if (gap) readList();
    },
    readOne: (orderId: string) => void readOne(orderId),
    /** A list was requested. */
    hold(): void {
      held ??= [];
    },
    /** The list has arrived, or will not. */
    replay(): void {
      const replayed = held ?? [];
      held = null;
      replayed.forEach(apply);
    },
    known: () => known,
    /**
     * Compares the server's count of changes with this screen's, and with what was known when it was asked for. With fewer
     * than that the server's database is an older one, as after a restore: read the list anew.
     */
    compare(seq: number, knownWhenAsked: number): 'equal' | 'behind' | 'undone' {
      if (seq < knownWhenAsked) {
        lastSeq = known = seq;
        // What is held or asked for may have been undone, too.
        held = null;
        asked.clear();
        undone = true;
        return 'undone';
      }
      const behind = lastSeq !== null && seq > lastSeq;
      count(seq);
      return behind ? 'behind' : 'equal';
    },
    /** Whether a list must be taken as it is: what is known here may have been undone. */
    takeUndone(): boolean {
      const was = undone;
      undone = false;
      return was;
    },
    /** A new connection: its events are counted from the server's next count. */
    restartCount(): void {
      lastSeq = null;
    },
    stop(): void {
      stopped = true;
    },
  };
}
