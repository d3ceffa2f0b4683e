import { createHmac } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import type { Alert } from '#shared/api/escalation.ts';
import { mailServer, type MailServer } from '../support/alerts/mail-server.ts';
import { pushService } from '../support/alerts/push-service.ts';
import { receiver, type Receiver } from '../support/alerts/receivers.ts';
import { looksRight } from '../support/browser/looks-right.ts';
import { shownNotifications, takesPushes } from '../support/browser/takes-pushes.ts';
import { ownPlatform } from '../support/shop/on-platform.ts';
import { startPlatform } from '../support/shop/platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { card, openLive } from '../support/shop/shift.ts';

type Outside = { mail: MailServer; phones: Awaited<ReturnType<typeof pushService>>; gateway: Receiver };

/** A platform whose server reaches people through a mail server, a push service and a gateway on loopback. */
const test = ownPlatform.extend<{ outside: Outside }>({
  async outside({}, give) {
    const [mail, phones, gateway] = await Promise.all([mailServer(), pushService(), receiver()]);
    await give({ mail, phones, gateway });
    await Promise.all([mail.close(), phones.close(), gateway.close()]);
  },
  async platform({ outside }, give) {
    const platform = await startPlatform({
      SMTP_URL: outside.mail.url,
      MAIL_FROM: 'Servery <alerts@servery.test>',
      WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
      PUSH_PRIVATE_HOSTS: '127.0.0.1',
    });
    await give(platform);
    await platform.stop();
  },
});

test.use({ serviceWorkers: 'allow' });

/** What the worker does with the page's window, besides telling it, once the order's notification is pressed. */
async function pressedFor(page: Page, orderId: string): Promise<string[]> {
  await page.evaluate(async () => navigator.serviceWorker.ready);
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('There is no worker.');
  return worker.evaluate(async (tag) => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: object) => Event;
      WindowClient: { prototype: { focus(): Promise<void>; navigate(address: string): Promise<void> } };
      Notification: { prototype: { close(): void } };
    };
    const done: string[] = [];
    // Without a person's press a browser does neither.
    scope.WindowClient.prototype.focus = async () => void done.push('focus');
    scope.WindowClient.prototype.navigate = async (address) => void done.push(address);
    // It is pressed again later.
    scope.Notification.prototype.close = () => undefined;
    const [notification] = await scope.registration.getNotifications({ tag });
    const press = new scope.NotificationEvent('notificationclick', { notification });
    const works: Promise<unknown>[] = [];
    Object.assign(press, { waitUntil: (work: Promise<unknown>) => works.push(work) });
    dispatchEvent(press);
    await Promise.all(works);
    return done;
  }, orderId);
}

