import type { BrowserWindow, Notification as SystemNotification } from 'electron';
import type { OrderAnnouncement } from '#shared/host/alerts.ts';
import { ring as ringFor, type RingingOrder, type Timers } from '#shared/base/ring.ts';

export type AlertsOptions = {
  timers: Timers;
  window: () => Pick<BrowserWindow, 'isFocused' | 'flashFrame'> | null;
  /** Whether an expired order stops ringing without the page's saying so. */
  dropsExpired: () => boolean;
  /** Sounds once for these orders. */
  ring: (orderIds: readonly string[]) => void;
  /** Shows how many orders wait on the app's icon. */
  badge: (count: number) => void;
  /** Called for an order that was not announced before. */
  arrived: () => void;
  /** Called when an order's notification is on the screen. */
  announced: (orderId: string) => void;
  chosen: (order: { orderId: string; outletId: string }) => void;
  /** Null if the system shows no notifications. */
  notify:
    | ((options: {
        title: string;
        body: string;
        silent: boolean;
      }) => Pick<SystemNotification, 'on' | 'show' | 'close'>)
    | null;
};

/**
 * Rings, flashes and notifies. The ring is scheduled here, so that a page that is hidden, slow, busy or dead does not
 * delay it; after a page has gone, the ring goes on until the next page sets it anew.
 */
export function alerts(options: AlertsOptions) {
  const { timers, window, dropsExpired, ring, badge, arrived, announced: told, chosen, notify } = options;
  const announced = new Set<string>();
  /**
   * Notifications on the screen, by order. Without a reference, garbage collection would take a notification's click.
   */
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
    /** For these and for no others. */
    ringFor: (orders: readonly RingingOrder[]): void => bell.set(orders),

    /** Shows one notification per order, however often it is announced. */
    announce({ orderId, outletId, title, body }: OrderAnnouncement): void {
      if (announced.has(orderId)) return;
      announced.add(orderId);
      arrived();
      // The till rings itself; the system's sound would be a second one.
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
