import { createSelector } from '@reduxjs/toolkit';
import type { SeenStage } from '#shared/api/live.ts';
import type { KnownOutlet } from '#shared/host/session.ts';
import { outletsOf } from '#shared/host/watched-outlets.ts';
import type { RootState, Services } from './store.ts';
import { selectOrder } from './orders-slice.ts';
import { idsOf } from './outlet-feeds.ts';
import { timeOf } from './timeline.ts';

/** Whether orders may be watched at all: only by a seller who is signed in and verified. */
export function selectMayWatch({ session }: RootState): boolean {
  return session.status === 'signed-in' && session.account.accountStatus.value === 'verified';
}

/** The outlets that this screen watches: those that were chosen, and the one that is open. */
export const selectWatchedOutlets = createSelector(
  [selectMayWatch, (state: RootState) => state.watched.outlet, (state: RootState) => state.watched.chosen],
  (mayWatch, outlet, chosen): KnownOutlet[] => (mayWatch && outlet ? outletsOf({ ...outlet, chosen }) : []),
);

/** Their ids as one text, which changes when others are watched. */
export const selectWatchedIds = createSelector([selectWatchedOutlets], (outlets) => idsOf(outlets));

/** Whether it is still unknown which outlet was watched last. */
export function selectIsUnknown(state: RootState): boolean {
  return selectMayWatch(state) && !state.watched.known;
}

type Thunk = (dispatch: unknown, getState: () => RootState, services: Services) => void;

/** Reads the list of orders again now. */
export function recheckOrders(): Thunk {
  return (_dispatch, _getState, { feed }) => feed.current?.recheck();
}

/** Reports a stage of an order, unless it is known to be reported already. */
export function reportStage(orderId: string, stage: SeenStage): Thunk {
  return (_dispatch, getState, { feed }) => {
    const order = selectOrder(getState(), orderId);
    if (order && order[timeOf[stage]] === undefined) feed.current?.report(orderId, stage, order.outletId);
  };
}