test('who is told when nobody answers is set and tested on one page, and an order that nobody sees tells them all (D47)', async ({
  platform,
  outside,
  elsewhere,
}) => {
  const { mail, gateway } = outside;
  const office = await elsewhere();
  const push = await takesPushes(office, outside.phones);
  await office.goto(`${platform.origin}/outlets/${platform.outletId}/manage`);
  const section = office.getByRole('region', { name: 'When nobody answers' });
  const missing = section.getByRole('list', { name: 'Missing' });
  await expect(missing).toHaveText(
    'No phone is told. Open this page on the owner’s phone, and press “Add this phone”.',
  );
  await section.getByRole('button', { name: 'Add this phone' }).click();
  await expect(section.getByRole('list', { name: 'Phones' }).getByRole('listitem')).toHaveCount(1);
  await expect(missing).toBeHidden();

  for (const [rung, seconds] of [
    ['Every screen rings', '5'],
    ['Phones', '6'],
    ['E-mail and webhook', '7'],
  ] as const)
    await section.getByLabel(`Seconds: ${rung}`).fill(seconds);
  await section.getByLabel('Webhook for text messages').fill(`${gateway.url}/hook`);
  await section.getByRole('button', { name: 'Save', exact: true }).click();
  await section.getByRole('button', { name: 'Show the secret' }).click();
  const secret = await section.locator('code').innerText();

  // The test finds the one that is dead.
  mail.refused.add(platform.email);
  await section.getByRole('button', { name: 'Send a test' }).click();
  const result = section.getByRole('status', { name: 'Result of the test' }).getByRole('listitem');
  await expect(
    office.getByRole('status').filter({ hasText: 'This is a test of The Old Ferry' }),
  ).toBeVisible();
  await expect(result.filter({ hasText: platform.email })).toContainText(
    'did not arrive. The mail server refused',
  );
  await expect(result.filter({ hasText: 'Webhook' })).toContainText('arrived');
  const phone = result.filter({ hasText: '(phone)' });
  await expect(phone).toContainText('waiting');
  await push(0);
  await expect(result.filter({ hasText: /: arrived/ })).toHaveCount(3);
  expect((await shownNotifications(office)).map(({ title }) => title)).toEqual(['Test: The Old Ferry']);
  await looksRight(office, 'when nobody answers');
  mail.refused.clear();

  const till = await elsewhere();
  await till.getByRole('link', { name: 'Settings' }).click();
  await (await sellerApi(platform)).start();
  const { order } = await platform.placeOrder();
  const unseen = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'Nobody has seen order 1, table 7' });
  await Promise.all([office, till].map((page) => expect(unseen(page)).toBeVisible({ timeout: 10_000 })));
  await looksRight(till, 'an order that nobody has seen');
  await push(1);
  await expect.poll(() => mail.mails.length).toBe(1);
  await expect.poll(() => gateway.received.length).toBe(2);
  expect(mail.mails[0]?.text).toContain('Order 1 at The Old Ferry: nobody has seen it');
  const hook = gateway.received[1];
  const [, at = '', v1] = /^t=(\d+),v1=(\w+)$/.exec(String(hook?.headers['servery-signature'])) ?? [];
  expect(v1).toBe(createHmac('sha256', secret).update(`${at}.${hook?.body.toString()}`).digest('hex'));

  const seller = await sellerApi(platform);
  const arrived = async () =>
    (await seller.call<Alert[]>('GET', `/sellers/orders/${order.id}/alerts`)).filter(
      ({ arrivedAt }) => arrivedAt !== undefined,
    );
  // Both screens have rung, and the phone has shown it.
  await expect.poll(async () => (await arrived()).length).toBe(3);
  await seller.call('POST', `/sellers/orders/accept/${order.id}`);
  await Promise.all([office, till].map((page) => expect(unseen(page)).toBeHidden({ timeout: 2_000 })));

  await openLive(till);
  await card(till, 1)
    .getByRole('button', { name: /Americano/ })
    .click();
  const told = till.getByRole('region', { name: 'Nobody had seen it' });
  await expect(told).toContainText(/Push to .*: shown at/);
  await expect(told).toContainText(`E-mail to ${platform.email}: delivered`);
  await expect(told).toContainText('Webhook: delivered');
  await expect(told).toContainText(/: rang at/);
  await looksRight(till, 'the order that nobody had seen');

  // A page that was loaded again could not ring until somebody presses something there.
  const outlet = `/outlets/${platform.outletId}`;
  for (const place of ['manage', 'orders', 'orders-basic', 'trading-session']) {
    await office.goto(`${platform.origin}${outlet}/${place}`);
    await expect(office.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await office.evaluate(() => Object.assign(globalThis, { notLoadedAgain: true }));
    expect(await pressedFor(office, order.id), place).toEqual(['focus']);
    await expect(office.getByRole('heading', { name: 'Order 1' }), place).toBeVisible();
    expect(new URL(office.url()).pathname).toBe(`${outlet}/trading-session`);
    expect(await office.evaluate(() => 'notLoadedAgain' in globalThis), place).toBe(true);
  }
});
