import { expect, type Page } from 'playwright/test';
import type { Order } from '#shared/api/orders.ts';
import { alsoWatch, cardOf, switcher } from '../support/shop/several-outlets.ts';
import { openOutlet } from '../support/shop/more-outlets.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { ownTradingPlatform as test } from '../support/shop/on-platform.ts';

const band = (page: Page) => page.getByRole('region', { name: 'New orders' });

test('a link to an outlet that is not this account’s keeps no order of the trading one from ringing, also after a reload (D62)', async ({
  signedIn: till,
  platform,
  seller,
}) => {
  const rang = async (id: string) => (await seller.call<Order>('GET', `/sellers/orders/${id}`)).alertedAt;
  await till.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);
  await expect(till.getByText('Connected', { exact: true })).toBeVisible();
  const foreign = '/outlets/of-somebody/trading-session';
  // As a till does with a link that was followed.
  await till.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, foreign);
  await expect(till.getByRole('heading', { name: 'Error' })).toBeVisible();
  const { order } = await platform.placeOrder();
  await expect.poll(() => rang(order.id)).toBeDefined();
  await till.goto(platform.origin + foreign);
  await expect(till.getByRole('heading', { name: 'Error' })).toBeVisible();
  const { order: next } = await platform.placeOrder();
  await expect.poll(() => rang(next.id)).toBeDefined();
});

test('a screen watches the outlets that were chosen for it: each rings here, whichever the board shows, and a press goes to its own (D62)', async ({
  signedIn: till,
  platform,
  seller,
  elsewhere,
}) => {
  const read = (id: string) => seller.call<Order>('GET', `/sellers/orders/${id}`);
  const annexe = await openOutlet(platform, seller, 'The Annexe');
  const garden = await openOutlet(platform, seller, 'The Garden');
  await till.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);

  // As before anybody has chosen: the outlet that is open, and no other.
  const { order: there } = await annexe.placeOrder();
  const { order: elsewhereToo } = await garden.placeOrder();
  const { order: here } = await platform.placeOrder();
  await expect(cardOf(till, here)).toBeVisible();
  await expect(band(till)).toContainText('1 new order');
  await expect(switcher(till)).toBeHidden();

  await alsoWatch(till, 'The Annexe');
  await expect(band(till)).toContainText('2 new orders');
  await expect(switcher(till).getByRole('link', { name: /The Annexe.*1 open order.*1 new/ })).toBeVisible();
  await expect(cardOf(till, here)).toBeVisible();
  await expect(cardOf(till, there)).toBeHidden();
  await till.getByRole('heading', { name: 'The Old Ferry' }).click();
  await expect.poll(async () => (await read(there.id)).alertedAt).toBeDefined();
  expect((await read(elsewhereToo.id)).receivedAt).toBeUndefined();

  await switcher(till)
    .getByRole('button', { name: /All outlets.*2 open orders/ })
    .click();
  await expect(till.getByRole('heading', { name: 'All outlets' })).toBeVisible();
  await expect(cardOf(till, here)).toContainText('The Old Ferry');
  await expect(cardOf(till, there)).toContainText('The Annexe');
  const colours = [here, there].map((order) => cardOf(till, order).getAttribute('data-outlet-place'));
  expect(new Set(await Promise.all(colours)).size).toBe(2);
  await looksRightEverywhere(till, 'board, all outlets');
  // Both have the number 1.
  await cardOf(till, there).getByRole('button', { name: 'Accept order 1' }).click();
  await expect(cardOf(till, there)).toContainText('Waiting');
  expect([(await read(there.id)).status, (await read(here.id)).status]).toEqual([
    'deliver_waiting',
    'deliver_pending',
  ]);

  await switcher(till)
    .getByRole('link', { name: /The Annexe/ })
    .click();
  await expect(till.getByRole('heading', { name: 'The Annexe' })).toBeVisible();
  await expect(cardOf(till, here)).toBeHidden();
  const { order: later } = await platform.placeOrder();
  await expect(band(till)).toContainText('2 new orders');
  await expect.poll(async () => (await read(later.id)).alertedAt).toBeDefined();

  // Kept for this screen.
  await till.reload();
  await expect(switcher(till).getByRole('link', { name: /The Old Ferry.*2 new/ })).toBeVisible();
  await expect(cardOf(till, there)).toContainText('Waiting');
  await expect(switcher(till)).not.toContainText('The Garden');

  // What is not heard here is said of each, here and on the seller's other screens.
  const office = await elsewhere();
  await till.getByRole('link', { name: 'Settings' }).click();
  await till.getByRole('slider', { name: 'Volume' }).fill('0');
  const inTheOffice = office.getByRole('status').filter({ hasText: '1 screen does not hear orders' });
  for (const name of ['The Old Ferry', 'The Annexe']) {
    await expect(till.getByRole('alert').filter({ hasText: 'MUTED' })).toContainText(name);
    await expect(inTheOffice).toContainText(name);
  }
});

test('who opens one outlet is shown that one, also after all of them were looked at together (D62)', async ({
  signedIn: till,
  platform,
  seller,
}) => {
  const annexe = await openOutlet(platform, seller, 'The Annexe');
  const board = `${platform.origin}/outlets/${platform.outletId}/trading-session`;
  const showAll = async () => {
    await till.goto(board);
    await switcher(till)
      .getByRole('button', { name: /All outlets/ })
      .click();
    await expect(till.getByRole('heading', { name: 'All outlets' })).toBeVisible();
  };
  await till.goto(board);
  await alsoWatch(till, 'The Annexe');
  for (const link of ['LIVE The Annexe', 'Orders List of The Annexe']) {
    await showAll();
    await till.getByRole('link', { name: 'Outlets', exact: true }).click();
    await till.getByRole('link', { name: link }).click();
    await expect(till.getByRole('heading', { name: 'The Annexe' })).toBeVisible();
  }
  await showAll();
  await till.keyboard.press('Control+k');
  await till.keyboard.type('annexe live');
  await till.getByRole('option', { name: 'The Annexe: Live orders' }).click();
  await expect(till.getByRole('heading', { name: 'The Annexe' })).toBeVisible();

  // The next morning, too: it is closed then, and can be opened.
  await showAll();
  await seller.call('POST', `/sellers/outlets/${annexe.id}/trading-session/finish`);
  await till.getByRole('link', { name: 'Outlets', exact: true }).click();
  await till.getByRole('link', { name: 'LIVE The Annexe' }).click();
  await expect(till.getByRole('button', { name: 'Start Trading' })).toBeVisible();
});

test('a test order is none of the open orders that are counted of each outlet (D48)', async ({
  signedIn: till,
  platform,
  seller,
}) => {
  await openOutlet(platform, seller, 'The Annexe');
  await till.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);
  await alsoWatch(till, 'The Annexe');
  await till.getByRole('button', { name: 'Place a test order' }).click();
  await expect(till.getByRole('article', { name: /TEST/ })).toBeVisible();
  await platform.placeOrder();
  await expect(switcher(till).getByRole('link', { name: /The Old Ferry/ })).toContainText(
    /1 open order .*1 new/,
  );
  await expect(switcher(till).getByRole('button', { name: /All outlets/ })).toContainText('1 open order ');
});
