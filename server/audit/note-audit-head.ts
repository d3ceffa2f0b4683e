import type { FastifyBaseLogger } from 'fastify';
import { repeatedChore, type RepeatedChore } from '../core/repeated-chore.ts';
import type { Database } from '../database/database.ts';
import { auditHead } from './audit-chain.ts';

const EVERY_MS = 60_000;

/**
 * Logs the newest entry's number and hash, so that stored log lines reveal an audit log that was rewritten from
 * its end.
 */
export function noteAuditHead({ kysely }: Database, log: FastifyBaseLogger): RepeatedChore {
  let noted: string | null = null;
  return repeatedChore(
    async () => {
      const head = await auditHead(kysely);
      if (head && head.hash !== noted) log.info({ event: 'audit-head', ...head });
      noted = head?.hash ?? null;
      return false;
    },
    EVERY_MS,
    (error) => log.error({ err: error }, 'the audit log could not be read; it is tried again'),
  );
}
