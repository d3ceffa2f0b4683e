import { expect, vi } from 'vitest';
import { testServer } from '../../../server/testing/server.ts';
import { testRedis } from '../servers/redis.ts';
import { listen } from './live-screen.ts';

/** Two servers of one database that hear of each other's changes through a Redis of their own. */
export async function twoServers() {
  const redis = await testRedis();
  await redis.start();
  const here = await testServer({ redisUrl: redis.url });
  const there = await testServer({ redisUrl: redis.url, beside: here });
  await Promise.all([listen(here), listen(there)]);
  await vi.waitFor(async () => expect((await there.app.server.inject('/ready')).statusCode).toBe(200));
  return {
    redis,
    here,
    there,
    async close() {
      await there.close();
      await here.close();
      await redis.stop();
    },
  };
}
