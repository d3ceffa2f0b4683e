import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { recordAudit } from './audit-log.ts';

const actions = { accounts: 'account-status-changed', outlets: 'outlet-status-changed' } as const;

export type StatusChange = {
  subjectId: string;
  status: AccountStatusValue;
  /** The status that the actor saw, if they say so. */
  from: AccountStatusValue | undefined;
  actorId: string;
  now: Date;
  /** Called before the audit log is locked, which every transaction does last: two that wait for each other would fail. */
  beforeAudit?: () => Promise<void>;
};

/**
 * Sets a status and records who did it. `stale`: it is neither this one nor the one that the actor saw, and stays; null for
 * an unknown subject.
 */
export async function changeStatus(
  tx: Transaction<Schema>,
  table: keyof typeof actions,
  { subjectId, status, from, actorId, now, beforeAudit }: StatusChange,
): Promise<'set' | 'stale' | null> {
  const before = await tx
    .selectFrom(table)
    .select('status')
    .where('id', '=', subjectId)
    // What refers to it, such as a sign-in's next token, need not wait for it: its own transaction may be waited for here.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return null;
  if (before.status === status) return 'set';
  if (from !== undefined && before.status !== from) return 'stale';
  await tx.updateTable(table).set({ status }).where('id', '=', subjectId).execute();
  await beforeAudit?.();
  await recordAudit(tx, {
    at: now,
    actorId,
    action: actions[table],
    subjectId,
    details: { from: before.status, to: status },
  });
  return 'set';
}
