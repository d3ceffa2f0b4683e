import { beforeAll, expect, it } from 'vitest';
import type { Trading } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

let seller: Trading;
let path: string;
setUpServer();
beforeAll(async () => {
  seller = await server.trading();
  path = `/sellers/outlets/${seller.outletId}`;
});

const kitchen = { id: 'kitchen', name: 'Kitchen', categories: ['mains'], fallback: 'bar' };
const bar = { id: 'bar', name: 'Bar', categories: [], fallback: null };
const put = (stations: object[], version?: number) =>
  seller.send(
    'PUT',
    `${path}/stations`,
    { stations },
    version === undefined ? {} : { 'if-match': `"${version}"` },
  );

it('an outlet’s stations are set whole, and its profile leaves them as they are (D60)', async () => {
  expect((await seller.send('GET', path)).body.stations).toEqual({ version: 1, list: [] });
  expect(await put([kitchen, bar])).toMatchObject({
    status: 200,
    body: { stations: { version: 2, list: [kitchen, bar] } },
  });
  const { body } = await seller.send('PATCH', path, { name: 'Renamed' });
  expect(body.stations).toEqual({ version: 2, list: [kitchen, bar] });
});

it('stations that somebody else has changed meanwhile cannot be overwritten (D60)', async () => {
  const { version } = (await seller.send('GET', path)).body.stations;
  expect((await put([bar], version)).status).toBe(200);
  expect(await put([kitchen, bar], version)).toMatchObject({
    status: 409,
    body: { error: { code: 'VERSION_CONFLICT' }, current: { version: version + 1, list: [bar] } },
  });
});

it.each([
  ['two of one name', [kitchen, { ...bar, name: ' kitchen ' }], 'stations.1.name'],
  ['two of one id', [kitchen, { ...bar, id: 'kitchen' }], 'stations.1.id'],
  ['no name', [{ ...bar, name: ' ' }], 'stations.0.name'],
  [
    'a category twice',
    [
      { ...kitchen, fallback: null },
      { ...bar, categories: ['mains'] },
    ],
    'stations.1.categories',
  ],
  ['a fallback that is not there', [kitchen], 'stations.0.fallback'],
  ['fallbacks in a circle', [kitchen, { ...bar, fallback: 'kitchen' }], 'stations.0.fallback'],
  ['a fallback on itself', [{ ...bar, fallback: 'bar' }], 'stations.0.fallback'],
])('refuses stations with %s (D60)', async (_what, stations, field) => {
  const before = (await seller.send('GET', path)).body;
  const { status, body } = await put(stations);
  expect([status, Object.keys(body.error.fields)]).toEqual([400, expect.arrayContaining([field])]);
  expect((await seller.send('GET', path)).body).toEqual(before);
});

it('an order keeps the category of each line, whatever becomes of the menu (D60)', async () => {
  const { body: catalog } = await seller.send('GET', `/sellers/catalogs/${seller.catalogId}`);
  const placed = await seller.order();
  const { body: order } = await seller.send('GET', `/sellers/orders/${placed.id}`);
  const [line] = order.items;
  const own = catalog.categories.find(({ list }: { list: { id: string }[] }) =>
    list.some(({ id }) => id === line.itemId),
  );
  expect(line.categoryId).toBe(own.id);
});
