import { sql, type KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { newInMemory } from '../testing/database.ts';
import { testServer } from '../testing/server.ts';
import { copyTables } from './copy-tables.ts';

const MB = 1024 * 1024;

it('rows travel in batches of some megabytes, however large they are (B14)', async () => {
  const server = await testServer();
  const { catalogId } = await server.trading();
  await sql`insert into catalog_revisions (catalog_id, revision, name, categories, created_at)
    select ${catalogId}, n, 'Menu', jsonb_build_array(repeat('x', 990000)), now()
    from generate_series(1000, 1011) n`.execute(server.database.kysely);
  let largest = 0;
  const measure: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const size = result.rows.reduce((sum, { row }) => sum + (typeof row === 'string' ? row.length : 0), 0);
      largest = Math.max(largest, size);
      return result;
    },
  };
  const target = await newInMemory();
  const from = { ...server.database, kysely: server.database.kysely.withPlugin(measure) };
  const sums = await copyTables(from, target);
  expect(sums.find(({ table }) => table === 'catalog_revisions')?.rows).toBeGreaterThanOrEqual(12);
  expect(largest).toBeGreaterThan(MB / 2);
  expect(largest).toBeLessThan(9 * MB);
  await target.close();
  await server.close();
});
