import { expect } from 'playwright/test';
import type { Reply } from '#shared/api/contract.ts';
import { hoursText, weekdays } from '#shared/base/menu-hours.ts';
import { firstCatalog, ownCatalog as test } from '../support/shop/catalog-editing.ts';

type Menu = Reply<'GET /customers/outlets/:outletId/menu'>;

test('the preview has what is put off, and as sold out what none is left of, as guests have it (D58, D77)', async ({
  editor: page,
  api,
  platform,
}) => {
  const catalog = await firstCatalog(api);
  const [kitchen, ...others] = catalog.categories;
  const [first, second] = kitchen?.list ?? [];
  if (!kitchen || !first || !second) throw new Error('The menu is too small');
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' });
  /** Its hours have just ended. */
  const end = Math.floor(Date.now() / 60_000) * 60_000;
  const [from = '', to = ''] = [end - 3_600_000, end].map((at) => clock.format(at));
  const hours = [{ days: [...weekdays], from, to }];
  await api.call('PATCH', `/sellers/catalogs/${catalog.id}`, {
    name: catalog.name,
    categories: [{ ...kitchen, hours }, ...others],
  });
  const preview = page.getByRole('complementary', { name: 'On the customer’s phone' });
  const onPhone = preview.getByRole('list', { name: 'Items on the phone' }).getByRole('listitem');
  const openKitchen = () =>
    page.goto(`${platform.origin}/catalogs/${catalog.id}/edit/?category=${kitchen.id}`);
  await openKitchen();
  await expect(preview).toContainText(`Not served then: ${kitchen.name} (${hoursText(hours)})`);

  const outlet = `/sellers/outlets/${platform.outletId}`;
  const [at, until] = [end, end + 15 * 60_000].map((time) => new Date(time).toISOString());
  await api.call('POST', `${outlet}/put-off`, { at, until });
  await api.call('POST', `${outlet}/portions`, { itemId: first.id, left: 0 });
  await api.call('POST', `${outlet}/portions`, { itemId: second.id, left: 4 });
  await openKitchen();
  const reply = await fetch(`${platform.origin}/api/customers/outlets/${platform.outletId}/menu`);
  const served = ((await reply.json()) as Menu).catalog?.categories.find(({ id }) => id === kitchen.id);
  expect(served?.list.map(({ soldOutUntil }) => soldOutUntil === 'session')).toEqual(
    kitchen.list.map((item) => item === first),
  );
  await expect(onPhone).toHaveCount(kitchen.list.length);
  await expect(onPhone.filter({ hasText: first.name })).toContainText('Sold out');
  await expect(onPhone.filter({ hasText: second.name })).not.toContainText('Sold out');
  await expect(onPhone.filter({ hasText: second.name })).toContainText('4 left');
  await expect(preview).not.toContainText('Not served then');
});
