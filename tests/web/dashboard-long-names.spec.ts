import { expect, type Locator } from 'playwright/test';
import { firstCatalog } from '../support/shop/catalog-editing.ts';
import { looksRight } from '../support/browser/looks-right.ts';
import { ownTradingPlatform as test } from '../support/shop/on-platform.ts';
import { line } from '../support/shop/platform.ts';
import { card } from '../support/shop/shift.ts';

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const phone = { width: 390, height: 844 };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** How many lines its text takes. */
const linesOf = (part: Locator) =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

/** By how much it is wider than its place. */
const excess = (part: Locator) => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

const box = async (part: Locator) => {
  const found = await part.boundingBox();
  if (!found) throw new Error('It is not shown');
  return found;
};

test('long names of company, menu, category and item fit the editor and its preview', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const { id, categories } = await firstCatalog(seller);
  const [first, ...others] = categories;
  const [item] = first?.list ?? [];
  const list = [{ ...item, name: `${long} pie`, note: long }];
  await seller.call('PATCH', `/sellers/catalogs/${id}`, {
    name: `${long} menu`,
    categories: [{ ...first, name: `${long} plates`, list }, ...others],
  });
  await seller.call('PATCH', `/sellers/outlets/${platform.outletId}`, { name: `The ${long}` });
  await page.route('**/api/sellers/profile', async (route) => {
    const response = await route.fetch();
    const profile = (await response.json()) as { account: object };
    const account = { ...profile.account, companyName: long };
    await route.fulfill({ response, json: { ...profile, companyName: long, account } });
  });

  await page.goto(`${platform.origin}/catalogs/${id}/edit/`);
  const preview = page.getByRole('complementary', { name: 'On the customer’s phone' });
  await expect(preview.getByText(`The ${long}`)).toBeVisible();
  for (const text of [`The ${long}`, `${long} plates`, `${long} pie`])
    expect(await excess(preview.getByText(text).last()), text).toBeLessThanOrEqual(0);
  await page.setViewportSize(phone);
  await expect(page.locator('main header').getByText(long, { exact: true })).toBeVisible();
  await looksRight(page, 'editor of long names, on a phone');
});

test('a card shows the whole name of its table, and nothing of it stands under its button', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const { id, name, categories } = await firstCatalog(seller);
  const [first, ...others] = categories;
  const [item, ...rest] = first?.list ?? [];
  const list = [{ ...item, name: long, modifiers: [] }, ...rest];
  await seller.call('PATCH', `/sellers/catalogs/${id}`, {
    name,
    categories: [{ ...first, list }, ...others],
  });
  const cola = line(platform.menu, 'Cola');
  const items = [{ ...cola, itemId: item?.id ?? '', quantity: 9 }, ...Array.from({ length: 11 }, () => cola)];
  const { order } = await platform.placeOrder({ tableNumber: 'Beer garden, left 12', items });
  for (let step = 0; step < 2; step += 1)
    await seller.call('POST', `/sellers/outlets/${platform.outletId}/progress-order/${order.id}`);

  await seller.call('POST', `/sellers/orders/progress/${order.id}`, {
    items: order.items.slice(0, 10).map((ordered) => ordered.id),
    status: 'ready',
  });

  await page.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);
  const theirs = card(page, 1);
  const count = theirs.getByText('In Progress 10/12');
  await expect(count).toBeVisible();
  expect(await excess(theirs.getByText('Table Beer garden, left 12', { exact: true }))).toBeLessThanOrEqual(
    0,
  );
  const step = await box(theirs.getByRole('button', { name: / order 1$/ }));
  const { x, width } = await box(count);
  expect(x + width).toBeLessThanOrEqual(step.x);
  const quantity = await box(theirs.getByText('9 ×', { exact: true }));
  expect(quantity.y + quantity.height).toBeGreaterThan(
    (await box(theirs.getByText(long, { exact: true }))).y,
  );
});

test('on a phone, the line of an outlet that takes no orders says so, however long its name is', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const outlet = `/sellers/outlets/${platform.outletId}`;
  await seller.call('PATCH', outlet, { name: `${long} ${long.slice(0, 39)}` });
  await seller.call('POST', `${outlet}/pause`, { until: null, reason: 'Kitchen is full' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${platform.origin}/catalogs`);
  const words = page.getByRole('status').filter({ hasText: 'is paused until somebody resumes' });
  await expect(words).toBeVisible();
  const hidden = await words.evaluate((element) => {
    const range = document.createRange();
    range.setStartAfter(element.firstChild ?? element);
    range.setEndAfter(element.lastChild ?? element);
    return range.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom;
  });
  expect(hidden).toBeLessThanOrEqual(0);
  await looksRight(page, 'a paused outlet with a long name, on a phone');
});

test('on a phone, money and why no orders were taken are not broken, and a table is whole', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  const outlet = `/sellers/outlets/${platform.outletId}`;
  const items = Array.from({ length: 4 }, () => line(platform.menu, 'Ribeye, 10 oz', 99));
  const { order } = await platform.placeOrder({ tableNumber: 'Beer garden, left 12', items });
  await seller.call('POST', `${outlet}/progress-order/${order.id}`);
  await seller.call('POST', `${outlet}/pause`, { until: null, reason: 'Kitchen is full' });
  await seller.call('POST', `${outlet}/resume`);

  await page.setViewportSize(phone);
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/trading-sessions`);
  const notTaken = page
    .locator('div')
    .filter({ has: page.locator(':scope > dt', { hasText: 'Not taken yet' }) });
  const amount = notTaken.locator('dd');
  await expect(amount).toHaveText(/^£\d\d,\d{3}\.\d\d$/);
  expect(await linesOf(amount)).toBe(1);
  await page.getByRole('link', { name: /^Orders/ }).click();
  const why = page.getByText(/^Kitchen is full/);
  await expect(why).toBeVisible();
  expect(await linesOf(why)).toBeLessThanOrEqual(2);
  await looksRight(page, 'session on a phone');
  for (const width of [phone.width, 1366]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await excess(page.getByText('Table Beer garden, left 12', { exact: true }))).toBeLessThanOrEqual(
      0,
    );
  }
});
