import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMetrics } from '../http/metrics.ts';
import { testDatabase } from '../testing/database.ts';
import { testClock, testServer } from '../testing/server.ts';
import { compareClocks } from './compare-clocks.ts';
import type { Database } from './database.ts';

let database: Database;
beforeAll(async () => (database = await testDatabase()));
afterAll(() => database.close());

it('a server whose clock differs from its database’s warns, and its metrics say by how much (D42)', async () => {
  const clock = testClock();
  const lines: { event: string; aheadMs: number }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const metrics = createMetrics();
  const chore = compareClocks({
    database,
    clock,
    log,
    onRun: metrics.choreRan,
    onCompared: metrics.clockCompared,
  });
  const shown = async () =>
    Number(/^servery_clock_ahead_seconds (.+)$/m.exec(await metrics.text())?.[1] ?? Number.NaN);
  await chore.look();
  expect([lines, Math.abs(await shown()) < 5]).toEqual([[], true]);
  clock.advance(60_000);
  await chore.look();
  expect(lines.at(-1)).toMatchObject({ level: 40, event: 'clocks-differ' });
  expect(lines.at(-1)?.aheadMs).toBeGreaterThan(50_000);
  expect(await shown()).toBeGreaterThan(50);
  clock.advance(-120_000);
  await chore.look();
  expect(lines.at(-1)?.aheadMs).toBeLessThan(-50_000);
  expect(await shown()).toBeLessThan(-50);
  clock.advance(60_000);
  await chore.look();
  await chore.stop();
  expect(lines).toHaveLength(2);
});

it('a database that answers late is not taken for one with another clock (D42)', async () => {
  const clock = testClock();
  let ahead = 0;
  const late = database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      clock.advance(60_000);
      return result;
    },
  });
  const chore = compareClocks({
    database: { kysely: late },
    clock,
    log: pino({ level: 'silent' }),
    onRun: () => undefined,
    onCompared: (ms) => (ahead = ms),
  });
  await chore.look();
  await chore.stop();
  expect(Math.abs(ahead)).toBeLessThan(5_000);
});

it('a running server compares its clock with its database’s, and its metrics tell (D42)', async () => {
  const metrics = createMetrics();
  const server = await testServer({ metrics });
  const warned = vi.spyOn(server.app.server.log, 'warn');
  server.clock.advance(600_000);
  await server.app.doChores();
  expect(warned).toHaveBeenCalledWith(
    expect.objectContaining({ event: 'clocks-differ' }),
    expect.stringContaining('clock'),
  );
  expect(await metrics.text()).toMatch(/^servery_clock_ahead_seconds [1-9]\d\d/m);
  await server.close();
});
