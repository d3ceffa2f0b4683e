import type { ReadyEstimates } from '#shared/api/ready-times.ts';
import { apiSlice, request } from '../api/api-slice.ts';

const readyTimeApi = apiSlice.injectEndpoints({
  endpoints: (build) => ({
    readyEstimates: build.query<ReadyEstimates, string>({
      query: (outletId) =>
        request('GET /sellers/outlets/:outletId/ready-estimates', { params: { outletId } }),
    }),
  }),
});

export const { useReadyEstimatesQuery } = readyTimeApi;
