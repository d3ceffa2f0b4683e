import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Reply } from '#shared/api/contract.ts';
import { basketOfTea, type Trading } from '../../testing/server.ts';
import { readEvents } from '../../../tests/support/servers/event-reader.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer({ limits: ['following-network=3'] });

type State = Reply<'GET /customers/outlets/:outletId/events'>;

let bar: Trading;
let origin: string;
const opened: { close(): void }[] = [];

beforeAll(async () => {
  origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
  bar = await server.trading();
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

async function follow(outletId = bar.outletId) {
  const stream = await readEvents<State>(`${origin}/api/customers/outlets/${outletId}/events`);
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

it('a guest’s page is told every twenty seconds that nothing has changed', async () => {
  const page = await follow();
  const first = await page.next();
  server.clock.advance(19_000);
  await server.app.doChores();
  server.clock.advance(1_000);
  expect(await told(page)).toEqual(first);
});

it('more pages than a network may follow are told to ask later, and an unknown outlet has none', async () => {
  for (let page = 0; page < 3; page += 1) await follow();
  expect((await follow()).reply.status).toBe(429);
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
