import type { Outlet } from '#shared/api/outlets.ts';
import type { AppDispatch, RootState } from './store.ts';
import { apiSlice } from '../api/api-slice.ts';

/* Queries, for code that is no component. */

/** What the query for an outlet has found so far; the same selector serves one outlet for as long as it is watched. */
export function outletQuery(outletId: string): (state: RootState) => { data?: Outlet; error?: unknown } {
  const read = apiSlice.endpoints.outlet.select(outletId);
  return ({ api }) => (api ? read({ api }) : {});
}

const anew = { forceRefetch: true, subscribe: false } as const;

/** Asks for an outlet again, because it has changed. */
export function outletChanged(dispatch: AppDispatch, outletId: string): Promise<void> {
  return askAgain(dispatch(apiSlice.util.getRunningQueryThunk('outlet', outletId)), () =>
    dispatch(apiSlice.endpoints.outlet.initiate(outletId, anew)),
  );
}

/** Asks again for what is unattended of the seller's, because it has changed. */
export function unattendedChanged(dispatch: AppDispatch): Promise<void> {
  return askAgain(dispatch(apiSlice.util.getRunningQueryThunk('unattended', undefined)), () =>
    dispatch(apiSlice.endpoints.unattended.initiate(undefined, anew)),
  );
}

/** An answer that is on its way may be from before the change: then once that is here. */
async function askAgain(onItsWay: Promise<unknown> | undefined, ask: () => Promise<unknown>): Promise<void> {
  await onItsWay;
  await ask();
}
