import { createApi } from '@reduxjs/toolkit/query/react';
import type { Catalog, CatalogRevision } from '#shared/api/catalogs.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import type { MoneyAtRisk } from '#shared/api/money-at-risk.ts';
import type { Dispute, PayoutDetail, Payouts } from '#shared/api/payouts.ts';
import type { Readiness } from '#shared/api/readiness.ts';
import type { Unattended } from '#shared/api/unattended.ts';
import type { CallOptions, ClientReply, ClientRoute } from './calls.ts';
import type { Client } from './client.ts';
import { cursorPages, pageBehind } from './cursor-pages.ts';
import { failureOf, type Failure } from './failure.ts';
import type { ListedCatalog } from './read-catalog.ts';
import type { Profile } from './read-profile.ts';

type Request = (client: Client) => Promise<unknown>;

/** One call as a query's argument. */
export function request<K extends ClientRoute>(key: K, options: CallOptions<K>): Request {
  return (client) => client.call(key, options);
}

/** What is sent again with the same key takes effect once. */
type Keyed = { idempotencyKey: string };

/** What screens load and cache: everything but the live orders, which the feed brings. */
export const apiSlice = createApi({
  reducerPath: 'api',
  tagTypes: ['Outlet', 'Catalog', 'TradingSession', 'MoneyAtRisk', 'Books', 'Portions'],
  refetchOnReconnect: true,
  async baseQuery(call: Request, { extra }): Promise<{ data: unknown } | { error: Failure }> {
    const { client } = extra as { client: Client };
    try {
      return { data: await call(client) };
    } catch (error) {
      return { error: failureOf(error) };
    }
  },
  endpoints: (build) => ({
    profile: build.query<Profile, void>({
      query: () => request('GET /sellers/profile', {}),
    }),
    outlets: build.query<Outlet[], void>({
      query: () => request('GET /sellers/outlets', {}),
      providesTags: ['Outlet'],
    }),
    outlet: build.query<Outlet, string>({
      query: (outletId) => request('GET /sellers/outlets/:outletId', { params: { outletId } }),
      providesTags: ['Outlet'],
    }),
    unattended: build.query<Unattended, void>({
      query: () => request('GET /sellers/unattended', {}),
    }),
    moneyAtRisk: build.query<MoneyAtRisk, { outletId?: string; tradingSessionId?: string }>({
      query: (of) => request('GET /sellers/at-risk', { query: of }),
      providesTags: ['MoneyAtRisk'],
    }),
    payouts: build.infiniteQuery<Payouts, void, string | null>({
      infiniteQueryOptions: cursorPages,
      query: ({ pageParam }) => request('GET /sellers/payouts', { query: pageBehind(pageParam) }),
      providesTags: ['Books'],
    }),
    payout: build.query<PayoutDetail, string>({
      query: (payoutId) => request('GET /sellers/payouts/:payoutId', { params: { payoutId } }),
    }),
    disputes: build.query<{ disputes: Dispute[] }, void>({
      query: () => request('GET /sellers/disputes', {}),
      providesTags: ['Books'],
    }),
    addOutlet: build.mutation<Outlet, CallOptions<'POST /sellers/outlets'> & Keyed>({
      query: (options) => request('POST /sellers/outlets', options),
      invalidatesTags: ['Outlet'],
    }),
    editOutlet: build.mutation<
      Outlet,
      { outletId: string; body: CallOptions<'PATCH /sellers/outlets/:outletId'>['body'] }
    >({
      query: ({ outletId, body }) =>
        request('PATCH /sellers/outlets/:outletId', { params: { outletId }, body }),
      invalidatesTags: ['Outlet'],
    }),
    assignCatalog: build.mutation<null, { outletId: string; catalogId: string }>({
      query: (params) =>
        request('PATCH /sellers/outlets/:outletId/catalog/:catalogId', { params, body: params }),
      invalidatesTags: ['Outlet'],
    }),
    startTrading: build.mutation<Outlet, { outletId: string; readiness?: Readiness | undefined }>({
      query: ({ outletId, readiness }) =>
        request('POST /sellers/outlets/:outletId/trading-session/start', {
          params: { outletId },
          ...(readiness && { body: { readiness } }),
        }),
      invalidatesTags: ['Outlet', 'TradingSession'],
    }),
    finishTrading: build.mutation<Outlet, string>({
      query: (outletId) =>
        request('POST /sellers/outlets/:outletId/trading-session/finish', { params: { outletId } }),
      invalidatesTags: ['Outlet', 'TradingSession'],
    }),
    tradingSessions: build.query<ClientReply<'GET /sellers/outlets/:outletId/trading-sessions'>, string>({
      query: (outletId) =>
        request('GET /sellers/outlets/:outletId/trading-sessions', { params: { outletId } }),
      providesTags: ['TradingSession'],
    }),
    period: build.query<ClientReply<'GET /sellers/outlets/trading-sessions/:periodId'>, string>({
      query: (periodId) =>
        request('GET /sellers/outlets/trading-sessions/:periodId', { params: { periodId } }),
      providesTags: ['TradingSession'],
    }),
    catalogs: build.query<ListedCatalog[], void>({
      query: () => request('GET /sellers/catalogs', {}),
      providesTags: ['Catalog'],
    }),
    catalog: build.query<Catalog, string>({
      query: (catalogId) => request('GET /sellers/catalogs/:catalogId', { params: { catalogId } }),
      // Every screen wants the current state.
      keepUnusedDataFor: 0,
    }),
    addCatalog: build.mutation<Catalog | null, CallOptions<'POST /sellers/catalogs'> & Keyed>({
      query: (options) => request('POST /sellers/catalogs', options),
      invalidatesTags: ['Catalog'],
    }),
    removeCatalog: build.mutation<null, Pick<Catalog, 'id' | 'revision'>>({
      query: ({ id: catalogId, revision }) =>
        request('DELETE /sellers/catalogs/:catalogId', { params: { catalogId }, version: revision }),
      invalidatesTags: ['Catalog'],
    }),
    catalogRevisions: build.query<
      ClientReply<'GET /sellers/catalogs/:catalogId/revisions'>,
      { catalogId: string; before?: number }
    >({
      query: ({ catalogId, before }) =>
        request('GET /sellers/catalogs/:catalogId/revisions', {
          params: { catalogId },
          query: before === undefined ? {} : { before },
        }),
    }),
    catalogRevision: build.query<CatalogRevision, { catalogId: string; revision: number }>({
      query: (params) => request('GET /sellers/catalogs/:catalogId/revisions/:revision', { params }),
    }),
  }),
});

export const {
  useProfileQuery,
  useOutletsQuery,
  useOutletQuery,
  useLazyOutletQuery,
  useUnattendedQuery,
  useMoneyAtRiskQuery,
  usePayoutsInfiniteQuery,
  usePayoutQuery,
  useDisputesQuery,
  useAddOutletMutation,
  useEditOutletMutation,
  useAssignCatalogMutation,
  useStartTradingMutation,
  useFinishTradingMutation,
  useTradingSessionsQuery,
  usePeriodQuery,
  useCatalogsQuery,
  useCatalogQuery,
  useAddCatalogMutation,
  useRemoveCatalogMutation,
  useCatalogRevisionsQuery,
  useCatalogRevisionQuery,
} = apiSlice;

/** The failure of a query or mutation, in words for a person; null if there is none. */
export function failureMessage(error: unknown): string | null {
  if (error === undefined || error === null) return null;
  return (error as Partial<Failure>).message ?? failureOf(error).message;
}

/** Like {@link failureMessage}; null also where the server has no such thing, which is no failure where it need not. */
export function failureUnlessAbsent(error: unknown): string | null {
  return (error as Partial<Failure> | undefined)?.status === 404 ? null : failureMessage(error);
}
