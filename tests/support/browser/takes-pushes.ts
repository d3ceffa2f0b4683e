import { expect, type Page } from 'playwright/test';
import type { pushService } from '../alerts/push-service.ts';

/**
 * A browser's subscription is at the test's push service; what that gets is handed to the page's real worker. To be called
 * before the page is opened.
 */
export async function takesPushes(page: Page, phones: Awaited<ReturnType<typeof pushService>>) {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript((subscription) => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as never;
  }, phones.subscription('This phone'));
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await browser.send('ServiceWorker.enable');
  return async (index: number) => {
    await expect.poll(() => phones.received.length).toBeGreaterThan(index);
    const [received, registrationId] = [phones.received[index], await registered];
    if (!received) throw new Error('Nothing was pushed.');
    const data = JSON.stringify(phones.decrypted(received));
    await browser.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId,
      data,
    });
  };
}

/** The notifications that the worker of a page's address shows. */
export const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
  });
