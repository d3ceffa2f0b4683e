import type { BrowserWindow, Notification as SystemNotification } from 'electron';
import { RING_EVERY_MS, type OrderAnnouncement } from '#shared/platform.ts';

export type AlertsOptions = {
  window: () => BrowserWindow | null;
  /** Plays the bell once, in the page. */
  ring: () => void;
  chosen: (order: { orderId: string; outletId: string }) => void;
  notify: ((options: { title: string; body: string; silent: boolean }) => SystemNotification) | null;
};

/**
 * Rings, flashes and notifies (D34). The ring is scheduled here: a page that is hidden, slow or busy has no part in
 * when it comes.
 */
export function alerts({ window, ring, chosen, notify }: AlertsOptions) {
  const announced = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  return {
    setRinging(orderIds: readonly string[]): void {
      if (orderIds.length === 0) {
        clearInterval(timer);
        timer = undefined;
        window()?.flashFrame(false);
        return;
      }
      if (timer !== undefined) return;
      ring();
      timer = setInterval(ring, RING_EVERY_MS);
      if (window()?.isFocused() === false) window()?.flashFrame(true);
    },

    /** One notification an order, however often it is announced (hazards E30). */
    announce({ orderId, outletId, title, body }: OrderAnnouncement): void {
      if (announced.has(orderId)) return;
      announced.add(orderId);
      // The till has its own ring; the system's sound on top would be a second one.
      const notification = notify?.({ title, body, silent: true });
      notification?.on('click', () => {
        window()?.show();
        window()?.focus();
        chosen({ orderId, outletId });
      });
      notification?.show();
    },

    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
