import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** The newest entry of the audit log: its number and its hash, which covers all entries before it. */
export type AuditHead = { seq: number; hash: string };

export type AuditCheck =
  | { kind: 'whole'; head: AuditHead | null }
  /** `seq` is the first entry that was changed or is missing. */
  | { kind: 'broken'; seq: number }
  /** The chain is unbroken, but the hash that was asked for is not in it. */
  | { kind: 'not-there' };

const ENTRIES_AT_ONCE = 1_000;

export async function auditHead(db: Kysely<Schema>): Promise<AuditHead | null> {
  const head = await db
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return head ?? null;
}

/**
 * Recomputes every entry's hash here and not in the database, since a person who changed an entry may have
 * changed the database's functions too. Only a hash that was noted elsewhere shows that the newest entries were
 * cut off.
 * @param noted a hash from a log line, if any
 */
export async function checkAuditLog(db: Kysely<Schema>, noted: string | null): Promise<AuditCheck> {
  let head: AuditHead | null = null;
  let found = noted === null;
  for (;;) {
    const rows = await entriesAfter(db, head?.seq ?? 0);
    for (const row of rows) {
      const { seq, previous_hash, hash, id, micros, actor_id, action, subject_id, written } = row;
      const before: AuditHead = head ?? { seq: 0, hash: '' };
      const text = [seq, previous_hash, id, micros, actor_id ?? '', action, subject_id, written].join('\n');
      const expected = createHash('sha256').update(text).digest('hex');
      if (seq !== before.seq + 1 || previous_hash !== before.hash || hash !== expected)
        return { kind: 'broken', seq: before.seq + 1 };
      head = { seq, hash };
      found ||= hash === noted;
    }
    if (rows.length < ENTRIES_AT_ONCE) return found ? { kind: 'whole', head } : { kind: 'not-there' };
  }
}

function entriesAfter(db: Kysely<Schema>, seq: number) {
  return db
    .selectFrom('audit_log')
    .select(['seq', 'previous_hash', 'hash', 'id', 'actor_id', 'action', 'subject_id'])
    .select(sql<string>`(extract(epoch from at) * 1000000)::bigint::text`.as('micros'))
    .select(sql<string>`details::text`.as('written'))
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(ENTRIES_AT_ONCE)
    .execute();
}
