import { expect, type Page } from 'playwright/test';
import { pushService } from '../support/alerts/push-service.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { shownNotifications, takesPushes } from '../support/browser/takes-pushes.ts';
import { ownPlatform } from '../support/shop/on-platform.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi, type SellerApi } from '../support/shop/seller-api.ts';

type Phones = Awaited<ReturnType<typeof pushService>>;

/** A platform that trades, and whose server pushes to a push service on loopback. */
const test = ownPlatform.extend<{ phones: Phones; seller: SellerApi }>({
  async phones({}, give) {
    const phones = await pushService();
    await give(phones);
    await phones.close();
  },
  async platform({ phones: _phones }, give) {
    const platform = await startPlatform({ PUSH_PRIVATE_HOSTS: '127.0.0.1' });
    await give(platform);
    await platform.stop();
  },
  async seller({ platform }, give) {
    const seller = await sellerApi(platform);
    await seller.start();
    await seller.listen();
    await give(seller);
  },
});

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

const button = (page: Page, name: string) => page.getByRole('button', { name });
const ask = (page: Page) => button(page, 'Notify me when it is ready');
const isOn = (page: Page) => page.getByText('You get a notification when it is ready');

/** Opens the page of an order that this browser placed. */
async function openOrder(page: Page, { origin, outletId, placeOrder }: TestPlatform): Promise<string> {
  const { order, trackingToken: token } = await placeOrder();
  const own = { id: order.id, token, number: order.orderNumber, at: Date.now() };
  await page.goto(`${origin}/o/${outletId}`);
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
    `guest:${outletId}`,
    JSON.stringify({ orders: [own], at: Date.now() }),
  ] as const);
  await page.goto(`${origin}/o/${outletId}/orders/${order.id}`);
  await expect(page.getByText('Sent. Waiting for the staff')).toBeVisible();
  return order.id;
}

/** What pressing the notification opens. */
async function pressed(page: Page): Promise<string[]> {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('No worker runs.');
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: { getNotifications(): Promise<unknown[]> };
      clients: { openWindow(address: string): Promise<null> };
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const opened: string[] = [];
    // Without a person's press a browser opens no window.
    const done = new Promise<void>((resolve) => {
      scope.clients.openWindow = async (address) => (opened.push(address), resolve(), null);
    });
    const [notification] = await scope.registration.getNotifications();
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    await done;
    return opened;
  });
}

test('one press, and a guest is told that the order is ready while its page is closed (D70)', async ({
  page,
  platform,
  phones,
  seller,
}) => {
  const push = await takesPushes(page, phones);
  const workers: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('/guest-worker.js')) workers.push(request.url());
  });
  const id = await openOrder(page, platform);
  await looksRightEverywhere(page, 'guest order that may notify');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(workers).toEqual([]);
  await expect(button(page, 'Ring when it is ready')).toBeVisible();
  await ask(page).click();
  await expect(isOn(page)).toBeVisible();
  await expect(button(page, 'Ring when it is ready')).toBeVisible();
  await looksRightEverywhere(page, 'guest order that notifies');
  await page.reload();
  await expect(isOn(page)).toBeVisible();

  await page.goto(`${platform.origin}/o/${platform.outletId}`);
  for (const _ of ['accepted', 'started', 'ready'])
    await seller.call('POST', `/sellers/outlets/${platform.outletId}/progress-order/${id}`);
  await push(0);
  const told = { title: 'Order #1 is ready: on its way to you', body: 'The Old Ferry' };
  await expect.poll(() => shownNotifications(page)).toEqual([told]);
  expect(await pressed(page)).toEqual([`/o/${platform.outletId}/orders/${id}`]);
  await expect.poll(() => shownNotifications(page)).toEqual([]);
});

test('a guest who stops notifications gets none, and may ask again (D70)', async ({
  page,
  platform,
  phones,
  seller,
}) => {
  await takesPushes(page, phones);
  const id = await openOrder(page, platform);
  await ask(page).click();
  await button(page, 'Stop notifications').click();
  await expect(ask(page)).toBeVisible();
  await page.reload();
  await ask(page).click();
  await expect(isOn(page)).toBeVisible();
  await seller.call('POST', `/sellers/orders/cancel/${id}`, {});
  await expect.poll(() => phones.received.length).toBe(1);
  await expect(ask(page)).toBeHidden();
  await expect(isOn(page)).toBeHidden();
});

test.describe('a browser', () => {
  test.use({ permissions: [] });

  test('that blocks notifications says so, and one without push messages offers none; both can ring (D70)', async ({
    page,
    platform,
    seller: _seller,
    browser,
  }) => {
    await openOrder(page, platform);
    await expect(page.getByText('This browser’s settings block notifications')).toBeVisible();
    await expect(ask(page)).toBeHidden();
    await expect(button(page, 'Ring when it is ready')).toBeVisible();

    const context = await browser.newContext();
    const other = await context.newPage();
    await other.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'));
    await openOrder(other, platform);
    await expect(button(other, 'Ring when it is ready')).toBeVisible();
    await expect(ask(other)).toBeHidden();
    await context.close();
  });
});

test('no other page of a guest may start a worker, and the worker itself may load nothing (D70)', async ({
  page,
  platform,
  seller: _seller,
}) => {
  const start = () =>
    page.evaluate(async () => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: {
          createPolicy(name: string, rules: object): { createScriptURL(address: string): string };
        };
      };
      const rules = { createScriptURL: (address: string) => address };
      const policy = trustedTypes.createPolicy('guest-worker', rules);
      await navigator.serviceWorker.register(policy.createScriptURL('/guest-worker.js'), { scope: '/o/' });
    });
  await page.goto(`${platform.origin}/o/${platform.outletId}`);
  await expect(start()).rejects.toThrow('guest-worker');
  const { headers } = await fetch(`${platform.origin}/guest-worker.js`);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).not.toContain('connect-src');
});
