import type { Order } from '#shared/api/orders.ts';
import { readUpdate, type Update } from './order-update.ts';

export type UpdateIntakeOptions = {
  fetchOrder: (orderId: string) => Promise<Order>;
  readOrder: (value: unknown) => Order;
  onOrder: (order: Order) => void;
  /** An event was lost, or says too little: only the list tells what is true. */
  readList: () => void;
};

/**
 * Takes `order-update` events and applies them; while a list is on its way they are held as well, and applied again on
 * top of it. A gap in `seq`, an event with only an id, or an order without a version makes it read.
 */
export function updateIntake({ fetchOrder, readOrder, onOrder, readList }: UpdateIntakeOptions) {
  let lastSeq: number | null = null;
  let held: Update[] | null = null;
  let questions = 0;
  let stopped = false;
  /** The last question about an order whose answer is on its way. */
  const asked = new Map<string, number>();

  function apply({ id, order }: Update): void {
    if (order && order.version > 0) onOrder(order);
    else void readOne(id);
  }

  /** Only the answer to the last question counts, however the answers overtake each other. */
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
      if (seq !== null) lastSeq = Math.max(lastSeq ?? 0, seq);
      apply(update);
      if (gap) readList();
    },
    /** A list was asked for. */
    hold(): void {
      held ??= [];
    },
    /** It has come, or will not. */
    replay(): void {
      const replayed = held ?? [];
      held = null;
      replayed.forEach(apply);
    },
    /** The server's own count; true where this screen has missed a change. */
    isBehind(seq: number): boolean {
      const behind = lastSeq !== null && seq > lastSeq;
      lastSeq = Math.max(lastSeq ?? 0, seq);
      return behind;
    },
    /** Another connection: its events are counted from what the server then says. */
    restartCount(): void {
      lastSeq = null;
    },
    stop(): void {
      stopped = true;
    },
  };
}
