import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { ReviewedSeller } from '#shared/api/admin.ts';
import { sql, type Kysely } from 'kysely';
import { changeStatus, type StatusChange } from '../../audit/change-status.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { containing, readPage, total, type Cursor, type Page } from '../../database/pages.ts';
import { noteAccessEnded } from './access-changes.ts';
import { accountOf } from './account-row.ts';
import type { AccountRow } from './create-account.ts';
import { endAllSignIns } from './sign-ins-repository.ts';

export type SellersFilter = { search?: string | undefined; status?: AccountStatusValue | undefined };

const searched = ['company_name', 'email', 'city', 'postcode'] as const;
const sortName = sql<string>`lower(company_name)`;

/** Sellers for admins to review, sorted by company name. */
export function sellersReview({ kysely }: Database) {
  const matching = (filter: SellersFilter) => matchingSellers(kysely, filter);

  return {
    async list(): Promise<ReviewedSeller[]> {
      const rows = await matching({}).selectAll().orderBy(sortName).orderBy('id').execute();
      return rows.map(reviewedSellerOf);
    },

    /** The sellers that match, from behind the cursor on. */
    async page(filter: SellersFilter, limit: number, after: Cursor | null): Promise<Page<ReviewedSeller>> {
      let query = matching(filter).selectAll().select(sortName.as('sort_name'));
      if (after) query = query.where(sql<boolean>`(${sortName}, id) > (${after.sort}, ${after.id})`);
      return readPage({
        count: matching(filter).select(total),
        behind: query.orderBy(sortName).orderBy('id'),
        limit,
        cursorOf: (row) => ({ sort: row.sort_name, id: row.id }),
        read: reviewedSellerOf,
      });
    },

    async exists(sellerId: string): Promise<boolean> {
      const row = await kysely
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', sellerId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Works for any account, an admin's too. Null for an unknown one. */
    async setStatus(change: StatusChange): Promise<{ outcome: 'set' | 'stale'; now: ReviewedSeller } | null> {
      return kysely.transaction().execute(async (tx) => {
        const { subjectId, status, actorId, now } = change;
        const beforeAudit = async () => {
          if (status === 'verified' && (await lostAccess(tx, subjectId)))
            await endAllSignIns(tx, { accountId: subjectId, by: actorId }, now);
          await noteAccessEnded(tx);
        };
        const outcome = await changeStatus(tx, 'accounts', { ...change, beforeAudit });
        if (outcome === null) return null;
        const row = await tx
          .selectFrom('accounts')
          .selectAll()
          .where('id', '=', change.subjectId)
          .executeTakeFirstOrThrow();
        return { outcome, now: reviewedSellerOf(row) };
      });
    },
  };
}

/**
 * Whether the account was verified before, and then was not: its sign-ins may be what that was for. They read its review
 * page until it is verified again.
 */
async function lostAccess(tx: Kysely<Schema>, accountId: string): Promise<boolean> {
  const entry = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('subject_id', '=', accountId)
    .where('action', '=', 'account-status-changed')
    .where(sql<string>`details ->> 'from'`, '=', 'verified')
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

function matchingSellers(kysely: Database['kysely'], { search, status }: SellersFilter) {
  const sellers = kysely.selectFrom('accounts').where('is_admin', '=', false);
  let query = sellers;
  if (status) query = query.where('status', '=', status);
  if (!search) return query;
  const pattern = containing(search);
  // A seller's id finds that seller alone: others may have it in their names, and come before them.
  const named = sellers.select('id').where('id', '=', search);
  return query.where((found) =>
    found.or([
      found('id', '=', search),
      found.and([
        found.not(found.exists(named)),
        found.or(searched.map((column) => found(column, 'ilike', pattern))),
      ]),
    ]),
  );
}

function reviewedSellerOf(row: AccountRow): ReviewedSeller {
  const { postcode: postCode, ...account } = accountOf(row);
  return { ...account, postCode, createdAt: row.created_at.toISOString() };
}
