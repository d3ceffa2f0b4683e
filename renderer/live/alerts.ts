import type { Alarm } from '#shared/api/escalation.ts';
import type { Order } from '#shared/api/orders.ts';
import type { RingingOrder } from '#shared/base/ring.ts';
import type { Platform } from '#shared/host/platform.ts';
import { numberOf, placeOf } from '../orders/place-of.ts';
import { ticker } from '../orders/ticker.ts';
import { perOrder } from '../state/per-order.ts';

/** Alerts the person to orders, from the set that is pending now. */
export function orderAlerts(
  platform: Pick<Platform, 'setRinging' | 'announceOrder'>,
  say: (message: string) => void,
  /** The name of an order's outlet, if several are watched. */
  outletNameOf: (outletId: string) => string | null = () => null,
) {
  /** Null until the host was first notified: until then it goes on ringing for the page before. */
  let ringing: Ringing | null = null;
  const told = new Set<string>();
  return {
    /** Rings for exactly these orders and alarms, and announces each new order once. */
    pending(orders: readonly Order[], alarms: readonly Alarm[] = []): void {
      const next = [...orders, ...alarms];
      if (!isSameRing(ringing, next)) {
        ringing = next;
        platform.setRinging(ringingOf(next));
      }
      const said: string[] = [];
      for (const order of orders) {
        if (told.has(order.id)) continue;
        told.add(order.id);
        const title = `New order ${numberOf(order)}`;
        const outlet = outletNameOf(order.outletId);
        const body = [...(outlet ? [outlet] : []), placeOf(order), countOf(order)].join(', ').slice(0, 500);
        platform.announceOrder({ orderId: order.id, outletId: order.outletId, title, body });
        said.push(`${title}, ${body}`);
      }
      // As one message: of several at once a screen reader reads only the last.
      if (said.length > 0) say(said.join('. '));
    },
  };
}

/** What rings, and when it expires; alarms do not. */
type Ringing = readonly { id: string; expiresAt?: string | null }[];

const isSameRing = (before: Ringing | null, next: Ringing): boolean =>
  before?.length === next.length &&
  next.every(({ id, expiresAt }, at) => id === before[at]!.id && expiresAt === before[at]!.expiresAt);

/** By the server's clock; NaN if nobody knows. */
const expiresAt = perOrder((ringing: Ringing[number]) => Date.parse(ringing.expiresAt ?? ''));

/** Each with the time in which it expires, if known. */
function ringingOf(ringing: Ringing): RingingOrder[] {
  const now = ticker.now();
  return ringing.map((order) => {
    const left = expiresAt(order) - now;
    return { orderId: order.id, expiresInMs: left > 0 ? left : null };
  });
}

/** How many orders wait, in a window's title; empty if none does. */
export function waitingText(pending: number): string {
  return pending === 0 ? '' : `(${pending}) ${pending === 1 ? 'new order' : 'new orders'}`;
}

function countOf(order: Pick<Order, 'items'>): string {
  const count = order.items.reduce((total, line) => total + line.quantity, 0);
  return count === 1 ? '1 item' : `${count} items`;
}
