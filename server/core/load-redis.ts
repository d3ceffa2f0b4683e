import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from './redis.ts';

/** Loaded lazily: the library is a third of all code, and only a server with others beside it needs it. */
export async function loadRedis(url: string, log: FastifyBaseLogger): Promise<Redis> {
  const { openRedis } = await import('./redis.ts');
  return openRedis(url, log);
}
