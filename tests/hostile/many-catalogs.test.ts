import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Category } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { v7 as newId } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basketOfTea, testServer, type Seller, type TestServer } from '../../server/testing/server.ts';

const MB = 1024 * 1024;
const MOST_CATALOGS = 50;

/** A menu of about so many bytes, with varied text, because one that compresses to nothing proves nothing. */
function menuOf(bytes: number): Category[] {
  const items = Math.floor(bytes / 1_030);
  return Array.from({ length: Math.ceil(items / 40) }, (_, category) => ({
    id: `c${category}`,
    name: `Category ${category}`,
    list: Array.from({ length: Math.min(40, items - category * 40) }, (__, item) => ({
      id: `i${category}-${item}`,
      name: `Item ${item}`,
      cost: pence(100 + item),
      note: `${category}.${item} `.repeat(200).slice(0, 990),
      modifiers: [],
    })),
  }));
}

describe('a seller who has as much as they may', { timeout: 120_000 }, () => {
  let server: TestServer;
  let hoarder: Seller;
  beforeEach(async () => {
    server = await testServer();
    hoarder = await server.seller();
  });
  afterEach(() => server.close());

  /** Directly into the database: making them one by one is not under test here. */
  async function fill(count: number, bytes: number): Promise<void> {
    const categories = JSON.stringify(menuOf(bytes));
    for (let n = 0; n < count; n += 1) {
      const row = { name: `Menu ${n}`, revision: 1, created_at: new Date() };
      const id = newId();
      await server.database.kysely
        .insertInto('catalogs')
        .values({ ...row, id, seller_id: hoarder.id, bytes: Buffer.byteLength(categories) })
        .execute();
      await server.database.kysely
        .insertInto('catalog_revisions')
        .values({ ...row, catalog_id: id, categories })
        .execute();
    }
  }
  const create = (body: object) => hoarder.send('POST', '/sellers/catalogs', body);

  it('has 50 catalogs and no 51st, also of many asked for at once; one deleted makes room for one', async () => {
    await fill(MOST_CATALOGS - 2, 2_000);
    const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => create({ name: `New ${n}` })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = replies.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'TOO_MANY_CATALOGS' } } });
    const { body: all } = await hoarder.send('GET', '/sellers/catalogs');
    expect(all).toHaveLength(MOST_CATALOGS);
    await hoarder.send('DELETE', `/sellers/catalogs/${all[0].id}`);
    expect((await create({ name: 'In its place' })).status).toBe(201);
  });

  it('has 20 MB of menus and no more; what does not grow is still saved', async () => {
    await fill(24, 850_000);
    const categories = menuOf(900_000);
    const refused = await create({ name: 'One too many', categories });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'CATALOGS_TOO_LARGE' } } });
    const { body: small } = await create({ name: 'Small' });
    const path = `/sellers/catalogs/${small.id}`;
    expect(await hoarder.send('PATCH', path, { name: 'Small', categories })).toMatchObject({
      status: 422,
      body: { error: { code: 'CATALOGS_TOO_LARGE' } },
    });
    expect((await hoarder.send('GET', path)).body.revision, 'nothing was saved').toBe(1);
    const { body: all } = await hoarder.send('GET', '/sellers/catalogs');
    const renamed = await hoarder.send('PATCH', `/sellers/catalogs/${all[0].id}`, {
      name: 'Renamed',
      categories: all[0].categories,
    });
    expect(renamed.status).toBe(200);
  });

  it('has a history of 200 revisions of a catalog, the newest among them', async () => {
    const { body: catalog } = await create({ name: 'Menu' });
    for (let n = 0; n < 205; n += 1) {
      const body = { name: `Menu ${n}`, categories: [] };
      await hoarder.send('PATCH', `/sellers/catalogs/${catalog.id}`, body);
    }
    const { body: history } = await hoarder.send(
      'GET',
      `/sellers/catalogs/${catalog.id}/revisions?limit=200`,
    );
    expect(history).toHaveLength(200);
    expect(history[0]).toMatchObject({ revision: 206, name: 'Menu 204' });
    const { rows } = await server.database.kysely
      .selectFrom('catalog_revisions')
      .select('revision')
      .where('catalog_id', '=', catalog.id)
      .execute()
      .then((all) => ({ rows: all.length }));
    expect(rows).toBe(200);
  });

  it('reads all of it four times at once, and nobody’s order waits for more than a few of the 40 MB each is', async () => {
    await fill(MOST_CATALOGS, (20 * MB) / MOST_CATALOGS - 10_000);
    const pub = await server.trading();
    await server.app.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}/api`;
    const sent = { bytes: 0, reading: 4 };
    const readAll = async () => {
      const reply = await fetch(`${origin}/sellers/catalogs`, {
        headers: { authorization: `Bearer ${hoarder.accessToken}` },
      });
      let bytes = 0;
      for await (const part of reply.body ?? []) {
        bytes += part.length;
        sent.bytes += part.length;
      }
      sent.reading -= 1;
      return bytes;
    };
    const reads = Promise.all(Array.from({ length: sent.reading }, readAll));
    const waited: number[] = [];
    while (sent.reading > 0) {
      await server.hear(pub.outletId);
      const before = sent.bytes;
      const order = await fetch(`${origin}/customers/outlets/${pub.outletId}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': newId() },
        body: JSON.stringify(basketOfTea),
      });
      expect(order.status).toBe(201);
      waited.push(sent.bytes - before);
    }
    for (const bytes of await reads) expect(bytes).toBeGreaterThan(36 * MB);
    expect(waited.length, 'orders that were taken meanwhile').toBeGreaterThan(20);
    expect(
      Math.max(...waited) / MB,
      'megabytes that were sent to the hoarder while one order waited',
    ).toBeLessThan(4);
  });

  it('gets each catalog as it is, with its categories in both places where clients look', async () => {
    await fill(3, 300_000);
    const { body: all } = await hoarder.send('GET', '/sellers/catalogs');
    expect(all.map(({ name }: { name: string }) => name)).toEqual(['Menu 0', 'Menu 1', 'Menu 2']);
    for (const catalog of all) {
      expect(catalog.categories).toEqual(menuOf(300_000));
      expect(catalog.latestRevision.categories).toEqual(catalog.categories);
      expect((await hoarder.send('GET', `/sellers/catalogs/${catalog.id}`)).body).toEqual(catalog);
    }
  });
});

it('a large menu that many read at once is sent in parts, less than 1 MB in one turn of the event loop', async () => {
  const server = await testServer();
  const pub = await server.trading();
  const large = { name: 'Menu', categories: menuOf(900_000) };
  expect((await pub.send('PATCH', `/sellers/catalogs/${pub.catalogId}`, large)).status).toBe(200);
  const { server: http } = server.app.server;
  const asking: Socket[] = [];
  http.on('connection', (socket: Socket) => asking.push(socket));
  await server.app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.address() as AddressInfo;
  const readers = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
  for (const reader of readers)
    reader.resume().write(`GET /api/customers/outlets/${pub.outletId}/menu HTTP/1.1\r\nHost: x\r\n\r\n`);
  const sentSoFar = () => asking.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  let most = 0;
  for (let before = 0; before < 50 * 900_000;) {
    await setImmediate();
    const sent = sentSoFar();
    most = Math.max(most, sent - before);
    before = sent;
  }
  expect(most / MB).toBeLessThan(1);
  for (const reader of readers) reader.destroy();
  await server.close();
});
