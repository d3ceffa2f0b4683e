import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { redisProgram, testRedis } from '../../tests/support/servers/redis.ts';
import { openRedis } from './redis.ts';

afterEach(() => vi.restoreAllMocks());

describe.skipIf(redisProgram === null)('a Redis that was silent', () => {
  it('is asked again after two seconds, also where the clock was set back by an hour meanwhile', async () => {
    const server = await testRedis();
    await server.start();
    const redis = openRedis(server.url, pino({ level: 'silent' }));
    await vi.waitUntil(() => redis.client.isReady);
    server.freeze();
    await expect(redis.soon(() => redis.client.ping())).rejects.toThrow('Redis does not answer');
    server.thaw();
    await expect(redis.soon(() => redis.client.ping())).rejects.toThrow('Redis is away');
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    await vi.waitFor(async () => expect(await redis.soon(() => redis.client.ping())).toBe('PONG'), 10_000);
    await redis.close();
    await server.stop();
  });
});
