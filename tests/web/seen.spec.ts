import { sql } from 'kysely';
import { expect, type Page } from 'playwright/test';
import { openDatabase } from '../../server/database/open-database.ts';
import { axeFindings, looksRightEverywhere } from '../support/browser/looks-right.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import { card, openLive } from '../support/shop/shift.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';

const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' });

/** Moves all stored times back by `ms`; the server must not be running. */
async function letTimePass({ dataDir }: TestPlatform, ms: number): Promise<void> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    for (const [table, time] of [
      ['trading_sessions', 'started_at'],
      ['outlet_listening', 'heard_at'],
      ['orders', 'created_at'],
    ] as const)
      await sql`update ${sql.table(table)} set ${sql.ref(time)} = ${sql.ref(time)} - ${`${ms} ms`}::interval`.execute(
        database.kysely,
      );
  } finally {
    await database.close();
  }
}

/** Reloads the page; the answer to its request for what is unattended arrives when the test says so. */
async function askAndHoldTheAnswer(page: Page): Promise<{ told: Promise<unknown>; answer: () => void }> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(
    '**/sellers/unattended',
    async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const asked = page.waitForRequest('**/sellers/unattended');
  const socket = new Promise<{ connected: Promise<unknown>; told: Promise<unknown> }>((resolve) => {
    page.once('websocket', (opened) => {
      const frame = (start: string) =>
        opened.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith(start));
      resolve({ connected: frame('40'), told: frame('42["unattended-update"') });
    });
  });
  await page.reload();
  const { connected, told } = await socket;
  await Promise.all([asked, connected]);
  return { told, answer };
}

test('one browser sees how far an order has come at the other, also across the end of the server (D33)', async ({
  platform,
  onBoard: till,
  elsewhere,
}) => {
  const office = await elsewhere();
  await openLive(office);
  await expect(office.getByText('Connected', { exact: true })).toBeVisible();

  await platform.placeOrder();
  await card(till, 1).locator('[data-opens-order]').click();
  for (const stage of ['Received', 'Alerted', 'Opened']) await expect(timeline(till)).toContainText(stage);
  await card(office, 1).locator('[data-opens-order]').click();
  for (const stage of ['Received', 'Alerted', 'Opened']) await expect(timeline(office)).toContainText(stage);
  await expect(timeline(office)).not.toContainText('Accepted');
  await card(till, 1).getByRole('button', { name: 'Accept order 1' }).click();
  await expect(timeline(office)).toContainText('Accepted');

  await platform.placeOrder();
  await expect(card(till, 2)).toBeVisible();
  await expect(card(office, 2)).toBeVisible();
  await platform.end('SIGKILL');
  await expect(till.getByText(/^(Disconnected|Connection error)$/)).toBeVisible();
  await card(till, 2).locator('[data-opens-order]').click();
  await expect(till.getByRole('complementary', { name: 'Order 2' })).toBeVisible();
  await expect(timeline(till).getByText('Opened')).toBeHidden();
  await platform.restart();
  await expect(timeline(till)).toContainText('Opened', { timeout: 30_000 });
  for (const stage of ['Received', 'Alerted']) await expect(timeline(till)).toContainText(stage);
});

test('with no till, every screen of the seller says so, after a restart too, until somebody comes (D33)', async ({
  platform,
  onBoard: till,
  elsewhere,
}) => {
  const office = await elsewhere({ colorScheme: 'dark' });
  await office.getByRole('link', { name: 'Outlets', exact: true }).click();
  await expect(office.getByRole('heading', { name: 'The Old Ferry' })).toBeVisible();
  const home = await elsewhere();
  const label = (page: Page) => page.getByText('Not taking orders: no screen can ring');
  const band = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'at The Old Ferry has rung on no till' });
  const unseen = (page: Page) => page.getByRole('alert').filter({ hasText: 'Nobody has seen order 1' });

  await till.close();
  await platform.placeOrder();
  await expect(label(office)).toBeHidden();
  await expect(band(office)).toBeHidden();
  await platform.end('SIGKILL');
  await letTimePass(platform, 61_000);
  await platform.restart();
  await expect(label(office)).toBeVisible({ timeout: 30_000 });
  for (const page of [office, home]) {
    await expect(band(page)).toContainText('Order 1, table 7, at The Old Ferry has rung on no till.', {
      timeout: 30_000,
    });
    expect(await axeFindings(page)).toEqual([]);
  }
  await office.getByRole('link', { name: 'Manage The Old Ferry' }).click();
  await expect(office.getByRole('heading', { name: 'Manage Outlet' })).toBeVisible();
  await expect(label(office)).toBeVisible();

  const asked = await askAndHoldTheAnswer(office);
  await home.getByRole('link', { name: 'Open The Old Ferry' }).click();
  await expect(card(home, 1)).toBeVisible();
  // The office is notified while its own request, answered earlier, is on its way.
  await asked.told;
  asked.answer();
  for (const page of [home, office]) {
    await expect(band(page)).toBeHidden();
    await expect(label(page)).toBeHidden();
  }
  // It rings there now, and is seen once somebody opens it.
  await card(home, 1).locator('[data-opens-order]').click();
  for (const page of [home, office]) await expect(unseen(page)).toBeHidden();
});

test('an outlet that nobody hears says so on every page, before any order is placed, until somebody opens it (D33)', async ({
  platform,
  onBoard: till,
  elsewhere,
}) => {
  const office = await elsewhere();
  await office.getByRole('link', { name: 'Catalogs', exact: true }).click();
  await expect(office.getByRole('heading', { name: 'Catalogs' })).toBeVisible();
  const line = (page: Page) =>
    page
      .getByRole('status')
      .filter({ hasText: /^The Old Ferry takes no orders: no screen has listened since/ });
  await expect(line(office)).toBeHidden();
  await till.close();
  await platform.end('SIGKILL');
  await letTimePass(platform, 61_000);
  await platform.restart();
  await expect(line(office)).toHaveText(/since \d\d:\d\d$/, { timeout: 30_000 });
  await looksRightEverywhere(office, 'an outlet that nobody hears');

  // Where the outlet's own chip says it, it is said once.
  await office.getByRole('link', { name: 'Outlets', exact: true }).click();
  await expect(office.getByText('Not taking orders: no screen can ring')).toBeVisible();
  await expect(line(office)).toBeHidden();
  await office.getByRole('link', { name: 'Settings' }).click();
  await office.getByRole('link', { name: 'Open The Old Ferry' }).click();
  await expect(office.getByRole('heading', { name: 'The Old Ferry' })).toBeVisible();
  await expect(office.getByText('Not taking orders: no screen can ring')).toBeHidden();
  await office.getByRole('link', { name: 'Catalogs', exact: true }).click();
  await expect(line(office)).toBeHidden();
});
