import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openStripe } from '../payments/stripe.ts';
import { testServer } from '../testing/server.ts';
import { createMetrics } from './metrics.ts';

const cards = {
  secretKey: 'sk_test_1',
  publishableKey: null,
  webhookKeys: [],
  clientId: null,
  apiBase: null,
};

it('count every chore of a server that looks into its database, and that it failed once the database is gone (L13)', async () => {
  const metrics = createMetrics();
  const server = await testServer({ metrics, stripe: openStripe(cards) });
  const chores = async (outcome: string) => {
    const counted = (await metrics.text()).matchAll(
      /^servery_chores_total\{chore="(.+)",outcome="(.+)"\} /gm,
    );
    return [...counted].filter(([, , found]) => found === outcome).map(([, chore]) => chore);
  };
  const pictures = path.join(server.dataDir, 'images', 'pictures');
  await mkdir(pictures, { recursive: true });
  await writeFile(path.join(pictures, 'old.png'), '');
  const looking = ['compare-clocks', 'note-audit-head', 'remove-unused-images'];
  await server.app.doChores();
  expect(await chores('done')).toEqual(expect.arrayContaining([...looking, 'watch-access', 'expire-orders']));
  expect(await chores('failed')).toEqual([]);
  await writeFile(path.join(pictures, 'old.png'), '');
  server.clock.advance(48 * 60 * 60_000);
  await server.database.close();
  await server.app.doChores();
  expect(await chores('failed')).toEqual(expect.arrayContaining([...looking, 'read-books', 'expire-orders']));
  await server.app.close();
  await rm(server.dataDir, { recursive: true });
});
