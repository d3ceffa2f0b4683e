import { expect, type Page } from 'playwright/test';
import { ownPlatform as test } from '../support/shop/on-platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';

const finder = (page: Page) => page.getByRole('dialog', { name: 'Find' });

async function find(page: Page, search: string) {
  await page.keyboard.press('Control+k');
  await expect(finder(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(search);
}

test('find: a search that failed says so, is no empty one, and can be tried again by keyboard (D78)', async ({
  onBoard: page,
  platform,
}) => {
  const { order } = await platform.placeOrder({ customerName: 'Grace Hopper' });
  const search = /\/api\/sellers\/orders\?/;
  await page.route(search, (route) => route.fulfill({ status: 500, body: '' }));
  await find(page, 'zanzibar of this name');
  const failed = finder(page).getByText('Orders that are not on the board could not be searched.');
  await expect(failed).toBeVisible();
  await expect(finder(page).getByText('Nothing found.')).toBeHidden();

  // What the board has is found all the same, and the failure stands beside it.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('hopper');
  await expect(finder(page).getByRole('option')).toContainText(`#${order.orderNumber}`);
  await expect(failed).toBeVisible();

  await page.keyboard.press('Control+a');
  await page.keyboard.type('zanzibar');
  await expect(failed).toBeVisible();
  await page.unroute(search);
  await page.keyboard.press('Tab');
  await expect(finder(page).getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(finder(page).getByText('Nothing found.')).toBeVisible();
  await expect(failed).toBeHidden();
  await expect(finder(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');

  // A server that knows no search has no orders of other sessions to find.
  await page.route(search, (route) => route.fulfill({ status: 404, body: '' }));
  await find(page, 'zanzibar again');
  await expect(finder(page).getByText('Nothing found.')).toBeVisible();
  await expect(failed).toBeHidden();
});

test('find: Enter right after the last letter chooses what the letters say', async ({ onBoard: page }) => {
  await find(page, 'catalog');
  await expect(finder(page).getByRole('option', { selected: true })).toContainText('Catalogs');
  // The outlet's settings are there, too.
  await expect(finder(page).getByRole('option', { name: 'Catalog of the outlet' })).toBeVisible();
  await finder(page)
    .getByRole('combobox')
    .evaluate(async (field: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'catalog of');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve();
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
  await expect(page.getByRole('button', { name: 'Change catalog' })).toBeFocused();
});

test('find: something is highlighted after an Enter that came too early, and after the pointer has left (D78)', async ({
  onBoard: page,
  platform,
}) => {
  const found = {
    id: crypto.randomUUID(),
    outletId: platform.outletId,
    tradingSessionId: crypto.randomUUID(),
    orderNumber: 4711,
    status: 'complete',
    tableNumber: '7',
    customerName: 'Zora Neale',
    items: [],
    amount: 450,
    createdAt: new Date().toISOString(),
  };
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/sellers\/orders\?/, async (route) => {
    await answered;
    await route.fulfill({ json: { items: [found], nextCursor: null } });
  });
  await find(page, 'zora');
  await expect(finder(page).getByText('Searching…')).toBeVisible();
  await page.keyboard.press('Enter');
  answer();
  const highlighted = finder(page).getByRole('option', { selected: true });
  await expect(highlighted).toContainText('Zora Neale');

  await page.keyboard.press('Control+a');
  await page.keyboard.type('catalog');
  await finder(page).getByRole('option', { name: 'Catalog of the outlet' }).hover();
  await expect(highlighted).toContainText('Catalog of the outlet');
  await page.mouse.move(1, 1);
  await expect(highlighted).toContainText('Catalog of the outlet');
});

test('find: what is highlighted stays so while orders come and go around it (D78)', async ({
  onBoard: page,
  platform,
}) => {
  const place = (customerName: string) => platform.placeOrder({ customerName });
  const seller = await sellerApi(platform);
  const { order: first } = await place('Ada One');
  const { order: second } = await place('Ada Two');
  await place('Ada Three');
  await find(page, 'ada');
  const options = finder(page).getByRole('option');
  await expect(options).toHaveText([/Ada One/, /Ada Two/, /Ada Three/]);
  await page.keyboard.press('ArrowDown');
  const highlighted = finder(page).getByRole('option', { selected: true });
  await expect(highlighted).toContainText('Ada Two');
  await seller.call('POST', `/sellers/orders/cancel/${first.id}`);
  await expect(options.first()).toContainText('Ada Two');
  await expect(highlighted).toContainText('Ada Two');
  await place('Ada Four');
  await expect(options.nth(2)).toContainText('Ada Four');
  await expect(highlighted).toContainText('Ada Two');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(second.id));
});

/** What is typed, and the control that has the focus then. */
const settings: [search: string, control: (page: Page) => ReturnType<Page['getByRole']>][] = [
  ['name of this screen', (page) => page.getByRole('textbox', { name: 'Name of this screen' })],
  ['chime', (page) => page.getByRole('radio', { name: 'Bell' })],
  ['volume', (page) => page.getByRole('slider', { name: 'Volume' })],
  ['test the ring', (page) => page.getByRole('button', { name: 'Test the ring' })],
  ['receipts', (page) => page.getByRole('textbox', { name: 'VAT number' })],
  ['theme', (page) => page.getByRole('radio', { name: 'As the system' })],
  ['cards of orders', (page) => page.getByRole('radio', { name: /^Roomy/ })],
  ['change password', (page) => page.getByRole('button', { name: 'Change password' })],
  ['licences', (page) => page.getByRole('button', { name: 'Licences' })],
  ['catalog of', (page) => page.getByRole('button', { name: 'Change catalog' })],
  ['profile telephone', (page) => page.getByRole('button', { name: 'Change profile' })],
  ['outlet image', (page) => page.getByRole('link', { name: 'Change outlet image' })],
  ['kitchen, bar', (page) => page.getByRole('button', { name: 'Set up stations' })],
  ['webhook', (page) => page.getByRole('switch', { name: 'Every screen rings' })],
  ['notifications', (page) => page.getByRole('button', { name: 'Add this phone' })],
  ['newest first', (page) => page.getByRole('button', { name: 'Newest first' })],
  ['compact cards', (page) => page.getByRole('button', { name: 'Compact cards' })],
];

const ofProfile: typeof settings = [
  ['service type', (page) => page.getByRole('radio', { name: 'Require a table number' })],
  ['minutes until', (page) => page.getByRole('spinbutton', { name: /^Minutes until/ })],
  ['promise', (page) => page.getByRole('checkbox', { name: /^Promise a ready time/ })],
  ['time zone', (page) => page.getByRole('combobox', { name: 'Time zone' })],
  ['vat number, rate', (page) => page.getByRole('textbox', { name: 'VAT number' })],
];

test('find: each setting by its name, at its place', async ({ onBoard: page }) => {
  for (const [search, control] of settings) {
    await find(page, search);
    await expect(finder(page).getByRole('group', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(finder(page)).toBeHidden();
    await expect(control(page), search).toBeFocused();
    await expect(control(page), search).toBeInViewport();
  }
  for (const [search, control] of ofProfile) {
    await find(page, search);
    await page.keyboard.press('Enter');
    const profile = page.getByRole('dialog', { name: 'Outlet profile' });
    await expect(profile).toBeVisible();
    await expect(control(page), search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(profile).toBeHidden();
  }
});

test('find: a phone opens it by a press, and a session is found by its day (D78)', async ({
  onBoard: page,
  platform,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Find' });
  await button.click();
  await expect(finder(page).getByRole('combobox')).toBeFocused();
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Europe/London' });
  await page.keyboard.type(day.format(new Date()));
  const session = finder(page).getByRole('group', { name: 'Sessions' }).getByRole('option');
  await expect(session).toContainText('– now');
  await session.click();
  await expect(page).toHaveURL(new RegExp(`/outlets/${platform.outletId}/trading-sessions/`));
});
