import { expect } from 'playwright/test';
import type { Order } from '#shared/api/orders.ts';
import { openSignedIn } from '../support/shop/shift.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';

test('a session with an order in every stage is finished from its dialog, with two presses for each at most (D50)', async ({
  page,
  platform,
}) => {
  await openSignedIn(page, platform);
  const seller = await sellerApi(platform);
  await seller.start();
  // New, new, accepted, started, ready, delivered, delivered.
  const placed: Order[] = [];
  for (const steps of [0, 0, 1, 2, 3, 4, 4]) {
    const { order } = await platform.placeOrder();
    for (let step = 0; step < steps; step += 1)
      await seller.call('POST', `/sellers/outlets/${platform.outletId}/progress-order/${order.id}`);
    placed.push(order);
  }
  // Home says what is accepted and not taken.
  await page.reload();
  const risk = page.getByRole('region', { name: 'Money at risk' });
  const amount = (placed[0]?.amount ?? 0) / 100;
  await expect(risk).toContainText(`£${(amount * 5).toFixed(2)} accepted and not yet taken, 5 orders`);
  await expect(risk.getByRole('listitem').first()).toContainText('#3');

  await page.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);
  await page.getByRole('button', { name: 'Stop Trading' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop Trading' });
  const stop = dialog.getByRole('button', { name: 'Stop Trading' });
  const outstanding = dialog.getByRole('list', { name: 'Outstanding orders' }).locator(':scope > li');
  await expect(outstanding).toHaveCount(7);
  await expect(dialog, 'no order’s own button, which an Enter would press').toBeFocused();
  await stop.click();
  await expect(
    dialog
      .getByRole('alert')
      .filter({ hasText: 'You have outstanding orders, complete or cancel remaining' }),
  ).toBeVisible();

  /** Presses these buttons, after which the order is settled. */
  async function settle(orderNumber: number, ...buttons: string[]) {
    const left = await outstanding.count();
    for (const button of buttons)
      await dialog.getByRole('button', { name: `${button} order ${orderNumber}`, exact: true }).click();
    await expect(outstanding).toHaveCount(left - 1);
    await expect(outstanding.filter({ hasText: `#${orderNumber}` })).toHaveCount(0);
  }
  await settle(1, 'Cancel', 'Release the money of');
  await settle(3, 'Close', 'Take the money of');
  await settle(4, 'Close', 'Release the money of');
  await settle(5, 'Close', 'Take the money of');
  await settle(6, 'Close');
  // Whatever stands under the second press of a double one does nothing.
  await dialog.getByRole('button', { name: 'Cancel order 2', exact: true }).dblclick();
  await settle(7, 'Close');
  await expect(outstanding).toHaveText(/#2/);
  // Elsewhere, one is settled as well: it leaves this list.
  await seller.call('POST', `/sellers/orders/cancel/${placed[1]?.id}`, {});
  await expect(outstanding).toHaveCount(0);

  await stop.click();
  await page.waitForURL(new RegExp(`/outlets/${platform.outletId}/trading-sessions/[^/]+$`));
  await expect(page.getByText('Total Orders').locator('xpath=..')).toContainText('4');
  await expect(page.getByText('Total Earnings').locator('xpath=..')).toContainText(
    `£${(amount * 4).toFixed(2)}`,
  );
  await expect(risk).toBeHidden();
});
