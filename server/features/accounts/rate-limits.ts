import { sql, type Kysely } from 'kysely';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Clock } from '../../clock.ts';
import type { Schema } from '../../database/schema.ts';
import type { Redis } from '../../redis.ts';

/** At most `hits` in `windowMs`, counted from the first of them. */
export type RateLimit = { name: string; hits: number; windowMs: number };

const minute = 60_000;
/** Failures only: somebody who knows the password is not kept out by their own successes (D14, hazards A6). */
export const signInPerEmail: RateLimit = { name: 'sign-in-email', hits: 10, windowMs: 15 * minute };
export const signInPerAddress: RateLimit = { name: 'sign-in-address', hits: 100, windowMs: 15 * minute };
export const registerPerEmail: RateLimit = { name: 'register-email', hits: 5, windowMs: 60 * minute };
export const registerPerAddress: RateLimit = { name: 'register-address', hits: 30, windowMs: 60 * minute };
export const leadsPerAddress: RateLimit = { name: 'leads-address', hits: 10, windowMs: 60 * minute };

export type Limited = { limit: RateLimit; subject: string };

/** Where hits are counted; every server counts in the same place. */
export type RateLimits = {
  /** How many seconds until all of these are allowed again; null where they are now. */
  secondsToWait(limited: Limited[]): Promise<number | null>;
  count(limited: Limited[]): Promise<void>;
};

/**
 * Counters in Redis where there is one, and in the database otherwise. While Redis is away the database counts: a limit
 * may then be reached twice, but is never without effect (hazards A6).
 */
export function rateLimits(kysely: Kysely<Schema>, clock: Clock, redis: Redis | null): RateLimits {
  const stored = countersInDatabase(kysely, clock);
  if (!redis) return stored;
  const shared = countersInRedis(redis);
  return {
    secondsToWait: (limited) => shared.secondsToWait(limited).catch(() => stored.secondsToWait(limited)),
    count: (limited) => shared.count(limited).catch(() => stored.count(limited)),
  };
}

function countersInRedis(redis: Redis): RateLimits {
  const limiterOf = ({ name, hits, windowMs }: RateLimit) =>
    new RateLimiterRedis({
      storeClient: redis.client,
      useRedisPackage: true,
      keyPrefix: `servery:limit:${name}`,
      points: hits,
      duration: windowMs / 1000,
    });
  return {
    async secondsToWait(limited) {
      const found = await redis.soon(() =>
        Promise.all(limited.map(({ limit, subject }) => limiterOf(limit).get(subject))),
      );
      const full = found.flatMap((counter) =>
        counter && counter.remainingPoints <= 0 ? [counter.msBeforeNext / 1000] : [],
      );
      return full.length > 0 ? Math.max(...full) : null;
    },
    async count(limited) {
      await redis.soon(() =>
        Promise.all(limited.map(({ limit, subject }) => limiterOf(limit).penalty(subject))),
      );
    },
  };
}

/** A restart does not forget these. */
function countersInDatabase(kysely: Kysely<Schema>, clock: Clock): RateLimits {
  const keyOf = ({ limit, subject }: Limited) => `${limit.name}:${subject}`;
  return {
    async secondsToWait(limited) {
      const now = clock.now();
      const rows = await kysely
        .selectFrom('rate_limits')
        .selectAll()
        .where('key', 'in', limited.map(keyOf))
        .where('window_ends_at', '>', now)
        .execute();
      const full = limited.flatMap((one) => {
        const row = rows.find(({ key }) => key === keyOf(one));
        return row && row.hits >= one.limit.hits
          ? [(row.window_ends_at.getTime() - now.getTime()) / 1000]
          : [];
      });
      return full.length > 0 ? Math.max(...full) : null;
    },

    async count(limited) {
      const now = clock.now();
      for (const one of limited) {
        const window_ends_at = new Date(now.getTime() + one.limit.windowMs);
        await kysely
          .insertInto('rate_limits')
          .values({ key: keyOf(one), window_ends_at, hits: 1 })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({
              hits: sql<number>`case when rate_limits.window_ends_at > ${now} then rate_limits.hits + 1 else 1 end`,
              window_ends_at: sql<Date>`case when rate_limits.window_ends_at > ${now} then rate_limits.window_ends_at else excluded.window_ends_at end`,
            }),
          )
          .execute();
      }
    },
  };
}
