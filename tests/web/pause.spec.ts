import { expect } from 'playwright/test';
import { accept, card, openLive } from '../support/shop/shift.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';

const MINUTES = 60_000;

async function guestsRead({ origin, outletId }: TestPlatform) {
  const reply = await fetch(`${origin}/api/customers/outlets/${outletId}/menu`);
  return ((await reply.json()) as { ordering: { state: string; until?: string; message?: string } }).ordering;
}

test('a pause takes two presses, is read by guests and on every screen, and ends by one press anywhere (D46)', async ({
  platform,
  onBoard: till,
  elsewhere,
}) => {
  const office = await elsewhere();
  await office.getByRole('link', { name: 'Outlets', exact: true }).click();
  const inTheOffice = office.getByRole('status').filter({ hasText: 'Paused: Kitchen is full' });
  await expect(office.getByRole('link', { name: 'LIVE The Old Ferry' })).toBeVisible();
  await expect(inTheOffice).toBeHidden();
  expect(await guestsRead(platform)).toEqual({ state: 'open' });
  const { order } = await platform.placeOrder();

  await till.getByRole('button', { name: 'Pause', exact: true }).click();
  const dialog = till.getByRole('dialog', { name: 'Pause new orders' });
  await expect(dialog).toContainText('The kitchen is full just now. Please try again in a while.');
  await dialog.getByRole('button', { name: '20 minutes' }).click();
  await expect(dialog).toBeHidden();
  const onTheTill = till.getByRole('status').filter({ hasText: 'Paused: Kitchen is full' });
  await expect(onTheTill).toContainText(/(20:00|19:\d\d)$/);
  await expect(inTheOffice).toContainText(/(20:00|19:\d\d)$/);

  const { until, ...told } = await guestsRead(platform);
  expect(told).toEqual({
    state: 'paused',
    message: 'The kitchen is full just now. Please try again in a while.',
  });
  expect(Date.parse(until ?? '') - Date.now()).toBeGreaterThan(19 * MINUTES);
  await expect(platform.placeOrder()).rejects.toThrow('OUTLET_PAUSED');
  // What the outlet has already is worked on.
  await accept(till, order.orderNumber);
  await expect(card(till, order.orderNumber)).toContainText('Waiting');

  await openLive(office);
  await office.getByRole('button', { name: 'Resume' }).click();
  await expect(onTheTill).toBeHidden();
  await expect(till.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  const { order: next } = await platform.placeOrder();
  await expect(card(till, next.orderNumber)).toBeVisible();

  const seller = await sellerApi(platform);
  for (const { id } of [order, next]) await seller.call('POST', `/sellers/orders/cancel/${id}`);
  const session = await seller.finish();
  await till.goto(`${platform.origin}/outlets/${platform.outletId}/trading-sessions/${session}`);
  await expect(till.getByRole('region', { name: 'No orders taken' })).toContainText(
    /Kitchen is full · paused on \S+/,
  );
});
