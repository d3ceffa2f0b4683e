import type { BaseQueryFn, InfiniteData, TypedMutationOnQueryStarted } from '@reduxjs/toolkit/query';
import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { AuditEntry, Lead, ReviewedOutlet, ReviewedSeller } from '#shared/api/admin.ts';
import { record, text } from '#shared/base/loose-json.ts';
import { apiSlice, request } from './api-slice.ts';
import type { Client } from './client.ts';
import { cursorPages, pageBehind } from './cursor-pages.ts';
import { failureOf, type Failure } from './failure.ts';
import { fits, type ReviewPage } from './read-review.ts';

export type { ReviewPage } from './read-review.ts';
/** Empty fields filter nothing. */
export type ReviewFilter = { search: string; status: AccountStatusValue | '' };
/** `from` is the status that the person saw when they pressed. */
type StatusChange = { id: string; accountStatus: AccountStatusValue; from: AccountStatusValue };

const PAGE_SIZE = 50;
const pageQueryOf = (cursor: string | null) => ({ limit: PAGE_SIZE, ...pageBehind(cursor) });
const queryOf = ({ search, status }: ReviewFilter, cursor: string | null) => ({
  ...pageQueryOf(cursor),
  ...(search !== '' && { search }),
  ...(status !== '' && { status }),
});

/** The pages of what is under review, and fits the filter. */
const reviewed = <Reviewed extends { accountStatus: { value: string } }>(
  path: 'GET /admin/sellers' | 'GET /admin/outlets',
  nameOf: (one: Reviewed) => string,
) => ({
  infiniteQueryOptions: cursorPages,
  query: ({ queryArg, pageParam }: { queryArg: ReviewFilter; pageParam: string | null }) =>
    request(path, { query: queryOf(queryArg, pageParam) }),
  transformResponse: (
    found: ReviewPage<Reviewed>,
    _meta: unknown,
    { queryArg }: { queryArg: ReviewFilter },
  ) => fits(found, queryArg, nameOf),
  providesTags: ['Review' as const],
});

type Reviewed = ReviewedSeller | ReviewedOutlet;
/** What one of the queries of what is under review has found. */
type Found = Reviewed | null | (Reviewed | null)[] | InfiniteData<ReviewPage<Reviewed>, string | null>;

/**
 * Shows a status as soon as the server has agreed to it, or said that a colleague has set another, also if a reading
 * that began before ends later; then all that shows a status is read again, which takes a while, or fails.
 */
const showAgreed =
  (
    ...shownBy: string[]
  ): NonNullable<TypedMutationOnQueryStarted<null, StatusChange, BaseQueryFn, typeof apiSlice.reducerPath>> =>
  async ({ id, accountStatus }, { dispatch, getState, queryFulfilled }) => {
    const now = await queryFulfilled.then(() => accountStatus, statusSinceChanged);
    const state = getState() as never;
    const statuses = adminApi.endpoints.accountStatuses.select()(state).data ?? [];
    const status = statuses.find(({ value }) => value === now);
    if (status) {
      const show = (found: Found) => {
        const list =
          found !== null && 'pages' in found ? found.pages.flatMap(({ items }) => items) : [found].flat();
        for (const one of list) if (one?.id === id) one.accountStatus = status;
      };
      for (const query of adminApi.util.selectInvalidatedBy(state, ['Review'])) {
        if (!shownBy.includes(query.endpointName)) continue;
        const [endpoint, argument] = [query.endpointName as never, query.originalArgs as never];
        const update = () => dispatch(adminApi.util.updateQueryData(endpoint, argument, show));
        update();
        void dispatch(adminApi.util.getRunningQueryThunk(endpoint, argument))?.then(update);
      }
    }
    dispatch(adminApi.util.invalidateTags(['Review']));
  };

/** The status that a colleague has set since, if the change was refused for it. */
function statusSinceChanged(reason: unknown): string | null {
  const { code, current } = ((reason as { error?: unknown }).error ?? {}) as Partial<Failure>;
  return code === 'STATUS_CHANGED' ? text(record(record(current)['accountStatus'])['value']) : null;
}

/** An older server refuses the whole change with 400 for a `from`, of which it does not know. */
const setStatus =
  (path: 'PATCH /admin/sellers' | 'PATCH /admin/sellers/outlet') =>
  ({ from, ...change }: StatusChange) =>
  (client: Client) =>
    client.call(path, { body: { ...change, from } }).catch((error: unknown) => {
      if (failureOf(error).status !== 400) throw error;
      return client.call(path, { body: change });
    });

/** The admins' queries and changes. */
const adminApi = apiSlice.enhanceEndpoints({ addTagTypes: ['Review'] }).injectEndpoints({
  endpoints: (build) => ({
    accountStatuses: build.query<{ value: AccountStatusValue; label: string }[], void>({
      query: () => request('GET /admin/sellers/account-statuses', {}),
    }),
    reviewedSellers: build.infiniteQuery<ReviewPage<ReviewedSeller>, ReviewFilter, string | null>(
      reviewed('GET /admin/sellers', ({ companyName }: ReviewedSeller) => companyName),
    ),
    /** Null if there is no such seller. */
    reviewedSeller: build.query<ReviewedSeller | null, string>({
      query: (id) => request('GET /admin/sellers', { query: { search: id, limit: 1 } }),
      transformResponse: ({ items }: ReviewPage<ReviewedSeller>, _meta, id) =>
        items.find((seller) => seller.id === id) ?? null,
      providesTags: ['Review'],
    }),
    reviewedOutlets: build.infiniteQuery<ReviewPage<ReviewedOutlet>, ReviewFilter, string | null>(
      reviewed('GET /admin/outlets', ({ name }: ReviewedOutlet) => name),
    ),
    outletsOfSeller: build.query<ReviewedOutlet[], string>({
      query: (sellerId) => request('GET /admin/sellers/:sellerId/outlets', { params: { sellerId } }),
      providesTags: ['Review'],
    }),
    /** The audit log of one seller; of all sellers if none is named. */
    auditLog: build.infiniteQuery<ReviewPage<AuditEntry>, { sellerId?: string }, string | null>({
      infiniteQueryOptions: cursorPages,
      query: ({ queryArg, pageParam }) =>
        request('GET /admin/audit-log', { query: { ...queryArg, ...pageQueryOf(pageParam) } }),
      providesTags: ['Review'],
    }),
    leads: build.infiniteQuery<ReviewPage<Lead>, void, string | null>({
      infiniteQueryOptions: cursorPages,
      query: ({ pageParam }) => request('GET /admin/leads', { query: pageQueryOf(pageParam) }),
    }),
    setSellerStatus: build.mutation<null, StatusChange>({
      query: setStatus('PATCH /admin/sellers'),
      onQueryStarted: showAgreed('reviewedSellers', 'reviewedSeller'),
    }),
    setOutletStatus: build.mutation<null, StatusChange>({
      query: setStatus('PATCH /admin/sellers/outlet'),
      onQueryStarted: showAgreed('reviewedOutlets', 'outletsOfSeller'),
    }),
  }),
});

export const {
  useAccountStatusesQuery,
  useReviewedSellersInfiniteQuery,
  useReviewedSellerQuery,
  useReviewedOutletsInfiniteQuery,
  useOutletsOfSellerQuery,
  useAuditLogInfiniteQuery,
  useLeadsInfiniteQuery,
  useSetSellerStatusMutation,
  useSetOutletStatusMutation,
} = adminApi;
