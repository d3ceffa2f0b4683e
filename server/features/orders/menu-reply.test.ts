import { expect, it } from 'vitest';
import { menuWithHours } from '../../../tests/support/samples/menu-with-hours.ts';
import { server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';

setUpShop();

it('a menu is the one of now again once a clock that was three hours ahead is set back (D58)', async () => {
  const path = `/sellers/catalogs/${shop.catalogId}`;
  const { body } = await shop.send('GET', path);
  const changed = { name: body.name, categories: menuWithHours };
  await shop.send('PATCH', path, changed, { 'if-match': `"${body.revision}"` });
  const goTo = (time: string) => server.clock.advance(Date.parse(time) - server.clock.now().getTime());
  server.clock.stop();
  const menu = async () => (await server.send('GET', `/customers/outlets/${shop.outletId}/menu`)).body;
  const offered = async () => (await menu()).catalog.categories.map(({ name }: { name: string }) => name);
  goTo('2027-11-17T13:30:00.000Z');
  expect(await offered()).not.toContain('Breakfast');
  goTo('2027-11-17T10:30:00.000Z');
  expect(await offered()).toContain('Breakfast');
  expect((await menu()).hours.asOf).toBe('2027-11-17T10:30:00.000Z');
});
