import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import pino from 'pino';
import { testDatabase } from '../testing/database.ts';
import { testClock } from '../testing/server.ts';
import { openRedis, type Redis } from '../core/redis.ts';
import type { Database } from '../database/database.ts';
import { redisProgram, testRedis } from '../../tests/support/servers/redis.ts';
import { counters, type Counters } from './counters.ts';
import { usualLimits } from './limits.ts';

const secret = 'a secret for tests alone, thirty-two characters';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const failure = (subject: string, cost = 1) => ({ limit: 'sign-in-failures', subject, cost }) as const;
const account = (subject: string) => ({ limit: 'registrations-email', subject }) as const;

/** The same of every store. */
function itCounts(count: () => Counters) {
  it('takes as many of those that come at once as there is room for, and tells the others how long to wait', async () => {
    const waits = await Promise.all(Array.from({ length: 30 }, () => count().take([failure('all at once')])));
    expect(waits.filter((wait) => wait === null)).toHaveLength(10);
    for (const wait of waits) if (wait !== null) expect(wait).toBeGreaterThan(800);
    expect((await count().look([failure('all at once')])).wait).toBeGreaterThan(800);
    expect((await count().look([failure('somebody else')])).wait).toBeNull();
  });

  it('counts nothing of several where one has no room', async () => {
    await count().add([failure('full', 10)]);
    expect(await count().take([account('beside a full one'), failure('full')])).toBeGreaterThan(800);
    expect((await count().look([{ ...account('beside a full one'), cost: 5 }])).wait).toBeNull();
  });

  it('takes off what is given back, and never more than was counted', async () => {
    await count().add([failure('given back', 9)]);
    await count().add([failure('given back', -4), failure('never counted', -4)]);
    expect((await count().look([failure('given back', 5)])).wait).toBeNull();
    expect((await count().look([failure('given back', 6)])).wait).not.toBeNull();
    await count().add([failure('given back', -50)]);
    await count().add([failure('given back', 10), failure('never counted', 10)]);
    expect((await count().look([failure('given back')])).wait).not.toBeNull();
    expect((await count().look([failure('never counted')])).wait).not.toBeNull();
  });
}

describe('limits counted in the database', () => {
  const clock = testClock();
  const stored = () => counters({ database, clock, redis: null, limits: usualLimits, secret });
  itCounts(stored);

  it('begin anew when their time is over', async () => {
    await stored().add([failure('later', 10)]);
    expect(await stored().take([failure('later')])).not.toBeNull();
    clock.advance(15 * 60_000);
    expect(await stored().take([failure('later')])).toBeNull();
  });

  it('begin anew after the clock was set back by a day, and not while servers’ clocks differ by seconds', async () => {
    await stored().add([failure('set back', 10)]);
    clock.advance(-4_000);
    expect((await stored().look([failure('set back')])).wait).not.toBeNull();
    expect(await stored().take([failure('set back')])).not.toBeNull();
    clock.advance(4_000 - 24 * 60 * 60_000);
    expect((await stored().look([failure('set back')])).wait).toBeNull();
    expect(await stored().take([failure('set back')])).toBeNull();
    await stored().add([failure('set back', 9)]);
    expect(await stored().take([failure('set back')])).toBeGreaterThan(800);
    expect(await stored().take([failure('set back')])).toBeLessThanOrEqual(900);
  });

  it('name nobody', async () => {
    await stored().take([failure('landlady@servery.test 192.0.2.7')]);
    const rows = await database.kysely.selectFrom('rate_limits').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/landlady|192\.0\.2/);
  });
});

describe.skipIf(redisProgram === null)('limits counted in Redis', () => {
  const clock = testClock();
  let server: Awaited<ReturnType<typeof testRedis>>;
  let redis: Redis;
  beforeAll(async () => {
    server = await testRedis();
    await server.start();
    redis = openRedis(server.url, pino({ level: 'silent' }));
    await vi.waitUntil(() => redis.client.isReady);
  });
  afterAll(async () => {
    await redis.close();
    await server.stop();
  });
  const shared = () => counters({ database, clock, redis, limits: usualLimits, secret });
  itCounts(shared);
});
