import { accountStatuses } from '#shared/base/account-statuses.ts';
import type { ReviewedOutlet, ReviewedSeller, ReviewQuery } from '#shared/api/admin.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { StatusChange } from '../../audit/change-status.ts';
import type { Clock } from '../../core/clock.ts';
import { DEFAULT_PAGE_SIZE, readCursor, type Cursor, type Page } from '../../database/pages.ts';
import { badCursor, notFound, refuse, type Refusal } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { AuditLogRepository } from './audit-log-repository.ts';

type AdminHandlers = Pick<
  RouteHandlers,
  | 'GET /admin/sellers'
  | 'GET /admin/sellers/account-statuses'
  | 'PATCH /admin/sellers'
  | 'PATCH /admin/sellers/outlet'
  | 'GET /admin/sellers/:sellerId/outlets'
  | 'GET /admin/outlets'
  | 'GET /admin/audit-log'
>;

type Filter = Pick<ReviewQuery, 'search' | 'status'>;
type Review<T> = {
  page(filter: Filter, limit: number, after: Cursor | null): Promise<Page<T>>;
  setStatus(change: StatusChange): Promise<{ outcome: 'set' | 'stale'; now: T } | null>;
};
export type AdminOptions = {
  sellers: Review<ReviewedSeller> & {
    list(): Promise<ReviewedSeller[]>;
    exists(sellerId: string): Promise<boolean>;
  };
  outlets: Review<ReviewedOutlet> & { list(sellerId?: string): Promise<ReviewedOutlet[]> };
  auditLog: AuditLogRepository;
  live: { endSeller(sellerId: string): void; tradingSessionChanged(outletId: string): void };
  clock: Clock;
  log: FastifyBaseLogger;
};

/** Reviewing sellers and outlets. */
export function adminHandlers({ sellers, outlets, auditLog, live, clock, log }: AdminOptions): AdminHandlers {
  return {
    'GET /admin/sellers': ({ query }) => listOrPage(query, sellers),
    'GET /admin/outlets': ({ query }) => listOrPage(query, outlets),
    'GET /admin/sellers/account-statuses': () => [...accountStatuses],

    async 'GET /admin/audit-log'({ query: { limit = DEFAULT_PAGE_SIZE, cursor, ...filter } }) {
      const after = cursor === undefined ? null : readCursor(cursor);
      return cursor !== undefined && !after ? badCursor() : auditLog.page(filter, limit, after);
    },

    async 'GET /admin/sellers/:sellerId/outlets'({ params: { sellerId } }) {
      return (await sellers.exists(sellerId)) ? outlets.list(sellerId) : notFound();
    },

    async 'PATCH /admin/sellers'({ caller, body: { id, accountStatus, from } }) {
      if (id === caller.id && accountStatus !== 'verified')
        return refuse(409, 'OWN_ACCOUNT', 'You cannot take away your own access. Ask another admin.');
      const seller = await sellers.setStatus({
        subjectId: id,
        status: accountStatus,
        from,
        actorId: caller.id,
        now: clock.now(),
      });
      if (!seller) return notFound();
      if (seller.outcome === 'stale') return statusChanged(seller.now);
      if (accountStatus !== 'verified') live.endSeller(id);
      log.info({ event: 'account-status-changed', accountId: id, status: accountStatus, by: caller.id });
      return seller.now;
    },

    async 'PATCH /admin/sellers/outlet'({ caller, body: { id, accountStatus, from } }) {
      const outlet = await outlets.setStatus({
        subjectId: id,
        status: accountStatus,
        from,
        actorId: caller.id,
        now: clock.now(),
      });
      if (!outlet) return notFound();
      if (outlet.outcome === 'stale') return statusChanged(outlet.now);
      live.tradingSessionChanged(id);
      log.info({ event: 'outlet-status-changed', outletId: id, status: accountStatus, by: caller.id });
      return outlet.now;
    },
  };
}

/** A colleague has set another status since the caller looked. */
const statusChanged = (current: ReviewedSeller | ReviewedOutlet): Refusal =>
  refuse(
    409,
    'STATUS_CHANGED',
    `Nothing was changed: somebody has set this to “${current.accountStatus.label}” meanwhile.`,
    { current },
  );

/** The whole list if the caller asked for no page, search or status; otherwise a page. */
async function listOrPage<T>(
  query: ReviewQuery,
  { list, page }: Pick<Review<T>, 'page'> & { list(): Promise<T[]> },
): Promise<T[] | Page<T> | Refusal> {
  const { limit = DEFAULT_PAGE_SIZE, cursor, ...filter } = query;
  if (Object.keys(query).length === 0) return list();
  const after = cursor === undefined ? null : readCursor(cursor);
  return cursor !== undefined && !after ? badCursor() : page(filter, limit, after);
}
