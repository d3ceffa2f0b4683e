import type { Catalog } from '#shared/api/catalogs.ts';
import { apiSlice, request } from '../api/api-slice.ts';
import type { CallOptions } from '../api/calls.ts';

type Mark = CallOptions<'POST /sellers/catalogs/:catalogId/sold-out'>;

/** What is sold out of a menu; loaded with what shows it. */
const soldOutApi = apiSlice.injectEndpoints({
  endpoints: (build) => ({
    markSoldOut: build.mutation<Catalog, Mark>({
      query: (mark) => request('POST /sellers/catalogs/:catalogId/sold-out', mark),
      /** What else shows the menu has it cached. */
      onQueryStarted({ params }, { dispatch, queryFulfilled }) {
        const show = ({ data }: { data: Catalog }) =>
          dispatch(apiSlice.util.updateQueryData('catalog', params.catalogId, () => data));
        queryFulfilled.then(show, () => undefined);
      },
    }),
  }),
});

export const { useMarkSoldOutMutation } = soldOutApi;
