import type { Order } from '#shared/api/orders.ts';
import type { Platform } from '#shared/platform.ts';

/** How the person is told of orders, from the set that is pending now (D34). */
export function orderAlerts(
  platform: Pick<Platform, 'setRinging' | 'announceOrder'>,
  say: (message: string) => void,
) {
  let ringing = '';
  const told = new Set<string>();
  return {
    /** Rings for exactly these orders, and announces each one that is new, once. */
    pending(orders: readonly Order[]): void {
      const ids = orders.map((order) => order.id);
      if (ids.join() !== ringing) {
        ringing = ids.join();
        platform.setRinging(ids);
      }
      const said: string[] = [];
      for (const order of orders) {
        if (told.has(order.id)) continue;
        told.add(order.id);
        const title = `New order ${order.orderNumber}`;
        const body = `${placeOf(order)}, ${countOf(order)}`;
        platform.announceOrder({ orderId: order.id, outletId: order.outletId, title, body });
        said.push(`${title}, ${body}`);
      }
      // In one piece: of several messages at once a screen reader reads the last.
      if (said.length > 0) say(said.join('. '));
    },
  };
}

/** The window's title: how many orders wait, for whoever looks at another tab. */
export function titleFor(name: string, pending: number): string {
  return pending === 0 ? name : `(${pending}) ${pending === 1 ? 'new order' : 'new orders'} · ${name}`;
}

/** `table 7`, or `collection` where the order has no table. */
export function placeOf(order: Pick<Order, 'tableNumber'>): string {
  return order.tableNumber ? `table ${order.tableNumber}` : 'collection';
}

function countOf(order: Pick<Order, 'items'>): string {
  const count = order.items.reduce((total, line) => total + line.quantity, 0);
  return count === 1 ? '1 item' : `${count} items`;
}
