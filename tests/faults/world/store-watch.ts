import type { OrdersState } from '../../../renderer/state/known-orders.ts';
import type { Ear } from './ear.ts';

type Orders = Pick<OrdersState, 'connection' | 'outlets' | 'sorted'>;
type Store = { getState(): { orders?: Orders }; subscribe(then: () => void): void };
type Fiber = { memoizedProps?: { store?: Store }; child: Fiber | null; sibling: Fiber | null };

/**
 * Runs in the page, after the ear: reports the connection's state, and each order as the screen learns of it and as it
 * stops to wait. It reads the screen's own store, which it finds in React's tree.
 */
export function watchStore(): void {
  const { ear } = globalThis as unknown as { ear: Ear };
  const isLoaded = ({ outlets }: Orders) => outlets.length > 0 && outlets.every(({ loaded }) => loaded);
  const known = new Map<string, string>();
  let store: Store | null = null;
  let connected = false;
  ear.shown = () => {
    const orders = store?.getState().orders;
    return orders && isLoaded(orders) ? orders.sorted.map(({ id, version }) => ({ id, version })) : [];
  };

  function look(): void {
    const orders = store?.getState().orders;
    if (!orders) return;
    const isConnected = orders.connection === 'connected' && isLoaded(orders);
    if (isConnected !== connected) ear.tell({ kind: 'connection', connected: isConnected });
    connected = isConnected;
    for (const { id, status } of orders.sorted) {
      if (!known.has(id)) ear.tell({ kind: 'known', orderId: id });
      if (status !== 'deliver_pending') answered(id);
      known.set(id, status);
    }
    const shown = new Set(orders.sorted.map(({ id }) => id));
    if (isLoaded(orders)) for (const id of known.keys()) if (!shown.has(id)) answered(id);
  }

  function answered(orderId: string): void {
    if (known.get(orderId) === 'deliver_pending') ear.tell({ kind: 'left', orderId });
    if (known.has(orderId)) known.set(orderId, 'answered');
  }

  function storeIn(fiber: Fiber | null): Store | null {
    for (let at = fiber; at; at = at.sibling) {
      const found = at.memoizedProps?.store ?? storeIn(at.child);
      if (found && 'getState' in found) return found;
    }
    return null;
  }

  const searching = setInterval(() => {
    const root = document.querySelector('#root');
    const key = root && Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
    if (!root || !key) return;
    const { stateNode } = (root as unknown as Record<string, { stateNode: { current: Fiber } }>)[key] ?? {};
    store = storeIn(stateNode?.current ?? null);
    if (!store) return;
    clearInterval(searching);
    store.subscribe(look);
    look();
  }, 20);
}
