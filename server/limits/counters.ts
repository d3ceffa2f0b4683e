import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import type { Redis } from '../core/redis.ts';
import { countersInDatabase } from './counters-in-database.ts';
import { countersInRedis } from './counters-in-redis.ts';
import { hashedSubject } from './hashed-subject.ts';
import type { LimitName, Limits } from './limits.ts';

/** What somebody's doing costs them of a limit. */
export type Charge = {
  limit: LimitName;
  /** Who bears it: a network, an e-mail, an outlet, a card. */
  subject: string;
  /** 1 where it is left out. */
  cost?: number;
};

/** Counts that all servers share. */
export type Counters = {
  /** Counts all of these, if each limit has room; the seconds to wait where one has not, and then nothing is counted. */
  take(charges: readonly Charge[]): Promise<number | null>;
  /** Counts nothing; tells how it stands with these. */
  look(charges: readonly Charge[]): Promise<Look>;
  /** Counts these whether or not there is room. A cost below nought is taken off what was counted. */
  add(charges: readonly Charge[]): Promise<void>;
};

export type Look = {
  /** The seconds until `take` would count these; null where it would now. */
  wait: number | null;
  /** Something is counted of any of them. */
  counted: boolean;
};

/** A charge as a store counts it. */
export type Counted = { key: string; cost: number; most: number; windowMs: number };
/** Where counts are kept. */
export type CounterStore = { [name in keyof Counters]: (charges: Counted[]) => ReturnType<Counters[name]> };

export type CountersOptions = {
  database: Database;
  clock: Clock;
  redis: Redis | null;
  limits: Limits;
  secret: string;
};

/**
 * Counts in Redis where there is one, and in the database otherwise. While Redis is away the database counts: a limit
 * may then be reached twice, but is never without effect. Keys hold no address and no e-mail, only a keyed hash.
 */
export function counters({ database, clock, redis, limits, secret }: CountersOptions): Counters {
  const stored = countersInDatabase(database, clock);
  const shared = redis && countersInRedis(redis);
  const either = <Result>(work: (store: CounterStore) => Promise<Result>): Promise<Result> =>
    shared ? work(shared).catch(() => work(stored)) : work(stored);
  const counted = ({ limit, subject, cost = 1 }: Charge): Counted => ({
    key: `${limit}:${hashedSubject(secret, subject)}`,
    cost,
    most: limits[limit].most,
    windowMs: (limits[limit].seconds ?? 0) * 1000,
  });
  return {
    take: (charges) => either((store) => store.take(charges.map(counted))),
    look: (charges) => either((store) => store.look(charges.map(counted))),
    add: (charges) => either((store) => store.add(charges.map(counted))),
  };
}
