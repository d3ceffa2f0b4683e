import type { TableCodes } from '#shared/api/table-codes.ts';
import { apiSlice, request } from '../../api/api-slice.ts';

/** The addresses that guests scan; loaded with what prints them. */
export const { useTableCodesQuery } = apiSlice.injectEndpoints({
  endpoints: (build) => ({
    tableCodes: build.query<TableCodes, { outletId: string; tables: string[] }>({
      query: ({ outletId, tables }) =>
        request('POST /sellers/outlets/:outletId/table-codes', { params: { outletId }, body: { tables } }),
    }),
  }),
});
