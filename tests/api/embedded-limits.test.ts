import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openPglite } from '../../server/database/pglite-database.ts';
import { inMemoryDatabase, putDatabaseInto } from '../../server/testing/database.ts';
import { basketOfTea, testServer } from '../../server/testing/server.ts';

/**
 * What the embedded database must not do to requests; each test runs on a real one, or on PostgreSQL if that is set.
 */
const dataDir = mkdtempSync(path.join(tmpdir(), 'servery-limits-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('while a report runs for seconds, /health answers at once (B6)', async () => {
  const server = await testServer();
  const origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
  let reporting = true;
  const report = sql`select count(*) from generate_series(1, 3000000) n where md5(n::text) like 'ff%'`
    .execute(server.database.kysely)
    .then(() => (reporting = false));
  const took: number[] = [];
  while (took.length < 20) {
    const asked = performance.now();
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    took.push(performance.now() - asked);
  }
  expect(reporting).toBe(true);
  expect(took.toSorted((a, b) => a - b)[10]).toBeLessThan(100);
  await report;
  await server.close();
});

it('while the card provider is silent, another seller is answered: nothing waits inside a transaction (B7)', async () => {
  const server = await testServer();
  const shop = await server.trading();
  const neighbour = await server.trading();
  const { id } = await shop.order();
  await shop.send('POST', `/sellers/orders/accept/${id}`);
  await shop.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'complete' });
  let answer = () => {};
  let asked = () => {};
  const wasAsked = new Promise<void>((resolve) => (asked = resolve));
  server.payments.scriptCapture(() => {
    asked();
    return new Promise((resolve) => (answer = () => resolve({ kind: 'done' })));
  });
  let closed = false;
  const closing = shop.send('POST', `/sellers/orders/complete/${id}`).finally(() => (closed = true));
  await wasAsked;
  expect((await neighbour.send('GET', '/sellers/outlets')).status).toBe(200);
  await neighbour.order();
  expect((await shop.send('GET', `/sellers/orders/${id}`)).body).toMatchObject({ status: 'payment_capture' });
  expect(closed).toBe(false);
  answer();
  expect((await closing).body).toMatchObject({ status: 'complete' });
  await server.close();
});

it('on a full disk every write is a 503 that says when to try again, reads go on, and room brings all of it back (B13)', async () => {
  await putDatabaseInto(dataDir);
  const roomy = await openPglite({ dataDir });
  const server = await testServer();
  const before = await testServer({ beside: { ...server, database: roomy } });
  const shop = await before.trading();
  const placed = await shop.order();
  await before.app.doChores();
  await before.close();
  await roomy.close();

  const full = await openPglite({ dataDir, leastFreeBytes: Number.MAX_SAFE_INTEGER });
  const cramped = await testServer({ beside: { ...server, database: full } });
  const authorization = { authorization: `Bearer ${shop.accessToken}` };
  const place = (at: typeof cramped, key: string) =>
    at.send('POST', `/customers/outlets/${shop.outletId}/orders`, basketOfTea, { 'idempotency-key': key });
  for (const refused of [
    await place(cramped, 'while-full'),
    await cramped.send('POST', `/sellers/orders/accept/${placed.id}`, undefined, authorization),
    await cramped.send('POST', '/sellers/outlets', { name: 'Elsewhere' }, authorization),
  ]) {
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  const readiness = async (at: typeof cramped) => (await at.app.server.inject('/ready')).statusCode;
  expect(await readiness(cramped), 'nothing can be written').toBe(503);
  const read = await cramped.send('GET', `/sellers/orders/${placed.id}`, undefined, authorization);
  expect(read).toMatchObject({ status: 200, body: { id: placed.id, status: 'deliver_pending' } });
  const search = await cramped.send('GET', '/sellers/orders?search=tea', undefined, authorization);
  expect(search).toMatchObject({ status: 200, body: { items: [{ id: placed.id }] } });
  await cramped.close();
  await full.close();

  const again = await openPglite({ dataDir });
  const recovered = await testServer({ beside: { ...server, database: again } });
  expect(await readiness(recovered)).toBe(200);
  expect((await place(recovered, 'while-full')).status).toBe(201);
  const list = await recovered.send(
    'GET',
    `/sellers/outlets/${shop.outletId}/orders`,
    undefined,
    authorization,
  );
  expect(list.body).toHaveLength(2);
  await recovered.close();
  await again.close();
  await server.close();
});

it('without its database a server is alive and not ready, and says when to try again (L11)', async () => {
  const server = await testServer();
  const shop = await server.trading();
  const own = await inMemoryDatabase();
  const cut = await testServer({ beside: { ...server, database: own } });
  const ask = (url: string) =>
    cut.app.server.inject({ url, headers: { authorization: `Bearer ${shop.accessToken}` } });
  expect((await ask('/ready')).statusCode).toBe(200);
  await own.close();
  for (const url of ['/ready', '/api/sellers/profile']) {
    const reply = await ask(url);
    expect(reply.statusCode).toBe(503);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await ask('/health')).statusCode).toBe(200);
  await cut.close();
  await server.close();
});
