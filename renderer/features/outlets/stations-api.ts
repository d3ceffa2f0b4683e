import type { Outlet } from '#shared/api/outlets.ts';
import type { Station } from '#shared/api/stations.ts';
import { apiSlice, request } from '../../api/api-slice.ts';

/** Where an outlet's lines are made; loaded with what sets it. */
export const { useSaveStationsMutation } = apiSlice.injectEndpoints({
  endpoints: (build) => ({
    saveStations: build.mutation<Outlet, { outletId: string; stations: Station[]; version: number }>({
      query: ({ outletId, stations, version }) =>
        request('PUT /sellers/outlets/:outletId/stations', {
          params: { outletId },
          body: { stations },
          version,
        }),
      invalidatesTags: ['Outlet'],
    }),
  }),
});
