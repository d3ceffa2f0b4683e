import { expect } from 'playwright/test';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';
import { accept, card, openLive } from '../support/shop/shift.ts';

const STEP_MS = 5 * 60_000;
type WithPromises = { status: string; promises?: { readyBy: string; by: string }[] };

test('accepting promises the time on the card, one press changes it, and the history tells what was kept (D63)', async ({
  platform,
  seller,
  signedIn: till,
}) => {
  const { origin, outletId, menu } = platform;
  await seller.call('PATCH', `/sellers/outlets/${outletId}`, {
    name: 'The Old Ferry',
    promisesReadyTime: true,
  });
  const kitchen = { id: 'k', name: 'Kitchen', categories: menu.map(({ id }) => id), fallback: null };
  await seller.call('PUT', `/sellers/outlets/${outletId}/stations`, { stations: [kitchen] });
  const { order, trackingToken } = await platform.placeOrder();
  await openLive(till);
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
  const record = till.getByRole('region', { name: 'Ready times' });
  for (const name of ['By hour', 'By station'])
    await expect(record.getByRole('table', { name })).toContainText('100% of 1');
  await looksRightEverywhere(till, 'ready-time-history');
  // On a phone each hour and station is a list of its figures, and nothing scrolls sideways.
  await till.setViewportSize({ width: 360, height: 740 });
  await expect(record.getByRole('table')).toHaveCount(0);
  const ofKitchen = record.getByRole('listitem').filter({ hasText: 'Kitchen' });
  await expect(ofKitchen).toContainText('First promise kept100% of 1');
  const overflows = await record.evaluate(
    (box) =>
      [box, ...box.querySelectorAll('*')].filter((part) => part.scrollWidth > part.clientWidth + 1).length,
  );
  expect(overflows).toBe(0);
});
