import type { FastifyBaseLogger } from 'fastify';
import { inBatches } from '../core/in-batches.ts';

export type HeartbeatsOptions = {
  /** The counts of changes of these outlets, from the database. */
  readSeqs(outletIds: string[]): Promise<ReadonlyMap<string, number>>;
  log: FastifyBaseLogger;
};

/** Thousands of screens ask every few seconds, of which those of one moment share a query. */
const GATHER_MS = 25;
const MOST_AT_ONCE = 10_000;
/** Below what a screen waits for its answer, and what this server promises. */
const ANSWER_WITHIN_MS = 2_500;

/**
 * Reads an outlet's count of changes for the screens that ask whether they have missed something. It is never
 * remembered: an event that was lost on the way between servers is found here. Rejects within 2.5 s where the database
 * does not answer; a query that hangs keeps the next ones waiting for no longer than that either.
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
      // Once, and not for every screen that asks.
      if (!away) log.error({ err: error }, 'heartbeats cannot be answered');
      away = true;
      throw error;
    }
  }
  const { add } = inBatches(read, GATHER_MS, MOST_AT_ONCE);
  return (outletId) => soon(add(outletId));
}

async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not answer')), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
