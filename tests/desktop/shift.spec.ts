import { expect } from 'playwright/test';
import { needsNotifications } from '../support/till/notifications.ts';
import { listenToTheBell } from '../support/till/rings.ts';
import {
  card,
  playOneOrder,
  serverGoesAndComesBack,
  signInAndTrade,
  stopTrading,
} from '../support/shop/shift.ts';
import { ownTill as test } from '../support/till/own-till.ts';

test.use({ tillOptions: { graphics: true } });

test('a shift: sign in, start, an order rings, is cooked and closed, stop (D25, D34)', async ({
  platform,
  till,
}) => {
  const { page, app } = till;
  await needsNotifications(app);
  await app.evaluate(({ Notification }) => {
    const shown: string[] = [];
    Notification.prototype.show = function show() {
      shown.push(this.title);
    };
    Object.assign(globalThis, { shown });
  });
  const rings = await listenToTheBell(app);
  const heard = async () => ({
    shown: await app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown),
    rings: (await rings()).length,
  });

  await signInAndTrade(page, platform);
  await playOneOrder(page, platform, () => expect.poll(async () => (await heard()).rings).toBeGreaterThan(0));
  const after = await heard();
  expect(after.shown).toEqual(['New order 1']);

  await platform.placeOrder();
  await expect.poll(async () => (await heard()).rings).toBeGreaterThan(after.rings);
  await card(page, 2).getByRole('button', { name: 'Accept order 2' }).click();
  await expect(card(page, 2)).toContainText('Waiting');
  await card(page, 2).locator('[data-opens-order]').click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Cancel Order' }).click();
  await page.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(card(page, 2)).toBeHidden();

  await stopTrading(page, platform, 1);
});

test('the server goes away and comes back: disconnected, then the true list without a reload (D32)', async ({
  platform,
  tradingTill: { page },
}) => {
  const { order } = await platform.placeOrder();
  await expect(card(page, order.orderNumber)).toBeVisible();

  await serverGoesAndComesBack(page, platform);
  await expect(card(page, 1)).toContainText('Table 7');
  await expect(card(page, 2)).toContainText('Table 9');
});
