import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { recordAudit } from './audit-log.ts';

const actions = { accounts: 'account-status-changed', outlets: 'outlet-status-changed' } as const;

type StatusChange = {
  subjectId: string;
  status: AccountStatusValue;
  actorId: string;
  now: Date;
  /** Called before the audit log is locked, which every transaction does last: two that wait for each other would fail. */
  beforeAudit?: () => Promise<void>;
};

/** Sets a status and records who did it. Resolves to whether it was another one before; null for an unknown subject. */
export async function changeStatus(
  tx: Transaction<Schema>,
  table: keyof typeof actions,
  { subjectId, status, actorId, now, beforeAudit }: StatusChange,
): Promise<boolean | null> {
  const before = await tx
    .selectFrom(table)
    .select('status')
    .where('id', '=', subjectId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  if (before.status === status) return false;
  await tx.updateTable(table).set({ status }).where('id', '=', subjectId).execute();
  await beforeAudit?.();
  await recordAudit(tx, {
    at: now,
    actorId,
    action: actions[table],
    subjectId,
    details: { from: before.status, to: status },
  });
  return true;
}
