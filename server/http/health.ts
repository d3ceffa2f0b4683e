import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Redis } from '../core/redis.ts';
import { within } from '../core/within.ts';
import { refuse } from './refusal.ts';
import { sendRefusal } from './send-refusal.ts';

const ANSWER_WITHIN_MS = 2_000;
const TRY_AGAIN_S = 5;

export type HealthOptions = {
  database: Database;
  redis: Redis | null;
  /** Whether the server is stopping. */
  leaving(): boolean;
};

/**
 * `/health`: the process answers. `/ready`: the database answers and accepts writes, and Redis answers if there is
 * one; migrations are applied before the server listens. Otherwise, and while the server stops, 503.
 */
export function serveHealth(server: FastifyInstance, { database, redis, leaving }: HealthOptions): void {
  server.get('/health', () => ({ status: 'alive' }));
  server.get('/ready', async (_request, reply) => {
    const unready = (what: string) =>
      sendRefusal(reply, refuse(503, 'NOT_READY', what, { retryAfter: TRY_AGAIN_S }));
    if (leaving()) return unready('This server is about to stop.');
    if (!(await answers(database.ping())))
      return unready('The database does not answer, or takes no writes.');
    if (redis && !(await answers(redis.ping()))) return unready('Redis does not answer.');
    return { status: 'ready' };
  });
}

async function answers(asked: Promise<void>): Promise<boolean> {
  try {
    return await within(
      ANSWER_WITHIN_MS,
      asked.then(() => true),
      () => false,
    );
  } catch {
    return false;
  }
}
