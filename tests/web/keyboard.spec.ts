import { expect, type Locator, type Page } from 'playwright/test';
import { line } from '../support/shop/platform.ts';
import { card } from '../support/shop/shift.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

/** More than there are controls on any screen. */
const MOST_TABS = 40;

/** Presses Tab until the wanted element has the focus; then Enter. */
async function tabAndEnter(page: Page, wanted: Locator) {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

async function tabTo(page: Page, wanted: Locator) {
  await expect(wanted).toBeVisible();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted, 'can be reached with Tab').toBeFocused();
}

const detail = (page: Page, number: number) => page.getByRole('complementary', { name: `Order ${number}` });
const open = (page: Page, number: number) => card(page, number).locator('[data-opens-order]');

/** The feed may show a press's effect before its answer arrives, and no other press is accepted before that. */
const idle = (page: Page, number: number) => expect(card(page, number).locator('[aria-busy]')).toHaveCount(0);

async function settled(page: Page, number: number, state: string) {
  await expect(card(page, number)).toContainText(state);
  await idle(page, number);
}

test('a whole shift by keyboard alone, from the sign-in to the closed session', async ({
  page,
  platform,
}) => {
  const { keyboard } = page;
  await page.goto(platform.origin);
  await tabAndEnter(page, page.getByRole('link', { name: 'Sign in' }).first());
  await tabTo(page, page.getByLabel('E-mail'));
  await keyboard.type(platform.email);
  await keyboard.press('Tab');
  await keyboard.type(platform.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  await tabAndEnter(page, page.getByRole('link', { name: 'Outlets', exact: true }));
  await tabAndEnter(page, page.getByRole('link', { name: 'LIVE The Old Ferry' }));
  await tabAndEnter(page, page.getByRole('button', { name: 'Start Trading' }));
  await tabAndEnter(page, page.getByRole('button', { name: 'Start anyway' }));
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();

  await keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(help).toBeVisible();
  await keyboard.press('Escape');
  await expect(help).toBeHidden();

  await platform.placeOrder({
    customerName: 'Ada Lovelace',
    items: [line(platform.menu, 'Ferry burger'), line(platform.menu, 'Americano')],
  });
  await platform.placeOrder({ customerName: 'Grace Hopper' });
  await expect(card(page, 2)).toBeVisible();
  // Move: the card has the focus and is fully visible beside the board.
  await keyboard.press('j');
  await expect(open(page, 1)).toBeFocused();
  await keyboard.press('j');
  await expect(open(page, 2)).toBeFocused();
  await expect(detail(page, 2)).toBeVisible();
  await keyboard.press('k');
  await expect(open(page, 1)).toBeFocused();
  await keyboard.press('2');
  await expect(open(page, 2)).toBeFocused();
  await keyboard.press('/');
  await keyboard.type('lovelace');
  await expect(card(page, 2)).toBeHidden();
  await keyboard.press('Enter');
  await expect(open(page, 1), 'from the search to what it found').toBeFocused();
  await keyboard.press('/');
  await keyboard.press('Escape');
  await expect(card(page, 2)).toBeVisible();
  await keyboard.press('1');

  // What is still to be made stands where the order did, and follows the board.
  await keyboard.press('d');
  const allDay = page.getByRole('complementary', { name: 'All day' });
  await expect(allDay.getByText('Ferry burger')).toBeVisible();
  await expect(allDay.getByRole('paragraph').filter({ hasText: 'Americano' })).toHaveText(
    /^0 ×Americano\+ 2 new$/,
  );
  await keyboard.press('a');
  await settled(page, 1, 'Waiting');
  await expect(allDay.getByRole('paragraph').filter({ hasText: 'Americano' })).toHaveText(
    /^1 ×Americano\+ 1 new$/,
  );
  await keyboard.press('d');
  await expect(allDay).toBeHidden();
  // The new order stands before it now.
  await keyboard.press('2');
  await expect(open(page, 1)).toBeFocused();
  await keyboard.press('u');
  await settled(page, 1, 'New');
  await keyboard.press('a');
  await settled(page, 1, 'Waiting');
  await keyboard.press('r');
  await expect(card(page, 1)).toContainText('In Progress 2/2');
  await expect(open(page, 1)).toBeFocused();

  // Into the order, item by item.
  await keyboard.press('Enter');
  for (const item of [0, 1]) {
    await tabTo(page, detail(page, 1).getByRole('checkbox').nth(item));
    await keyboard.press('Space');
    await tabAndEnter(page, detail(page, 1).getByRole('button', { name: 'Delivered' }));
    await expect(detail(page, 1).locator('[data-line]').nth(item)).toContainText('Delivered');
    await idle(page, 1);
  }
  await keyboard.press('c');
  await expect(detail(page, 1).getByText('Closed').first()).toBeVisible();

  await tabAndEnter(page, detail(page, 1).getByRole('button', { name: 'Refund' }));
  const refund = page.getByRole('dialog', { name: 'Refund order 1' });
  await expect(refund.getByLabel('Amount to refund')).toBeFocused();
  await keyboard.type('1.50');
  await tabTo(page, refund.getByRole('checkbox', { name: /^Yes, refund/ }));
  await keyboard.press('Space');
  await tabAndEnter(page, refund.getByRole('button', { name: 'Partial Refund' }));
  await expect(refund).toBeHidden();
  await expect(detail(page, 1).getByText('−£1.50').first()).toBeVisible();
  await expect(detail(page, 1).getByRole('button', { name: 'Refund' })).toBeFocused();

  // What it finds is an item to mark, or an order to open.
  const finder = page.getByRole('dialog', { name: 'Find' });
  await keyboard.press('Control+k');
  await keyboard.type('americ');
  await expect(finder.getByRole('option').filter({ hasText: 'Americano' })).toHaveCount(3);
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Sold out: Americano' })).toBeVisible();
  await keyboard.press('Escape');
  const find = async () => {
    await keyboard.press('Control+k');
    await keyboard.type('hopper');
    await expect(finder.getByRole('option')).toHaveCount(1);
    await keyboard.press('Enter');
    await expect(detail(page, 2)).toBeVisible();
  };
  await find();
  await keyboard.press('Escape');
  await expect(detail(page, 2)).toBeHidden();
  // What was closed is not opened by a reload, and can be found again.
  await page.reload();
  await expect(card(page, 2)).toBeVisible();
  await expect(detail(page, 2)).toBeHidden();
  await find();
  await tabAndEnter(page, detail(page, 2).getByRole('button', { name: 'More' }));
  await tabAndEnter(page, page.getByRole('button', { name: 'Cancel Order' }));
  const question = page.getByRole('alertdialog', { name: 'Cancel Order' });
  await tabAndEnter(page, question.getByRole('button', { name: 'Cancel Order' }));
  await expect(card(page, 2)).toBeHidden();
  await expect(page.getByRole('heading', { name: /^New/ })).toBeFocused();

  await tabAndEnter(page, page.getByRole('button', { name: 'Stop Trading' }));
  const stop = page.getByRole('dialog', { name: 'Stop Trading' });
  await tabAndEnter(page, stop.getByRole('button', { name: 'Stop Trading' }));
  await page.waitForURL(new RegExp(`/outlets/${platform.outletId}/trading-sessions/[^/]+$`));
  await expect(page.getByText('Total Orders').locator('xpath=..')).toContainText('1');
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

  // An order of a session that is over opens in it.
  await page.goto(`${platform.origin}/business`);
  // The key is heard from when the button is there.
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
  await keyboard.press('Control+k');
  await keyboard.type('hopper');
  await expect(finder.getByRole('group', { name: 'Other orders' }).getByRole('option')).toHaveCount(1);
  await keyboard.press('Enter');
  await page.waitForURL(/\/trading-sessions\/[^/]+\?order=/);
  await expect(page.getByText(/Hopper/).first()).toBeVisible();
});
