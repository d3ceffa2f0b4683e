import type { Reply } from '#shared/api/contract.ts';
import { apiSlice, request } from '../../api/api-slice.ts';

export type KnownReport = Reply<'GET /sellers/outlets/trading-sessions/:periodId/report'> | null;

/** The report of a finished session; loaded with what shows it. */
const reportApi = apiSlice.injectEndpoints({
  endpoints: (build) => ({
    sessionReport: build.query<KnownReport, string>({
      query: (periodId) =>
        request('GET /sellers/outlets/trading-sessions/:periodId/report', { params: { periodId } }),
    }),
  }),
});

export const { useSessionReportQuery } = reportApi;
