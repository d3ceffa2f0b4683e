import { weakMapMemoize } from '@reduxjs/toolkit';
import type { Alarm } from '#shared/api/escalation.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import type { AppDispatch, RootState } from './store.ts';
import { apiSlice } from '../api/api-slice.ts';

/* Access to queries for code outside components. */

/** Selects what the query for an outlet has found so far: one selector an outlet, since to make one is dear. */
export const outletQuery = weakMapMemoize(
  (outletId: string): ((state: RootState) => { data?: Outlet; error?: unknown }) => {
    const read = apiSlice.endpoints.outlet.select(outletId);
    return ({ api }) => (api ? read({ api }) : {});
  },
);

/** The time zone of an outlet; the usual one until it has been fetched. */
export const selectZone = (state: RootState, outletId: string): string =>
  zoneOf(outletQuery(outletId)(state).data);

const none: readonly Alarm[] = [];
const readUnattended = apiSlice.endpoints.unattended.select();

/** What every screen of the seller rings for, as far as it has been fetched. */
export const selectAlarms = ({ api }: RootState): readonly Alarm[] =>
  (api && readUnattended({ api }).data?.alarms) ?? none;

const anew = { forceRefetch: true, subscribe: false } as const;

/** Fetches an outlet again, because it has changed; what it counts ends with its session. */
export function outletChanged(dispatch: AppDispatch, outletId: string): Promise<void> {
  portionsChanged(dispatch);
  return askAgain(dispatch(apiSlice.util.getRunningQueryThunk('outlet', outletId)), () =>
    dispatch(apiSlice.endpoints.outlet.initiate(outletId, anew)),
  );
}

/** Fetches the seller's unattended things again, and the money at risk where it is shown: they have changed. */
export function unattendedChanged(dispatch: AppDispatch): Promise<void> {
  dispatch(apiSlice.util.invalidateTags(['MoneyAtRisk']));
  return askAgain(dispatch(apiSlice.util.getRunningQueryThunk('unattended', undefined)), () =>
    dispatch(apiSlice.endpoints.unattended.initiate(undefined, anew)),
  );
}

/** Fetches again what shows whether outlets take orders, because that has changed, or may have. */
export function orderingChanged(dispatch: AppDispatch): void {
  dispatch(apiSlice.util.invalidateTags(['Outlet', 'TradingSession']));
}

/** Fetches payouts and disputes again where they are shown: what the card provider booked was read, or may have been. */
export function booksRead(dispatch: AppDispatch): void {
  dispatch(apiSlice.util.invalidateTags(['Books']));
}

/** Fetches again how many are left, where it is shown: somebody said so, or an order took of it. */
export function portionsChanged(dispatch: AppDispatch): void {
  dispatch(apiSlice.util.invalidateTags(['Portions']));
}

/** A pending answer may be from before the change, so the new request waits for it. */
async function askAgain(onItsWay: Promise<unknown> | undefined, ask: () => Promise<unknown>): Promise<void> {
  await onItsWay;
  await ask();
}
