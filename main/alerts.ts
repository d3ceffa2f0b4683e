import type { BrowserWindow, Notification as SystemNotification } from 'electron';
import { RING_EVERY_MS, type OrderAnnouncement } from '#shared/platform.ts';

export type AlertsOptions = {
  window: () => Pick<BrowserWindow, 'isFocused' | 'flashFrame'> | null;
  /** Plays the bell once, in the page. */
  ring: () => void;
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
 * Rings, flashes and notifies (D34). The ring is scheduled here: a page that is hidden, slow or busy has no part in
 * when it comes.
 */
export function alerts({ window, ring, announced: told, chosen, notify }: AlertsOptions) {
  const announced = new Set<string>();
  /** What is on the screen, by order. One that nothing refers to any more would lose its click to the collector. */
  const shown = new Map<string, { close: () => void }>();
  let timer: NodeJS.Timeout | undefined;

  function strike(): void {
    ring();
    if (window()?.isFocused() === false) window()?.flashFrame(true);
  }

  /** Until the page asks for a ring again; a page that has gone asks for nothing. */
  function silence(): void {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    window()?.flashFrame(false);
  }

  return {
    silence,

    setRinging(orderIds: readonly string[]): void {
      const ringing = new Set(orderIds);
      for (const [orderId, notification] of shown) if (!ringing.has(orderId)) notification.close();
      if (ringing.size === 0) return silence();
      if (timer !== undefined) return;
      strike();
      timer = setInterval(strike, RING_EVERY_MS);
    },

    /** One notification an order, however often it is announced (hazards E30). */
    announce({ orderId, outletId, title, body }: OrderAnnouncement): void {
      if (announced.has(orderId)) return;
      announced.add(orderId);
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
