import type { OrderAnnouncement } from '#shared/host/alerts.ts';
import { orderAddress } from '#shared/base/order-address.ts';
import type { Listeners } from '../renderer/platform/listeners.ts';
import { mayNotify } from './notification-permission.ts';

type NotificationsOptions = {
  /** The notification of these orders was shown. */
  alerted: Listeners<readonly string[]>;
  /** The person chose an order's notification. */
  chosen: Listeners<{ orderId: string; outletId: string }>;
};

/** The browser's notifications of orders, one for each; for where a person lets it show them. */
export function notifications({ alerted, chosen }: NotificationsOptions) {
  const announced = new Set<string>();
  return function announce({ orderId, outletId, title, body }: OrderAnnouncement): void {
    if (announced.has(orderId) || !mayNotify()) return;
    announced.add(orderId);
    try {
      const notification = new Notification(title, { body, tag: orderId });
      notification.addEventListener('show', () => alerted.tell([orderId]));
      notification.addEventListener('click', () => {
        focus();
        chosen.tell({ orderId, outletId });
      });
    } catch {
      void showByWorker(title, {
        body,
        tag: orderId,
        data: orderAddress({ outletId, orderId }),
      }).then(
        () => alerted.tell([orderId]),
        () => announced.delete(orderId),
      );
    }
  };
}

/** Browsers of phones show notifications only through the service worker, which opens `data` when one is chosen. */
async function showByWorker(title: string, options: NotificationOptions): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('This browser shows no notifications.');
  await registration.showNotification(title, options);
}
