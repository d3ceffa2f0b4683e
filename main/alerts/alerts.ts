import type { BrowserWindow, Notification as SystemNotification } from 'electron';
import type { OrderAnnouncement } from '#shared/host/platform.ts';
import { ring as ringFor, type RingingOrder, type Timers } from '#shared/base/ring.ts';

export type AlertsOptions = {
  timers: Timers;
  window: () => Pick<BrowserWindow, 'isFocused' | 'flashFrame'> | null;
  /** Whether an order that has expired stops ringing without a word of the page. */
  dropsExpired: () => boolean;
  /** Sounds once for these orders. */
  ring: (orderIds: readonly string[]) => void;
  /** How many orders wait, for the icon of the app. */
  badge: (count: number) => void;
  /** An order has come that was not announced before. */
  arrived: () => void;
  /** An order's notification is on the screen. */
  announced: (orderId: string) => void;
  chosen: (order: { orderId: string; outletId: string }) => void;
  /** Null where the system shows no notifications. */
  notify:
    | ((options: {
        title: string;
        body: string;
        silent: boolean;
      }) => Pick<SystemNotification, 'on' | 'show' | 'close'>)
    | null;
};

/**
 * Rings, flashes and notifies (D34). The ring is scheduled here: a page that is hidden, slow, busy or dead has no part in
 * when it comes, and a page that has gone leaves what it asked for to the next one.
 */
export function alerts(options: AlertsOptions) {
  const { timers, window, dropsExpired, ring, badge, arrived, announced: told, chosen, notify } = options;
  const announced = new Set<string>();
  /** What is on the screen, by order. One that nothing refers to any more would lose its click to the collector. */
  const shown = new Map<string, { close: () => void }>();
  let flashing = false;

  const bell = ringFor({
    timers,
    dropsExpired,
    strike(orderIds) {
      ring(orderIds);
      if (window()?.isFocused() !== false) return;
      flashing = true;
      window()?.flashFrame(true);
    },
    changed(orderIds) {
      badge(orderIds.length);
      for (const [orderId, notification] of shown) if (!orderIds.includes(orderId)) notification.close();
      if (orderIds.length > 0 || !flashing) return;
      flashing = false;
      window()?.flashFrame(false);
    },
  });

  return {
    setRinging: (orders: readonly RingingOrder[]): void => bell.set(orders),

    /** One notification an order, however often it is announced (hazards E30). */
    announce({ orderId, outletId, title, body }: OrderAnnouncement): void {
      if (announced.has(orderId)) return;
      announced.add(orderId);
      arrived();
      // The till has its own ring; the system's sound on top would be a second one.
      const notification = notify?.({ title, body, silent: true });
      if (!notification) return;
      shown.set(orderId, notification);
      notification.on('close', () => shown.delete(orderId));
      notification.on('show', () => told(orderId));
      notification.on('click', () => chosen({ orderId, outletId }));
      notification.show();
    },
  };
}
