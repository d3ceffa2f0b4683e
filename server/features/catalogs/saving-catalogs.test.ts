import { describe, expect, it } from 'vitest';
import { menu } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

describe('saving a catalog (D9, D36)', () => {
  it('raises the revision, refuses a stale one with the current, and twice the same id', async () => {
    const shop = await server.trading();
    const path = `/sellers/catalogs/${shop.catalogId}`;
    const saved = await shop.send('PATCH', path, { name: 'Summer', categories: menu }, { 'if-match': '"2"' });
    expect(saved).toMatchObject({
      status: 200,
      body: { name: 'Summer', revision: 3, latestRevision: { categories: menu } },
    });
    const stale = await shop.send('PATCH', path, { name: 'Winter', categories: [] }, { 'if-match': '"2"' });
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { code: 'VERSION_CONFLICT' }, current: { name: 'Summer', revision: 3 } },
    });
    const twice = await shop.send('PATCH', path, { name: 'Summer', categories: [menu[0], menu[0]] });
    expect(twice).toMatchObject({ status: 422, body: { error: { code: 'DUPLICATE_ID' } } });
    const rows = await server.database.kysely
      .selectFrom('catalog_revisions')
      .select('revision')
      .where('catalog_id', '=', shop.catalogId)
      .execute();
    expect(rows).toHaveLength(3);
  });
});

it('each save replies with what it saved, however many save at once (D36)', async () => {
  const shop = await server.trading();
  const names = Array.from({ length: 12 }, (_, n) => `Menu ${n}`);
  const replies = await Promise.all(
    names.map((name) =>
      shop.send('PATCH', `/sellers/catalogs/${shop.catalogId}`, { name, categories: menu }),
    ),
  );
  expect(replies.map(({ body }) => body.name)).toEqual(names);
  expect(replies.map(({ body }) => body.revision).toSorted((a, b) => a - b)).toEqual(
    names.map((_, n) => n + 3),
  );
});

it('a body that names another outlet or catalog than the path is refused (A20)', async () => {
  const shop = await server.trading();
  const path = `/sellers/outlets/${shop.outletId}/catalog/${shop.catalogId}`;
  const { outletId, catalogId } = shop;
  expect((await shop.send('PATCH', path, { outletId, catalogId })).status).toBe(200);
  expect(await shop.send('PATCH', path, { outletId: 'other', catalogId })).toMatchObject({
    status: 422,
    body: { error: { code: 'IDS_DISAGREE', fields: { outletId: expect.any(String) } } },
  });
});
