import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { ReviewedOutlet } from '#shared/api/admin.ts';
import { sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { changeStatus, type StatusChange } from '../../audit/change-status.ts';
import type { Database } from '../../database/database.ts';
import { containing, readPage, total, type Cursor, type Page } from '../../database/pages.ts';
import { outletOf, outletRows, sortName } from './outlet-row.ts';

export type OutletsFilter = { search?: string | undefined; status?: AccountStatusValue | undefined };

const searched = ['outlets.name', 'outlets.city', 'outlets.postcode', 'accounts.company_name'] as const;

/** All sellers' outlets for admins to review, sorted by name. */
export function outletsReview({ kysely }: Database, clock: Clock) {
  const all = () =>
    outletRows(kysely)
      .innerJoin('accounts', 'accounts.id', 'outlets.seller_id')
      .select(['accounts.company_name', sortName.as('sort_name')]);
  type Row = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;

  const matching = ({ search, status }: OutletsFilter) => {
    let query = all();
    if (status) query = query.where('outlets.status', '=', status);
    if (!search) return query;
    const pattern = containing(search);
    return query.where((found) => found.or(searched.map((column) => found(column, 'ilike', pattern))));
  };

  return {
    /** Every outlet, or all outlets of one seller. */
    async list(sellerId?: string): Promise<ReviewedOutlet[]> {
      let query = all();
      if (sellerId !== undefined) query = query.where('outlets.seller_id', '=', sellerId);
      const rows = await query.orderBy(sortName).orderBy('outlets.id').execute();
      return rows.map(reviewedOutletOf);
    },

    /** The outlets that match, from behind the cursor on. */
    async page(filter: OutletsFilter, limit: number, after: Cursor | null): Promise<Page<ReviewedOutlet>> {
      let query = matching(filter);
      if (after) query = query.where(sql<boolean>`(${sortName}, outlets.id) > (${after.sort}, ${after.id})`);
      return readPage({
        count: matching(filter).clearSelect().select(total),
        behind: query.orderBy(sortName).orderBy('outlets.id'),
        limit,
        cursorOf: (row) => ({ sort: row.sort_name, id: row.id }),
        read: reviewedOutletOf,
      });
    },

    /** Null for an unknown outlet. */
    async setStatus(change: StatusChange): Promise<{ outcome: 'set' | 'stale'; now: ReviewedOutlet } | null> {
      const outcome = await kysely.transaction().execute((tx) => changeStatus(tx, 'outlets', change));
      const row = await all().where('outlets.id', '=', change.subjectId).executeTakeFirst();
      return outcome && row ? { outcome, now: reviewedOutletOf(row) } : null;
    },
  };

  function reviewedOutletOf(row: Row): ReviewedOutlet {
    const { postcode: postCode, ...outlet } = outletOf(row, clock.now());
    const { seller_id: sellerId, company_name: companyName } = row;
    return { ...outlet, postCode, sellerId, companyName, createdAt: row.created_at.toISOString() };
  }
}
