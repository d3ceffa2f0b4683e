import type { RepeatedChore } from '../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../core/reported-chore.ts';
import type { Database } from '../database/database.ts';
import { auditHead } from './audit-chain.ts';

const EVERY_MS = 60_000;

/**
 * Logs the newest entry's number and hash, so that stored log lines reveal an audit log that was rewritten from
 * its end.
 */
export function noteAuditHead({ kysely }: Database, { log, onRun }: ChoreReports): RepeatedChore {
  let noted: string | null = null;
  return reportedChore({
    name: 'note-audit-head',
    async run() {
      const head = await auditHead(kysely);
      if (head && head.hash !== noted) log.info({ event: 'audit-head', ...head });
      noted = head?.hash ?? null;
      return false;
    },
    everyMs: EVERY_MS,
    log,
    onRun,
    failure: 'the audit log could not be read; it is tried again',
  });
}
