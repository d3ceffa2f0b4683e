import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import { inBatches } from '../../in-batches.ts';
import { repeatedChore } from '../../repeated-chore.ts';
import type { AttendanceRepository } from './attendance-repository.ts';

/** How often it is written that somebody still listens; far below what counts as nobody. */
const KEEP_EVERY_MS = 15_000;
const LOOK_EVERY_MS = 1_000;
/** Tills come and go in herds, after a restart or a cut. */
const GATHER_MS = 50;
const MOST_AT_ONCE = 1_000;

export type AttendanceOptions = {
  repository: AttendanceRepository;
  live: {
    /** Outlets that somebody watches at this server. */
    watchedOutlets(): string[];
    /** How many sockets this server has. */
    count(): number;
    /** Tells the seller's screens at this server. */
    unattendedChanged(sellerId: string): void;
  };
  clock: Clock;
  log: FastifyBaseLogger;
  /** How long to rest between looks, in ms; for tests. */
  everyMs?: number | undefined;
  /** Told of each run. */
  onRun: (chore: string, outcome: 'done' | 'failed') => void;
};

/**
 * Keeps the word that somebody listens, and tells sellers' screens whenever what is unattended changes (D33). Each
 * server reads that from the database for the screens it has: neither another server nor Redis has to tell it.
 */
export function attendance({ repository, live, clock, log, everyMs, onRun }: AttendanceOptions) {
  const failed = (error: unknown) =>
    log.error({ err: error }, 'attendance could not be kept; it is tried again');
  const keeping = repeatedChore(keep, everyMs ?? KEEP_EVERY_MS, (error) => {
    onRun('keep-listening', 'failed');
    failed(error);
  });
  const looking = repeatedChore(tell, everyMs ?? LOOK_EVERY_MS, (error) => {
    onRun('tell-unattended', 'failed');
    failed(error);
  });
  const moments = inBatches(keepMoments, GATHER_MS, MOST_AT_ONCE);
  let told = new Map<string, string>();

  async function keep(): Promise<boolean> {
    const watched = live.watchedOutlets();
    if (watched.length > 0) await repository.keepListening(watched, clock.now());
    onRun('keep-listening', 'done');
    return false;
  }

  async function tell(): Promise<boolean> {
    if (live.count() > 0) {
      const sums = await repository.unattendedSums(clock.now());
      const sellers = new Set([...told.keys(), ...sums.keys()]);
      for (const seller of sellers) if (told.get(seller) !== sums.get(seller)) live.unattendedChanged(seller);
      told = sums;
    }
    onRun('tell-unattended', 'done');
    return false;
  }

  async function keepMoments(outletIds: string[]): Promise<void[]> {
    await repository.keepListening([...new Set(outletIds)], clock.now());
    void looking.look();
    return outletIds.map(() => undefined);
  }

  return {
    /** Somebody begins to listen at the outlet, or has just stopped. */
    listened(outletId: string): void {
      moments.add(outletId).catch(failed);
    },
    /** Something that was unattended may be taken care of. */
    lookSoon: () => void looking.look(),
    /** All of it, now. */
    async look(): Promise<void> {
      await moments.settled();
      await keeping.look();
      await looking.look();
    },
    /** Writes what has not been written. There is no look after it. */
    async stop(): Promise<void> {
      await moments.settled();
      await Promise.all([keeping.stop(), looking.stop()]);
    },
  };
}
