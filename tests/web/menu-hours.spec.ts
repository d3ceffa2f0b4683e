import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import type { Catalog } from '#shared/api/catalogs.ts';
import type { Reply } from '#shared/api/contract.ts';
import { dayName, dayOf, hoursText, weekdayOf, weekdays } from '#shared/base/menu-hours.ts';
import {
  button,
  categories,
  dialog,
  firstCatalog,
  saved,
  ownCatalog as test,
} from '../support/shop/catalog-editing.ts';
import { openLive, startTrading } from '../support/shop/shift.ts';
import { looksRight, looksRightEverywhere } from '../support/browser/looks-right.ts';

type Menu = Reply<'GET /customers/outlets/:outletId/menu'>;
test('hours are set in the editor, the preview shows any minute of the week, and now is what guests are served (D58)', async ({
  editor: page,
  api,
  platform,
}) => {
  const before = await firstCatalog(api);
  const [first, second] = before.categories;
  const item = second?.list[0];
  if (!first || !second || !item) throw new Error('The menu is too small');
  /** Three days ahead: not today, whenever this runs. */
  const ahead = dayOf(Date.now(), 'Europe/London') + 3;
  const day = weekdayOf(ahead);

  await button(page, `Edit ${first.name}`).click();
  const category = dialog(page, 'Edit category');
  await category.getByLabel('Served within hours only').check();
  for (const one of weekdays) await category.getByLabel(dayName(one), { exact: true }).uncheck();
  await category.getByLabel('From').fill('22:00');
  await category.getByLabel('To', { exact: true }).fill('01:30');
  await expect(category.getByText('On the next day')).toBeVisible();
  await category.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(category.getByText('Please choose at least one day.')).toBeVisible();
  await category.getByLabel(dayName(day), { exact: true }).check();
  await category.getByLabel('Happy hour', { exact: true }).check();
  await category.getByLabel('Happy-hour price').fill('1.5');
  await looksRightEverywhere(page, 'editor hours');
  await category.getByLabel('Happy hour', { exact: true }).uncheck();
  await category.getByRole('button', { name: 'Save', exact: true }).click();
  const hours = [{ days: [day], from: '22:00', to: '01:30' }];
  await expect(categories(page)).toContainText(hoursText(hours));

  await page.getByRole('link', { name: `Edit items of ${second.name}` }).click();
  await button(page, `Edit ${item.name}`).click();
  const editing = dialog(page, 'Edit item');
  await editing.getByLabel('Happy hour', { exact: true }).check();
  await editing.getByLabel('Happy-hour price').fill('0.5');
  await editing.getByLabel('From').fill('00:00');
  await editing.getByLabel('To', { exact: true }).fill('00:00');
  await editing.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saved(page)).toBeVisible();

  const reply = await fetch(`${platform.origin}/api/customers/outlets/${platform.outletId}/menu`);
  const menu = (await reply.json()) as Menu;
  const served = menu.catalog?.categories ?? [];
  const preview = page.getByRole('complementary', { name: 'On the customer’s phone' });
  const onPhone = preview.getByRole('navigation').getByRole('link');
  expect(served.map(({ name }) => name)).not.toContain(first.name);
  await expect(onPhone).toHaveText(served.map(({ name }) => name));
  expect(menu.hours?.notServed).toMatchObject([{ name: first.name, hours }]);
  const sold = served.flatMap(({ list }) => list).find(({ id }) => id === item.id);
  expect(sold).toMatchObject({ cost: 50, usualCost: item.cost });
  await expect(preview.getByRole('listitem').first()).toContainText('£0.50');

  await page.getByRole('link', { name: `Edit items of ${first.name}` }).click();
  await expect(preview).toContainText(`Not served then: ${first.name} (${hoursText(hours)})`);
  const seen = preview.getByText(first.list[0]?.name ?? '', { exact: true });
  await preview.getByLabel('As guests see it').selectOption(String(ahead));
  for (const [time, isServed] of [
    ['21:59', false],
    ['22:00', true],
    ['23:59', true],
  ] as const) {
    await preview.getByLabel('At', { exact: true }).fill(time);
    await expect(seen, time).toHaveCount(isServed ? 1 : 0);
  }
  await preview.getByLabel('As guests see it').selectOption(String(ahead + 1));
  await preview.getByLabel('At', { exact: true }).fill('01:29');
  await expect(seen).toHaveCount(1);
  await looksRight(page, 'editor preview of hours');
  await preview.getByLabel('At', { exact: true }).fill('01:30');
  await expect(seen).toHaveCount(0);

  const downloading = page.waitForEvent('download');
  await button(page, 'Export').click();
  const exported = await readFile(await (await downloading).path(), 'utf8');
  expect(exported).toContain(`,${dayName(day)} 22:00-01:30,`);
  await api.call<Catalog>('PATCH', `/sellers/catalogs/${before.id}`, {
    name: before.name,
    categories: before.categories,
  });
  await expect(categories(page)).not.toContainText('22:00');
  await button(page, 'Import').click();
  const importing = dialog(page, 'Import a menu');
  await importing
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(exported) });
  await expect(importing.getByRole('list', { name: 'Differences' })).toContainText(
    `Hours: always → ${hoursText(hours)}`,
  );
  await importing.getByRole('button', { name: 'Import 2 changes' }).click();
  await expect(categories(page)).toContainText(hoursText(hours));
});

