import { guestPath } from '#shared/base/guest-path.ts';

declare const self: ServiceWorkerGlobalScope;

/** What the server tells a guest's phone of an order. */
type Pushed = { id: string; heading: string; text: string; outletId: string; orderId: string };
type Shown = { id: string; address: string };

/*
 * Shows what the server tells of an order, also while its page is closed. It caches nothing and answers no request: a guest's
 * page is always the server's own.
 */
self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('push', (event) => {
  const pushed = event.data?.json() as Pushed | undefined;
  if (pushed) event.waitUntil(show(pushed));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as Shown).address));
});

/** The notification of an order replaces the one before. It sounds again, unless it is the same message that came twice. */
async function show({ id, heading, text, outletId, orderId }: Pushed): Promise<void> {
  const [before] = await self.registration.getNotifications({ tag: orderId });
  const options = {
    body: text,
    tag: orderId,
    renotify: (before?.data as Shown | undefined)?.id !== id,
    data: { id, address: `${guestPath(outletId)}/orders/${orderId}` } satisfies Shown,
  };
  await self.registration.showNotification(heading, options);
}

/** Shows the order's page where it is open, or in a new window: another page may have a basket in it. */
async function open(address: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = windows.find(({ url }) => new URL(url).pathname === address);
  await (window ? window.focus() : self.clients.openWindow(address));
}
