import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLine } from '../../tests/support/servers/line.ts';
import { redisProgram, testRedis } from '../../tests/support/servers/redis.ts';
import { openRedis } from './redis.ts';

afterEach(() => vi.restoreAllMocks());

/** A Redis that has answered, and does so no more. */
async function silentRedis() {
  const server = await testRedis();
  await server.start();
  const redis = openRedis(server.url, pino({ level: 'silent' }));
  await vi.waitUntil(() => redis.client.isReady);
  server.freeze();
  return { server, redis };
}

describe.skipIf(redisProgram === null)('a Redis that was silent', () => {
  it('is asked again after two seconds, also where the clock was set back by an hour meanwhile', async () => {
    const { server, redis } = await silentRedis();
    await expect(redis.soon(() => redis.client.ping())).rejects.toThrow('Redis does not answer');
    server.thaw();
    await expect(redis.soon(() => redis.client.ping())).rejects.toThrow('Redis is away');
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    await vi.waitFor(async () => expect(await redis.soon(() => redis.client.ping())).toBe('PONG'), 10_000);
    await redis.close();
    await server.stop();
  });

  it('is not waited for at a stop (L12)', async () => {
    const { server, redis } = await silentRedis();
    const unanswered = redis.client.ping().catch(String);
    await redis.close();
    expect(await unanswered).toContain('Disconnects client');
    await server.stop();
  });

  it('is left for the one at its address within ten seconds, also while events are sent to it (R17)', async () => {
    const [left, next] = [await testRedis(), await testRedis()];
    await Promise.all([left.start(), next.start()]);
    let port = Number(new URL(left.url).port);
    const line = await openLine(() => port);
    const redis = openRedis(`redis://127.0.0.1:${line.port}`, pino({ level: 'silent' }));
    await vi.waitFor(() => redis.ping());
    port = Number(new URL(next.url).port);
    line.be('half-open');
    const events = setInterval(() => void redis.client.xAdd('s', '*', { n: '1' }).catch(() => null), 100);
    await vi.waitFor(async () => expect(await redis.client.ping()).toBe('PONG'), 10_000);
    // After a silence it is spared for a moment.
    await vi.waitFor(() => redis.ping(), 10_000);
    clearInterval(events);
    await redis.close();
    await line.close();
    await Promise.all([left.stop(), next.stop()]);
  });
});
