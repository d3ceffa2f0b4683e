import type { Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import type { AuditAction, Schema } from '../database/schema.ts';

export type AuditEntry = {
  at: Date;
  /** Null where no account acted: a command, or the server itself. */
  actorId: string | null;
  action: AuditAction;
  subjectId: string;
  /** Must not hold a password or a token. */
  details?: Record<string, unknown>;
};

/**
 * Records who did what. Takes the transaction of the action, so that neither is ever committed without the
 * other.
 */
export async function recordAudit(db: Kysely<Schema>, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: entry.at,
      actor_id: entry.actorId,
      action: entry.action,
      subject_id: entry.subjectId,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}
