import type { OrderAnnouncement } from '#shared/host/alerts.ts';
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
    const notification = new Notification(title, { body, tag: orderId });
    notification.addEventListener('show', () => alerted.tell([orderId]));
    notification.addEventListener('click', () => {
      focus();
      chosen.tell({ orderId, outletId });
    });
  };
}
