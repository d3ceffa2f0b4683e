import type { Unsubscribe } from '#shared/host/port.ts';
import { record, text } from '#shared/base/loose-json.ts';
import type { Order } from '#shared/api/orders.ts';
import { readOrder } from '../api/read-order.ts';
import { listeners } from '../platform/listeners.ts';
import type { Stored } from '../platform/stored.ts';
import type { OrderPress } from './order-call.ts';

/** A press that was sent, and of which nobody knows whether it arrived. */
export type UnansweredPress = {
  accountId: string;
  /** As it was when it was pressed. */
  order: Order;
  press: OrderPress;
  /** The same however often it is sent, so that it can do nothing twice. */
  idempotencyKey: string;
  /** Why there is no answer; null while it is sent. */
  why: string | null;
};

export type UnansweredPresses = {
  all(): readonly UnansweredPress[];
  of(orderId: string): UnansweredPress | undefined;
  put(press: UnansweredPress): void;
  remove(orderId: string): void;
  /** Forgets those of everybody else. */
  keepOnly(accountId: string | null): void;
  onChanged(listener: () => void): Unsubscribe;
};

const KEY = 'unansweredPresses';
const LOADED_AGAIN = 'The page was loaded again before the server answered.';

/** The presses without an answer; a reload of the page does not lose them. */
export function unansweredPresses(storage: Pick<Stored, 'get' | 'set'>): UnansweredPresses {
  const changed = listeners<void>();
  let all: readonly UnansweredPress[] = readKept(storage);

  function set(next: readonly UnansweredPress[]): void {
    if (next.length === all.length && next.every((press, index) => press === all[index])) return;
    all = next;
    storage.set(KEY, JSON.stringify(all));
    changed.tell();
  }
  const others = (orderId: string) => all.filter(({ order }) => order.id !== orderId);
  return {
    all: () => all,
    of: (orderId) => all.find(({ order }) => order.id === orderId),
    put: (press) => set([...others(press.order.id), press]),
    remove: (orderId) => set(others(orderId)),
    keepOnly: (accountId) => set(all.filter((press) => press.accountId === accountId)),
    onChanged: changed.add,
  };
}

/** None if an earlier version, or somebody else, has kept something else there. */
function readKept(storage: Pick<Stored, 'get'>): UnansweredPress[] {
  try {
    const kept: unknown = JSON.parse(storage.get(KEY) ?? '[]');
    const presses = (kept as unknown[]).map((entry) => {
      const { accountId, order, press, idempotencyKey, why } = record(entry);
      return {
        accountId: text(accountId),
        order: readOrder(order),
        press: press as OrderPress,
        idempotencyKey: text(idempotencyKey),
        why: typeof why === 'string' ? why : LOADED_AGAIN,
      };
    });
    return presses.filter(({ order }) => order.version > 0);
  } catch {
    return [];
  }
}
