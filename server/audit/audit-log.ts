import type { Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import type { AuditAction, Schema } from '../database/schema.ts';

export type AuditEntry = {
  at: Date;
  /** Null where no account acted: a command, or the server by itself. */
  actorId: string | null;
  action: AuditAction;
  subjectId: string;
  /** Never a password or a token. */
  details?: Record<string, unknown>;
};

/** Writes down who did what; given the transaction that does it, so that there is never one without the other. */
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
