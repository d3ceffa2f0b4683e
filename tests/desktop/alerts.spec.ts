import { expect } from 'playwright/test';
import { lastRingAfter, noteUpdates } from '../support/till/bell-of-page.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { listenToTheBell, noteWaiting } from '../support/till/rings.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { card, signInAndTrade, signOut } from '../support/shop/shift.ts';
import { actThatEnds, crashPage, inPage } from '../support/till/till.ts';
import { ownTill } from '../support/till/own-till.ts';
import { answerDialogs } from '../support/till/till-printers.ts';

const test = ownTill.extend<{ second: TestPlatform }>({
  async second({}, give) {
    const second = await startPlatform();
    await give(second);
    await second.stop();
  },
});

test('the bell sounds before anybody has touched the page (D34)', async ({ till }) => {
  // Asked by the main process alone: whatever Playwright does in a page counts as a press there.
  const state = () =>
    till.app.evaluate(async ({ webContents }) => {
      const bell = webContents.getAllWebContents().find((page) => page.getURL().endsWith('/bell.html'));
      return String(await bell?.executeJavaScript('(globalThis.bell ??= new AudioContext()).state'));
    });
  await expect.poll(state).toBe('running');
});

test('after a change of server the till rings for the new one, and for nothing of the one before (D4, D34)', async ({
  platform,
  till,
  second,
}) => {
  const heard = await listenToTheBell(till.app);
  const rungFor = async () => (await heard()).map(({ orderIds }) => orderIds);
  const waiting = await noteWaiting(till.app);
  await signInAndTrade(till.page, platform);
  const { order: before } = await platform.placeOrder();
  await expect.poll(rungFor).toContainEqual([before.id]);
  expect((await waiting()).at(-1)).toBe(1);
  await answerDialogs(till, 1);
  const address = till.page.getByLabel('Address of the server');
  const save = till.page.getByRole('button', { name: 'Test and save' });
  await till.page.getByRole('link', { name: 'Settings' }).click();
  await address.fill(`${second.origin}/api/`);
  await save.click();
  await expect(till.page.getByText('The Old Ferry is trading here.')).toBeVisible();
  await signOut(till.page);
  await till.page.getByRole('link', { name: 'Connection' }).click();
  await address.fill(`${second.origin}/api/`);
  const opened = till.app.waitForEvent('window');
  await actThatEnds(save.click(), opened);
  const page = await opened;
  expect((await waiting()).at(-1)).toBe(0);
  const rings = (await heard()).length;
  await signInAndTrade(page, second);
  const { order } = await second.placeOrder();
  await expect.poll(rungFor).toContainEqual([order.id]);
  expect((await rungFor()).slice(rings).every((orderIds) => orderIds.join() === order.id)).toBe(true);
  await card(page, order.orderNumber)
    .getByRole('button', { name: `Accept order ${order.orderNumber}` })
    .click();
  await expect(card(page, order.orderNumber)).toContainText('Waiting');
  expect(await till.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a page that crashes comes back signed in, to the same outlet; one that crashes again says so; the ring goes on (E29, D34)', async ({
  platform,
  tradingTill: till,
}) => {
  const { order } = await platform.placeOrder();
  await expect(card(till.page, order.orderNumber)).toBeVisible();

  const heard = await listenToTheBell(till.app);
  const ringsOn = async () => {
    const before = (await heard()).length;
    await expect.poll(async () => (await heard()).slice(before).at(0)?.orderIds).toEqual([order.id]);
  };
  const shown = () => inPage(till.app, 'document.body.innerText');

  await crashPage(till.app);
  await expect.poll(shown).toContain('Table 7');
  await ringsOn();

  await crashPage(till.app);
  expect(await shown()).toContain('The screen has stopped');
  await ringsOn();
  await inPage(till.app, "document.querySelector('a').click()");
  await expect.poll(shown).toContain('Table 7');
});

