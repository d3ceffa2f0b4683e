import { expect, type Page } from 'playwright/test';
import { barTest as test, column, picture, shown, surname } from '../support/shop/pick-up-bar.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1920, height: 1080 } });

/** The screen is told within two seconds. */
const soon = { timeout: 2_000 };
const cut = (page: Page) => page.getByRole('alert').filter({ hasText: 'No connection since' });

test('an order is seen within two seconds of each press: accepted, ready, handed over; with a first name alone (D69)', async ({
  page,
  bar,
}) => {
  await page.goto(bar.screen);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Old Ferry');
  await expect(page.getByText('Order from your table or at the counter.')).toBeVisible();
  await expect(page.getByText(/^\d\d:\d\d$/)).toBeVisible();
  await picture(page, 'empty');
  const order = await bar.order();
  const forTable = await bar.order(undefined, '7');
  await bar.makeReady(forTable);

  await bar.accept(order);
  await expect(column(page, 'Coming up').getByRole('listitem')).toHaveText(shown(order), soon);
  await expect(column(page, 'Ready')).toContainText('Nothing just now');
  const first = await fetch(bar.screen);
  const bytes = await first.text();
  expect(bytes).toContain(`>${order.orderNumber}</span><bdi class="name">Priya</bdi>`);
  for (const secret of [surname, order.id, forTable.id, 'able 7']) expect(bytes).not.toContain(secret);
  const etag = first.headers.get('etag') ?? '';
  expect((await fetch(bar.screen, { headers: { 'if-none-match': etag } })).status).toBe(304);

  await bar.makeReady(order, 'accepted');
  await expect(column(page, 'Ready').getByRole('listitem')).toHaveText(shown(order), soon);
  await expect(column(page, 'Ready').getByRole('listitem')).toHaveAttribute('data-new', 'true');
  await expect(page.getByText(`Ready: ${order.orderNumber}`)).toBeAttached();
  expect(await page.content()).not.toContain(surname);
  await picture(page, 'new');
  await bar.handOver(order);
  await expect(page.getByText('Order from your table or at the counter.')).toBeVisible(soon);
  await expect(page.getByText('as soon as your order is accepted.')).toBeVisible();
});

test('a cut line is told with its time, the orders stay, and it mends by itself; after a restart of the server too', async ({
  page,
  bar,
  line,
  platform,
}) => {
  const [first, second, third] = [await bar.order(), await bar.order('Sam'), await bar.order('Ivy')];
  await bar.accept(first);
  await page.goto(bar.screen.replace(platform.origin, `http://127.0.0.1:${line.port}`));
  await expect(column(page, 'Coming up').getByRole('listitem')).toHaveText(shown(first));
  line.be('cut');
  await expect(cut(page)).toBeVisible();
  await expect(cut(page)).toContainText(/since \d\d:\d\d\. This may be out of date/);
  await expect(column(page, 'Coming up').getByRole('listitem')).toHaveText(shown(first));
  await picture(page, 'cut');
  await bar.accept(second);
  line.be('well');
  await expect(column(page, 'Coming up').getByRole('listitem')).toHaveText(
    [shown(first), shown(second, 'Sam')],
    { timeout: 10_000 },
  );
  await expect(cut(page)).toBeHidden();

  await platform.end('SIGKILL');
  await expect(cut(page)).toBeVisible();
  await platform.restart();
  await expect(cut(page)).toBeHidden({ timeout: 15_000 });
  await bar.accept(third);
  await expect(column(page, 'Coming up').getByRole('listitem')).toHaveCount(3, soon);
});

test('a line on which nothing arrives any more is told too, and events that a proxy keeps are asked for', async ({
  page,
  bar,
  line,
  platform,
}) => {
  test.slow();
  const order = await bar.order();
  await page.route('**/pick-up/events', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.goto(bar.screen.replace(platform.origin, `http://127.0.0.1:${line.port}`));
  await bar.accept(order);
  await expect(column(page, 'Coming up').getByRole('listitem')).toHaveText(shown(order), {
    timeout: 8_000,
  });
  await expect(cut(page)).toBeHidden();
  await page.unroute('**/pick-up/events');
  await page.waitForResponse((reply) => reply.url().endsWith('/events') && reply.ok());
  line.be('silent');
  await expect(cut(page)).toBeVisible({ timeout: 40_000 });
  line.be('cut');
  line.be('well');
  await expect(cut(page)).toBeHidden({ timeout: 15_000 });
});

test('the screen stays awake; its sound is off until somebody presses it, then each new number chimes', async ({
  page,
  bar,
}) => {
  await page.addInitScript(() => {
    const { createOscillator } = AudioContext.prototype;
    const counts = { notes: 0, locks: 0 };
    AudioContext.prototype.createOscillator = function count(this: AudioContext) {
      counts.notes += 1;
      return createOscillator.call(this);
    };
    const { request } = WakeLock.prototype;
    WakeLock.prototype.request = function count(this: WakeLock, type) {
      counts.locks += 1;
      return request.call(this, type);
    };
    Object.assign(globalThis, { counts });
  });
  const count = (what: 'notes' | 'locks') =>
    page.evaluate((name) => (globalThis as unknown as { counts: Record<string, number> }).counts[name], what);
  const [first, second] = [await bar.order(), await bar.order()];
  await page.goto(bar.screen);
  await expect.poll(() => count('locks')).toBe(1);
  const ready = column(page, 'Ready').getByRole('listitem');
  await bar.makeReady(first);
  await expect(ready).toHaveCount(1);
  expect(await count('notes')).toBe(0);
  await page.getByRole('button', { name: 'Sound off' }).click();
  await expect(page.getByRole('button', { name: 'Sound on' })).toHaveAttribute('aria-pressed', 'true');
  expect(await count('notes')).toBe(2);
  await bar.makeReady(second);
  await expect(ready).toHaveCount(2);
  await expect.poll(() => count('notes')).toBe(4);
  await bar.handOver(second);
  await expect(ready).toHaveCount(1);
  await expect(ready).toHaveAttribute('data-new', 'true');
  expect(await count('notes')).toBe(4);
});

test('an outlet whose guest page is switched off has no screen, and an open one says so and comes back', async ({
  page,
  bar,
  platform,
}) => {
  const outlet = `/sellers/outlets/${platform.outletId}`;
  const { name } = await bar.seller.call<{ name: string }>('GET', outlet);
  await page.goto(bar.screen);
  await bar.seller.call('PATCH', outlet, { name, guestPage: false });
  await expect(page.getByText('There is no pick-up screen here just now.')).toBeVisible();
  expect((await fetch(bar.screen)).status).toBe(404);
  await bar.seller.call('PATCH', outlet, { name, guestPage: true });
  await expect(page.getByText('Order from your table or at the counter.')).toBeVisible({ timeout: 15_000 });
  await bar.seller.finish();
  await expect(page.getByText('We are closed just now.')).toBeVisible(soon);
});

test.describe('without its script', () => {
  test.use({ javaScriptEnabled: false });
  test('the orders can be read', async ({ page, bar }) => {
    const order = await bar.order();
    await bar.accept(order);
    await page.goto(bar.screen);
    await expect(column(page, 'Coming up').getByRole('listitem')).toHaveText(shown(order));
    expect(await (await fetch(bar.screen)).text()).toContain('This browser runs no scripts');
  });
});
