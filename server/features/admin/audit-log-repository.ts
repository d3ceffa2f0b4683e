import type { Query, Reply } from '#shared/api/contract.ts';
import type { Database } from '../../database/database.ts';
import { readPage, total, type Cursor } from '../../database/pages.ts';

export type AuditLogRepository = ReturnType<typeof auditLogRepository>;
type Filter = Pick<Query<'GET /admin/audit-log'>, 'sellerId'>;

/** The audit log, for admins to read; a deleted subject still has its id. */
export function auditLogRepository({ kysely }: Database) {
  const matching = ({ sellerId }: Filter) => {
    const all = kysely.selectFrom('audit_log');
    if (sellerId === undefined) return all;
    return all.where((found) =>
      found.or([
        found('audit_log.subject_id', '=', sellerId),
        found(
          'audit_log.subject_id',
          'in',
          found.selectFrom('outlets').select('outlets.id').where('outlets.seller_id', '=', sellerId),
        ),
      ]),
    );
  };

  return {
    /** Newest first, in the order of their ids. Filtered by seller: the entries about the account and its outlets. */
    async page(filter: Filter, limit: number, after: Cursor | null): Promise<Reply<'GET /admin/audit-log'>> {
      let query = matching(filter);
      if (after) query = query.where('audit_log.id', '<', after.id);
      const named = query
        .leftJoin('accounts as actor', 'actor.id', 'audit_log.actor_id')
        .leftJoin('accounts as account', 'account.id', 'audit_log.subject_id')
        .leftJoin('outlets as outlet', 'outlet.id', 'audit_log.subject_id')
        .selectAll('audit_log')
        .select(['actor.email', 'account.company_name', 'outlet.name'])
        .orderBy('audit_log.id', 'desc');
      return readPage({
        count: matching(filter).select(total),
        behind: named,
        limit,
        cursorOf: ({ id }) => ({ sort: '', id }),
        read: ({ id, at, action, actor_id, subject_id, details, email, company_name, name }) => ({
          id,
          at: at.toISOString(),
          action,
          actor: actor_id === null ? null : { id: actor_id, email: email ?? '' },
          subject: { id: subject_id, name: name ?? company_name ?? '' },
          from: statusIn(details['from']),
          to: statusIn(details['to']),
        }),
      });
    },
  };
}

const statusIn = (value: unknown) => (typeof value === 'string' ? value : null);
