import type { FastifyBaseLogger } from 'fastify';
import { inBatches } from '../core/in-batches.ts';
import { within } from '../core/within.ts';

export type HeartbeatsOptions = {
  /** Reads these outlets' counts of changes from the database. */
  readSeqs(outletIds: string[]): Promise<ReadonlyMap<string, number>>;
  log: FastifyBaseLogger;
};

/** Thousands of screens send a heartbeat every few seconds; those of one moment share a query. */
const GATHER_MS = 25;
const MOST_AT_ONCE = 10_000;
/** Less than a screen waits for its answer, and less than this server promises. */
const ANSWER_WITHIN_MS = 2_500;

/**
 * Reads an outlet's count of changes for screens that ask whether they have missed an event. It is never cached, so
 * that an event that was lost between servers is noticed. Rejects within 2.5 s if the database does not answer; a
 * query that hangs delays the next ones no longer than that.
 */
export function heartbeats({
  readSeqs,
  log,
}: HeartbeatsOptions): (outletId: string) => Promise<number | null> {
  let away = false;

  async function read(outletIds: string[]): Promise<(number | null)[]> {
    try {
      const seqs = await soon(readSeqs([...new Set(outletIds)]));
      away = false;
      return outletIds.map((id) => seqs.get(id) ?? null);
    } catch (error) {
      // Logged once, not for every screen that asks.
      if (!away) log.error({ err: error }, 'heartbeats cannot be answered');
      away = true;
      throw error;
    }
  }
  const { add } = inBatches(read, GATHER_MS, MOST_AT_ONCE);
  return (outletId) => soon(add(outletId));
}

const soon = <T>(work: Promise<T>): Promise<T> =>
  within(ANSWER_WITHIN_MS, work, () => {
    throw new Error('The database does not answer');
  });
