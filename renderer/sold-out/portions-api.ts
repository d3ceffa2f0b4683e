import type { PortionsBody, PortionsReply } from '#shared/api/portions.ts';
import type { Portions } from '#shared/catalogs/portions.ts';
import { apiSlice, request } from '../api/api-slice.ts';

/** What outlets have left of their items; loaded with what shows it. */
const portionsApi = apiSlice.injectEndpoints({
  endpoints: (build) => ({
    portions: build.query<Portions, string>({
      query: (outletId) => request('GET /sellers/outlets/:outletId/portions', { params: { outletId } }),
      transformResponse: byItem,
      providesTags: ['Portions'],
      // Orders that nobody here saw may have taken of it.
      keepUnusedDataFor: 0,
    }),
    countPortions: build.mutation<Portions, { outletId: string; body: PortionsBody }>({
      query: ({ outletId, body }) =>
        request('POST /sellers/outlets/:outletId/portions', { params: { outletId }, body }),
      transformResponse: byItem,
      invalidatesTags: ['Portions'],
    }),
  }),
});

function byItem({ portions }: PortionsReply): Portions {
  return Object.fromEntries(portions.map(({ itemId, left }) => [itemId, left]));
}

export const { usePortionsQuery, useCountPortionsMutation } = portionsApi;
