import { appSections } from '#shared/base/app-sections.ts';
import { orderAddress } from '#shared/base/order-address.ts';

declare const self: ServiceWorkerGlobalScope;

/** What the server tells a phone of an order that nobody has seen, or of a test. */
type Pushed = { heading: string; text: string; outletId: string; orderId: string | null; token: string };

/**
 * Shows push messages as notifications, and tells the server that each was shown. The notification of an order
 * replaces the one before, and sounds again.
 */
export function showPushes(apiBase: string): void {
  self.addEventListener('push', (event) => {
    const pushed = event.data?.json() as Pushed | undefined;
    if (pushed) event.waitUntil(show(pushed));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(String(event.notification.data)));
  });

  async function show({ heading, text, outletId, orderId, token }: Pushed): Promise<void> {
    const options = {
      body: text,
      tag: orderId ?? `test ${outletId}`,
      renotify: true,
      requireInteraction: true,
    };
    await self.registration.showNotification(heading, {
      ...options,
      data: orderId === null ? `/outlets/${outletId}/manage` : orderAddress({ outletId, orderId }),
    });
    await fetch(`${apiBase}/alerts/arrived`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  }
}

/**
 * Shows the address in a window of the app, or in a new one. An open one is told and not loaded: until somebody presses
 * something in a page that was loaded again, it could not ring.
 */
async function open(address: string): Promise<void> {
  const windows = (await self.clients.matchAll({ type: 'window' })).filter(({ url }) =>
    appSections.includes(sectionOf(url)),
  );
  const [path] = address.split('?');
  const window = windows.find(({ url }) => new URL(url).pathname === path) ?? windows[0];
  if (!window) return void (await self.clients.openWindow(address));
  window.postMessage(address);
  await window.focus();
}

const sectionOf = (url: string) => new URL(url).pathname.split('/')[1] ?? '';
