import type { BrowserWindow, Notification as SystemNotification } from 'electron';
import { RING_EVERY_MS, type OrderAnnouncement } from '#shared/platform.ts';

export type AlertsOptions = {
  window: () => Pick<BrowserWindow, 'isFocused' | 'flashFrame'> | null;
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
export function alerts({ window, ring, badge, arrived, announced: told, chosen, notify }: AlertsOptions) {
  const announced = new Set<string>();
  /** What is on the screen, by order. One that nothing refers to any more would lose its click to the collector. */
  const shown = new Map<string, { close: () => void }>();
  let ringing: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;

  function strike(): void {
    ring(ringing);
    if (window()?.isFocused() === false) window()?.flashFrame(true);
  }

  return {
    setRinging(orderIds: readonly string[]): void {
      ringing = orderIds;
      badge(ringing.length);
      for (const [orderId, notification] of shown) if (!ringing.includes(orderId)) notification.close();
      if (ringing.length > 0 && timer === undefined) {
        strike();
        timer = setInterval(strike, RING_EVERY_MS);
      } else if (ringing.length === 0 && timer !== undefined) {
        clearInterval(timer);
        timer = undefined;
        window()?.flashFrame(false);
      }
    },

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
