import { expect } from 'playwright/test';
import { accept, card } from '../support/shop/shift.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';

const STEP_MS = 5 * 60_000;
type WithPromises = { status: string; promises?: { readyBy: string; by: string }[] };

test('accepting promises the time on the card, one press changes it, and the history tells what was kept (D63)', async ({
  platform,
  onBoard: till,
}) => {
  const { origin, outletId } = platform;
  const seller = await sellerApi(platform);
  await seller.call('PATCH', `/sellers/outlets/${outletId}`, {
    name: 'The Old Ferry',
    promisesReadyTime: true,
  });
  await till.reload();
  const { order, trackingToken } = await platform.placeOrder();
  const number = order.orderNumber;
  const choice = card(till, number).getByRole('group', { name: `Ready time of order ${number}` });
  const clock = (text: string | null) => /ready (\d\d:\d\d)/.exec(text ?? '')?.[1] ?? '';
  await expect(choice).toContainText(/ready \d\d:\d\d/);
  const estimated = clock(await choice.textContent());
  await choice.getByRole('button', { name: '5 minutes later' }).click();
  await choice.getByRole('button', { name: '5 minutes later' }).click();
  await expect(choice).not.toContainText(estimated);
  const chosen = clock(await choice.textContent());
  await accept(till, number);
  await expect(card(till, number)).toContainText(`· ready ${chosen}`);

  const stored = () => seller.call('GET', `/sellers/orders/${order.id}`) as Promise<WithPromises>;
  const [promise] = (await stored()).promises ?? [];
  const local = (time = '') =>
    new Date(time).toLocaleTimeString('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Europe/London',
    });
  expect(local(promise?.readyBy)).toBe(chosen);

  await card(till, number).locator('[data-opens-order]').click();
  const detail = till.getByRole('complementary').filter({ hasText: `Order ${number}` });
  await detail.getByRole('button', { name: '5 minutes later' }).click();
  await expect(detail).toContainText(`(first ${chosen})`);
  const moved = (await stored()).promises ?? [];
  expect(Date.parse(moved[1]?.readyBy ?? '') - Date.parse(moved[0]?.readyBy ?? '')).toBe(STEP_MS);
  const guest = await fetch(`${origin}/api/customers/orders/${order.id}?token=${trackingToken}`);
  expect(((await guest.json()) as { readyTime: object }).readyTime).toMatchObject({
    readyBy: moved[1]?.readyBy,
    movedFrom: promise?.readyBy,
  });
  await looksRightEverywhere(till, 'ready-time-board');

  if (order.noteUnread) await seller.call('POST', `/sellers/orders/read-note/${order.id}`);
  for (let step = 0; step < 3; step += 1)
    await seller.call('POST', `/sellers/outlets/${outletId}/progress-order/${order.id}`);
  await seller.call('POST', `/sellers/orders/complete/${order.id}`);
  const session = await seller.finish();
  await till.goto(`${origin}/outlets/${outletId}/trading-sessions/${session}`);
  const record = till.getByRole('region', { name: 'Ready times' }).first();
  await expect(record).toContainText('100% of 1');
  await looksRightEverywhere(till, 'ready-time-history');
});