test('a reload rings on for what waits, without a moment of silence, and no longer for what was answered meanwhile on another screen (D34)', async ({
  platform,
  tradingTill: till,
}) => {
  const heard = await listenToTheBell(till.app);
  const ringing = async () => (await heard()).findLast(({ sound }) => sound !== 'fault')?.orderIds;
  const [first, second] = [await platform.placeOrder(), await platform.placeOrder()];
  const both = [first.order.id, second.order.id];
  await expect.poll(ringing).toEqual(both);
  const waiting = await noteWaiting(till.app);
  const { call } = await sellerApi(platform);
  const reload = () =>
    till.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());

  // The new page has loaded and does not know yet what waits; meanwhile somebody else answers the first order.
  const list = /\/outlets\/[^/]+\/orders$/;
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await till.page.route(list, async (route) => {
    await held;
    await route.continue();
  });
  const asked = till.page.waitForRequest(list);
  await reload();
  await asked;
  // A list that takes this long is a fault too.
  const rung = async () => (await heard()).filter(({ sound }) => sound !== 'fault');
  const before = (await rung()).length;
  await expect.poll(async () => (await rung()).length).toBeGreaterThan(before + 1);
  expect((await rung()).slice(before).every(({ orderIds }) => orderIds.join() === both.join())).toBe(true);
  await call('POST', `/sellers/orders/accept/${first.order.id}`);
  letThrough();
  await expect(card(till.page, second.order.orderNumber)).toBeVisible();
  await expect.poll(ringing).toEqual([second.order.id]);
  expect(await waiting()).toEqual([1]);
  await till.page.unroute(list);

  await reload();
  await call('POST', `/sellers/orders/accept/${second.order.id}`);
  await expect(card(till.page, second.order.orderNumber)).toContainText('Waiting');
  const rings = (await rung()).length;
  const { order } = await platform.placeOrder();
  await expect.poll(async () => (await rung()).length).toBeGreaterThan(rings);
  // Nothing rang between the list and the next order, which rang alone.
  expect((await rung()).slice(rings).every(({ orderIds }) => orderIds.join() === order.id)).toBe(true);
});

test('the till tells the server what it received, rang for and was opened (D33)', async ({
  platform,
  tradingTill: till,
}) => {
  const { order } = await platform.placeOrder();
  await card(till.page, order.orderNumber).locator('[data-opens-order]').click();
  const timeline = till.page.getByRole('list', { name: 'Timeline' });
  for (const stage of ['Received', 'Alerted', 'Opened']) await expect(timeline).toContainText(stage);
});

test('an order that a colleague accepts falls silent within a second, at the bell (D34)', async ({
  platform,
  till,
}) => {
  const updates = await noteUpdates(till.page);
  await till.page.reload();
  await signInAndTrade(till.page, platform);
  const heard = await listenToTheBell(till.app);
  const { order } = await platform.placeOrder();
  const rings = async () => (await heard()).filter(({ orderIds }) => orderIds.includes(order.id));
  await expect.poll(async () => (await rings()).length, 'it rings again and again').toBeGreaterThan(1);
  const colleague = await sellerApi(platform);
  await colleague.call('POST', `/sellers/orders/accept/${order.id}`);
  await expect(card(till.page, order.orderNumber)).toContainText('Waiting');
  const answered = (await updates()).find(({ status }) => status === 'deliver_waiting')?.at ?? NaN;
  const now = () => till.app.evaluate(() => Date.now());
  expect(await lastRingAfter(rings, answered, now)).toBeLessThan(1_000);
});

test('a page that hangs is started again where the person says so, and left alone where they wait (E29)', async ({
  till,
}) => {
  await expect(till.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  const [waited, startedAgain] = await till.app.evaluate(async ({ BrowserWindow, dialog }) => {
    const [window] = BrowserWindow.getAllWindows();
    const contents = window?.webContents;
    const answer = async (response: number) => {
      const asked = new Promise<void>((resolve) => {
        dialog.showMessageBox = async () => {
          resolve();
          return { response, checkboxChecked: false };
        };
      });
      // The page does hang; that it does Chromium says of no page that a debugger watches, as Playwright does this one.
      window?.emit('unresponsive');
      await asked;
      return contents?.isCrashed();
    };
    const loaded = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()));
    void contents?.executeJavaScript('for (;;);').catch(() => undefined);
    const afterWaiting = await answer(1);
    await answer(0);
    await loaded;
    return [afterWaiting, contents?.getURL()];
  });
  expect(waited).toBe(false);
  expect(startedAgain).toBe('app://till/');
});
