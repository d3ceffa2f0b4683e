import { expect, type Page } from 'playwright/test';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { openOutlet } from '../support/shop/more-outlets.ts';
import { alsoWatch, switcher } from '../support/shop/several-outlets.ts';
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

const line = (page: Page) => page.getByRole('status').filter({ hasText: /^The Old Ferry is paused/ });

test('a pause is told on every page, with the time that is left or until somebody resumes (D46)', async ({
  platform,
  onBoard: till,
  elsewhere,
}) => {
  const office = await elsewhere();
  await office.getByRole('link', { name: 'Catalogs', exact: true }).click();
  await expect(office.getByRole('heading', { name: 'Catalogs' })).toBeVisible();
  const seller = await sellerApi(platform);
  const pause = (until: string | null) =>
    seller.call('POST', `/sellers/outlets/${platform.outletId}/pause`, { until, reason: 'Kitchen is full' });
  await pause(new Date(Date.now() + 20 * MINUTES).toISOString());
  await expect(line(office)).toHaveText(/paused, (20:00|19:\d\d) left: Kitchen is full$/);
  await pause(null);
  await expect(line(office)).toHaveText(/paused until somebody resumes: Kitchen is full$/);
  await expect(line(till), 'its own board says so already').toBeHidden();
  await looksRightEverywhere(office, 'a paused outlet on another page');
  await office.getByRole('link', { name: 'Open The Old Ferry' }).click();
  await office.getByRole('button', { name: 'Resume' }).click();
  await expect(office.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await office.getByRole('link', { name: 'Catalogs', exact: true }).click();
  await expect(line(office)).toBeHidden();
});

test('the board of all outlets says which of them is paused, pauses each and resumes (D46, D62)', async ({
  platform,
  onBoard: till,
}) => {
  const seller = await sellerApi(platform);
  const annexe = await openOutlet(platform, seller, 'The Annexe');
  await till.reload();
  await alsoWatch(till, 'The Annexe');
  await switcher(till)
    .getByRole('button', { name: /All outlets/ })
    .click();
  await till.getByRole('button', { name: 'Pause The Annexe' }).click();
  const dialog = till.getByRole('dialog', { name: 'Pause new orders of The Annexe' });
  await dialog.getByRole('button', { name: '20 minutes' }).click();
  const rows = till.getByRole('list', { name: 'Taking orders' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'The Annexe' })).toContainText(
    /Paused: Kitchen is full.*(20:00|19:\d\d)/,
  );
  await expect(rows.filter({ hasText: 'The Old Ferry' })).not.toContainText('Paused');
  await expect(annexe.placeOrder()).rejects.toThrow('OUTLET_PAUSED');
  await expect(till.getByText('The Annexe is paused'), 'it is said once').toBeHidden();
  await looksRightEverywhere(till, 'the board of all outlets, one of them paused');
  await till.getByRole('button', { name: 'Resume The Annexe' }).click();
  await expect(till.getByRole('button', { name: 'Pause The Annexe' })).toBeVisible();
  await annexe.placeOrder();
});
