import { expect, type Page } from 'playwright/test';
import { lastRingAfter, listenToPage, noteUpdates } from '../support/till/bell-of-page.ts';
import {
  card,
  openLive,
  playOneOrder,
  serverGoesAndComesBack,
  signInAndTrade,
  stopTrading,
} from '../support/shop/shift.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';

test.beforeEach(async ({ page, platform }) => {
  await page.addInitScript(function countRings() {
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function counted(when) {
      document.documentElement.dataset['rings'] = String(
        Number(document.documentElement.dataset['rings'] ?? 0) + 1,
      );
      start.call(this, when);
    };
  });
  await page.goto(platform.origin);
  await signInAndTrade(page, platform);
});

const rings = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset['rings'] ?? 0));

test('a shift: sign in, start, an order rings, is cooked and closed, stop (D25, D34)', async ({
  page,
  platform,
}) => {
  expect(await rings(page)).toBe(0);
  await platform.placeOrder({ tableNumber: '3' });
  await expect(card(page, 1)).toBeVisible();
  await expect.poll(() => rings(page)).toBeGreaterThan(0);
  await card(page, 1).getByRole('button', { name: 'Accept order 1' }).click();
  await expect(card(page, 1)).toContainText('Waiting');
  const accepted = await rings(page);

  await page.getByRole('button', { name: 'Stop Trading' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Trading' }).click();
  await expect(
    page.getByText('You have outstanding orders, complete or cancel remaining orders to stop trading.'),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(await rings(page), 'silent once nothing is pending').toBe(accepted);

  for (const step of ['Start', 'Ready', 'Delivered', 'Close Order'])
    await card(page, 1)
      .getByRole('button', { name: `${step} order 1` })
      .click();
  await playOneOrder(page, platform);
  await stopTrading(page, platform, 2);
});

test('an order that is accepted on one screen falls silent on the other within a second, at its bell (D34)', async ({
  page,
  context,
  platform,
}) => {
  const second = await context.newPage();
  const tones = await listenToPage(second);
  const updates = await noteUpdates(second);
  await second.goto(platform.origin);
  await openLive(second);
  await platform.placeOrder();
  await expect(second.getByRole('region', { name: 'New orders' })).toBeVisible();
  const orderTones = async () => (await tones()).filter(({ sound }) => sound === 'order');
  const strikes = async () => new Set((await orderTones()).map(({ at }) => Math.round(at / 1_000))).size;
  await expect.poll(strikes, { message: 'it rings again and again' }).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Accept #1' }).click();
  await expect(second.getByRole('region', { name: 'New orders' })).toBeHidden();
  await expect(card(second, 1)).toContainText('Waiting');
  const answered = (await updates()).find(({ status }) => status === 'deliver_waiting')?.at ?? NaN;
  const now = () => second.evaluate(() => Date.now());
  expect(await lastRingAfter(orderTones, answered, now)).toBeLessThan(1_000);
});

test('the server is killed and comes back: disconnected, then the true list without a reload (D32)', async ({
  page,
  platform,
}) => {
  await platform.placeOrder();
  await expect(card(page, 1)).toBeVisible();
  await serverGoesAndComesBack(page, platform);
  await expect(card(page, 2)).toContainText('Table 9');
  await expect(card(page, 1)).toBeVisible();
});
