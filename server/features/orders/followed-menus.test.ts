import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Reply } from '#shared/api/contract.ts';
import { weekdays } from '#shared/base/menu-hours.ts';
import { stockOf, withStock, type Stock } from '#shared/catalogs/stock.ts';
import { basketOfTea, menu as categories, testServer, type Trading } from '../../testing/server.ts';
import { readEvents } from '../../../tests/support/servers/event-reader.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

type State = Reply<'GET /customers/outlets/:outletId/events'>;

let bar: Trading;
let origin: string;
const opened: { close(): void }[] = [];

beforeAll(async () => {
  origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  bar = await server.trading();
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

async function follow(outletId = bar.outletId, at = origin) {
  const stream = await readEvents<State>(`${at}/api/customers/outlets/${outletId}/events`);
  opened.push(stream);
  return stream;
}

/** The next event after the server has looked for changes. */
async function told(page: Awaited<ReturnType<typeof follow>>) {
  await server.app.doChores();
  return page.next();
}

const place = (key: string, query = '') =>
  server.send('POST', `/customers/outlets/${bar.outletId}/orders${query}`, basketOfTea, {
    'idempotency-key': key,
  });

it('a guest’s page is told that no orders are taken, and that they are taken again', async () => {
  await server.hear(bar.outletId);
  const page = await follow();
  const first = await page.next();
  expect(first?.data).toMatchObject({ availability: 'open', ordering: { state: 'open' } });
  await bar.send('POST', `/sellers/outlets/${bar.outletId}/pause`, { until: null, reason: 'Kitchen fire' });
  const second = await told(page);
  expect(second?.data.ordering).toMatchObject({ state: 'paused', message: 'Kitchen fire' });
  expect(second?.id).not.toBe(first?.id);
  await bar.send('POST', `/sellers/outlets/${bar.outletId}/resume`);
  expect((await told(page))?.data.ordering).toEqual({ state: 'open' });
});

it('a guest’s page is told when something is sold out', async () => {
  const page = await follow();
  await page.next();
  const { body: menu } = await server.send('GET', `/customers/outlets/${bar.outletId}/menu`);
  const [item] = menu.catalog.categories[0].list;
  await bar.send('POST', `/sellers/catalogs/${menu.catalog.id}/sold-out`, {
    itemId: item.id,
    until: 'session',
  });
  const gone = await told(page);
  expect(gone?.data.version).toBe(gone?.id);
  await bar.send('POST', `/sellers/catalogs/${menu.catalog.id}/sold-out`, { itemId: item.id, until: null });
  expect((await told(page))?.id).not.toBe(gone?.id);
});

const readMenu = async (): Promise<Reply<'GET /customers/outlets/:outletId/menu'>> =>
  (await server.send('GET', `/customers/outlets/${bar.outletId}/menu`)).body;
const sellOut = (place: object, until: string | null) =>
  bar.send('POST', `/sellers/catalogs/${bar.catalogId}/sold-out`, { ...place, until });
const countDown = (itemId: string, left: number | null) =>
  bar.send('POST', `/sellers/outlets/${bar.outletId}/portions`, { itemId, left });
const sell = (catalog: object) =>
  bar.send('PATCH', `/sellers/catalogs/${bar.catalogId}`, { name: 'Menu', categories, ...catalog });
const setOutlet = (outlet: object) =>
  bar.send('PATCH', `/sellers/outlets/${bar.outletId}`, { name: 'Bar', ...outlet });

it('a menu that a page has read is, with the stock that it is told, the menu as it is', async () => {
  const page = await follow();
  await page.next();
  const { content, catalog: had } = await readMenu();
  const [, coffee] = categories[0]?.list ?? [];
  const [milk] = coffee?.modifiers ?? [];
  const inMilk = { itemId: 'coffee', modifierId: milk?.id, option: milk?.list[0]?.name };
  const soon = new Date(server.clock.now().getTime() + 60_000).toISOString();
  for (const change of [
    () => sellOut({ itemId: 'tea' }, soon),
    () => sellOut(inMilk, 'session'),
    () => countDown('coffee', 2),
    () => countDown('coffee', 0),
    () => countDown('coffee', null),
    async () => server.clock.advance(60_001),
    () => sellOut(inMilk, null),
  ]) {
    await change();
    const { data } = (await told(page))!;
    const now = await readMenu();
    expect([data.content, now.content]).toEqual([content, content]);
    const is = now.catalog?.categories ?? [];
    expect(withStock(had?.categories ?? [], data.stock as Stock)).toEqual(withStock(is, stockOf(is)));
  }
});

const [drinks] = categories;
const [firstDrink] = drinks?.list ?? [];
it.each([
  ['its prices', () => sell({ categories: [{ ...drinks, list: [{ ...firstDrink, cost: 400 }] }] })],
  ['its catalog’s name', () => sell({ name: 'Winter menu' })],
  ['the outlet’s VAT', () => setOutlet({ vatRate: 20 })],
  ['how it serves', () => setOutlet({ serviceTypeSelected: 'order-number' })],
])('a menu of which something else has changed is another one: %s', async (_what, change) => {
  const page = await follow();
  const before = await page.next();
  expect(await change()).toMatchObject({ status: 200 });
  const after = await told(page);
  expect(after?.data.content).not.toBe(before?.data.content);
  expect((await readMenu()).content).toBe(after?.data.content);
});

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' });
/** Began an hour ago, and ends in five minutes. */
function endingSoon() {
  const now = server.clock.now().getTime();
  return [{ days: weekdays, from: clock.format(now - 3_600_000), to: clock.format(now + 300_000) }];
}

it.each([
  ['is served no longer', () => ({ hours: endingSoon() })],
  ['costs more', () => ({ happyHour: { cost: 200, hours: endingSoon() } })],
])('a menu of which something %s, as its hours are over, is another one', async (_what, serving) => {
  expect(await sell({ categories: [{ ...drinks, list: [{ ...firstDrink, ...serving() }] }] })).toMatchObject({
    status: 200,
  });
  const page = await follow();
  const before = await page.next();
  server.clock.advance(360_000);
  expect((await told(page))?.data.content).not.toBe(before?.data.content);
});

it('a page is not told what is sold out where that is most of a long menu', async () => {
  const list = Array.from({ length: 101 }, (_, n) => ({ ...firstDrink, id: `tea-${n}` }));
  await sell({ categories: [{ ...drinks, list }] });
  const page = await follow();
  expect((await page.next())?.data).toHaveProperty('stock');
  const marks = list.map(({ id: itemId }) => ({ itemId, until: 'session' }));
  await server.database.kysely
    .updateTable('catalogs')
    .set((fields) => ({
      sold_out: JSON.stringify(marks),
      sold_out_version: fields('sold_out_version', '+', 1),
    }))
    .where('id', '=', bar.catalogId)
    .execute();
  expect((await told(page))?.data).not.toHaveProperty('stock');
});

it('a guest’s page is told every twenty seconds that nothing has changed', async () => {
  const page = await follow();
  const first = await page.next();
  server.clock.advance(19_000);
  await server.app.doChores();
  server.clock.advance(1_000);
  expect(await told(page)).toEqual(first);
});

it('more pages than a network may follow are told to ask later, and an unknown outlet has none', async () => {
  const strict = await testServer({ beside: server, limits: ['following-network=3'] });
  const at = await strict.app.server.listen({ port: 0, host: '127.0.0.1' });
  for (let page = 0; page < 3; page += 1) expect((await follow(bar.outletId, at)).reply.status).toBe(200);
  expect((await follow(bar.outletId, at)).reply.status).toBe(429);
  await strict.close();
  expect((await follow('00000000-0000-4000-8000-000000000000')).reply.status).toBe(404);
});

it('an order that was placed is found by its key, and asking places none', async () => {
  await server.hear(bar.outletId);
  const key = crypto.randomUUID();
  const early = await place(key, '?repeat=true');
  expect([early.status, early.body.error.code]).toEqual([404, 'NOT_PLACED']);
  const { body: placed } = await place(key);
  const { body: again } = await place(key, '?repeat=true');
  expect([again.order.id, again.trackingToken]).toEqual([placed.order.id, placed.trackingToken]);
});

it('a page of an outlet that was suspended is told no more, and may not follow it again', async () => {
  const shop = await server.trading();
  const page = await follow(shop.outletId);
  await page.next();
  await server.database.kysely
    .updateTable('outlets')
    .set({ status: 'suspended' })
    .where('id', '=', shop.outletId)
    .execute();
  expect(await told(page)).toBeNull();
  expect((await follow(shop.outletId)).reply.status).toBe(404);
});
