import type { Kysely, Transaction } from 'kysely';
import { isDatabaseError, sqlState } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { keyReused, Refusal } from './refusal.ts';
import type { Idempotency } from './serve.ts';

export type Keyed = {
  accountId: string;
  /** Null if the request came without a key. */
  idempotency: Idempotency | null;
  now: Date;
};

/**
 * Does in a transaction what a request asks, once for its key: what it resolves to at first is stored in the same
 * transaction, and is what another request with that key gets. A refusal is not stored; `act` must have written
 * nothing then.
 */
export async function onceForKey<T extends object>(
  kysely: Kysely<Schema>,
  keyed: Keyed,
  act: (tx: Transaction<Schema>) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const before = await firstResult<T>(kysely, keyed);
  if (before) return before;
  try {
    const result = await kysely.transaction().execute(async (tx) => {
      const made = await act(tx);
      if (!(made instanceof Refusal)) await keepResult(tx, keyed, made);
      return made;
    });
    // The same request may have come twice at once; then this one is refused because of what the other did.
    return result instanceof Refusal ? ((await firstResult<T>(kysely, keyed)) ?? result) : result;
  } catch (error) {
    if (!isDatabaseError(error, sqlState.uniqueViolation, 'idempotency_keys_pkey')) throw error;
    const others = await firstResult<T>(kysely, keyed);
    if (!others) throw error;
    return others;
  }
}

async function keepResult(
  tx: Transaction<Schema>,
  { accountId, idempotency, now }: Keyed,
  result: object,
): Promise<void> {
  if (!idempotency) return;
  await tx
    .insertInto('idempotency_keys')
    .values({
      account_id: accountId,
      key: idempotency.key,
      request_hash: idempotency.requestHash,
      status: 201,
      reply: JSON.stringify(result),
      created_at: now,
    })
    .execute();
}

/** Null for a new key, or for none. */
async function firstResult<T extends object>(
  kysely: Kysely<Schema>,
  { accountId, idempotency }: Keyed,
): Promise<T | Refusal | null> {
  if (!idempotency) return null;
  const row = await kysely
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('account_id', '=', accountId)
    .where('key', '=', idempotency.key)
    .executeTakeFirst();
  if (!row) return null;
  return row.request_hash === idempotency.requestHash ? (row.reply as T) : keyReused();
}
