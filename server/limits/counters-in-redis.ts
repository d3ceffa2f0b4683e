import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from '../core/redis.ts';
import type { Counted, CounterStore, Look } from './counters.ts';

export function countersInRedis(redis: Redis): CounterStore {
  const limiterOf = ({ most, windowMs }: Counted) =>
    new RateLimiterRedis({
      storeClient: redis.client,
      useRedisPackage: true,
      keyPrefix: 'servery:limit',
      points: most,
      duration: windowMs / 1000,
    });
  const secondsUntil = (spent: RateLimiterRes[]) =>
    spent.length === 0 ? null : Math.max(...spent.map(({ msBeforeNext }) => msBeforeNext / 1000));

  async function look(charges: Counted[]): Promise<Look> {
    const found = await Promise.all(charges.map((charge) => limiterOf(charge).get(charge.key)));
    return {
      wait: secondsUntil(
        found.flatMap((count, index) => {
          const { cost = 0, most = 0 } = charges[index] ?? {};
          return count && count.consumedPoints + cost > most ? [count] : [];
        }),
      ),
      counted: found.some((count) => count !== null && count.consumedPoints > 0),
    };
  }

  async function add(charge: Counted): Promise<RateLimiterRes | null> {
    const limiter = limiterOf(charge);
    if (charge.cost >= 0) return limiter.penalty(charge.key, charge.cost);
    const counted = (await limiter.get(charge.key))?.consumedPoints ?? 0;
    return counted > 0 ? limiter.reward(charge.key, Math.min(counted, -charge.cost)) : null;
  }

  return {
    look: (charges) => redis.soon(() => look(charges)),
    take: (charges) =>
      redis.soon(async () => {
        const { wait } = await look(charges);
        if (wait !== null) return wait;
        const counts = await Promise.all(charges.map(add));
        // Of many at the same moment, those that came after the last room.
        return secondsUntil(
          counts.filter(
            (count, index) => count && count.consumedPoints > (charges[index]?.most ?? 0),
          ) as RateLimiterRes[],
        );
      }),
    add: (charges) => redis.soon(async () => void (await Promise.all(charges.map(add)))),
  };
}