test('last orders are counted down on the board, and put off by one press on all screens (D58)', async ({
  signedIn: till,
  api,
  elsewhere,
  platform,
}) => {
  const catalog = await firstCatalog(api);
  const [kitchen, ...others] = catalog.categories;
  if (!kitchen) throw new Error('The menu is too small');
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' });
  // Hours end at a whole minute, so that they are to come for nine minutes at least.
  const end = Date.now() + 9 * 60_000 + 59_000;
  const [from, to, more] = [end - 3_600_000, end, end + 15 * 60_000].map((at) => clock.format(at));
  const hours = [{ days: [...weekdays], from, to }];
  await api.call('PATCH', `/sellers/catalogs/${catalog.id}`, {
    name: catalog.name,
    categories: [{ ...kitchen, hours }, ...others],
  });
  await startTrading(till);
  const office = await elsewhere();
  await openLive(office);
  const [onTheTill, inTheOffice] = [till, office].map((page) =>
    page.getByRole('status').filter({ hasText: 'Last orders' }),
  );
  await expect(onTheTill!).toHaveText(`Last orders at ${to} · ${kitchen.name}`);
  await expect(inTheOffice!).toHaveText(`Last orders at ${to} · ${kitchen.name}`);
  await expect(till.getByText(/^[1-9]:[0-5]\d$/)).toBeVisible();
  await looksRightEverywhere(till, 'last orders');

  await till.getByRole('button', { name: '15 minutes more' }).click();
  await expect(onTheTill!).toHaveText(`Last orders at ${more} · ${kitchen.name}`);
  await expect(till.getByRole('button', { name: '15 minutes more' })).toBeFocused();
  await expect(inTheOffice!).toHaveText(`Last orders at ${more} · ${kitchen.name}`);
  const reply = await fetch(`${platform.origin}/api/customers/outlets/${platform.outletId}/menu`);
  const { hours: served } = (await reply.json()) as Menu;
  expect(clock.format(Date.parse(served?.changesAt ?? ''))).toBe(more);

  // Hours that are edited are on every board long before it would read its outlet again.
  await api.call('PATCH', `/sellers/catalogs/${catalog.id}`, {
    name: catalog.name,
    categories: [{ ...kitchen, name: 'Grill', hours }, ...others],
  });
  for (const board of [onTheTill!, inTheOffice!])
    await expect(board).toHaveText(`Last orders at ${more} · Grill`, { timeout: 2_000 });
  await api.call('PATCH', `/sellers/catalogs/${catalog.id}`, {
    name: catalog.name,
    categories: catalog.categories,
  });
  for (const board of [onTheTill!, inTheOffice!]) await expect(board).toBeHidden({ timeout: 2_000 });
});

test('a basket of before the hours ended is taken for five minutes, at its price, where one pays and on the way there (D58)', async ({
  page,
  context,
  api,
  platform,
}) => {
  test.slow();
  await api.start();
  await api.listen();
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' });
  const catalog = await firstCatalog(api);
  const isBar = ({ list }: Catalog['categories'][number]) => list.some(({ name }) => name === 'Americano');
  const plain = catalog.categories
    .filter((category) => !isBar(category))
    .flatMap(({ list }) => list)
    .find(({ modifiers, cost }) => modifiers.length === 0 && cost > 100);
  if (!plain) throw new Error('The menu is too small');
  // The next whole minute to which a guest has time to choose.
  const end = Math.ceil((Date.now() + 25_000) / 60_000) * 60_000;
  const [from, to, until] = [end - 3_600_000, end, end + 5 * 60_000].map((at) => clock.format(at));
  const hours = [{ days: [...weekdays], from, to }];
  await api.call('PATCH', `/sellers/catalogs/${catalog.id}`, {
    name: catalog.name,
    categories: catalog.categories.map((category) => ({
      ...category,
      ...(isBar(category) && { hours }),
      list: category.list.map((item) =>
        item === plain ? { ...item, happyHour: { cost: 100, hours } } : item,
      ),
    })),
  });
  await page.goto(`${platform.origin}/o/${platform.outletId}`);
  await page.getByRole('button', { name: 'Add Americano' }).click();
  await page.getByRole('button', { name: `Add ${plain.name}`, exact: true }).click();
  const paying = await context.newPage();
  await paying.goto(`${platform.origin}/o/${platform.outletId}/pay`);
  const pay = paying.getByRole('button', { name: /^Pay £/ });
  await expect(pay).toBeEnabled();
  const amount = (await pay.textContent()) ?? '';

  const notice = `Not served any more: Americano. What is in your basket is taken until ${until}.`;
  await expect(paying.getByText(notice)).toBeVisible({ timeout: 90_000 });
  await api.listen();
  await expect(pay).toHaveText(amount);
  await expect(page.getByRole('button', { name: 'Add Americano' })).toBeHidden();
  await paying.close();
  await page.getByRole('button', { name: /^Basket/ }).click();
  await page.getByRole('link', { name: 'Go to pay' }).click();
  await expect(page.getByText(notice)).toBeVisible();
  await looksRightEverywhere(page, 'paying after the hours ended');
  await page.getByLabel('Your name').fill('Priya Raman');
  await page.getByLabel('Your table’s number').fill('7');
  await page.getByRole('button', { name: amount }).click();
  await expect(page.getByText('Sent. Waiting for the staff to accept it.')).toBeVisible();
  const placed = await api.call<{ amount: number }[]>('GET', `/sellers/outlets/${platform.outletId}/orders`);
  expect(placed.map((order) => `Pay £${(order.amount / 100).toFixed(2)}`)).toEqual([amount]);
});
