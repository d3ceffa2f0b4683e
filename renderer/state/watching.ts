import { createSelector } from '@reduxjs/toolkit';
import type { SeenStage } from '#shared/api/live.ts';
import type { Order } from '#shared/api/orders.ts';
import type { KnownOutlet } from '#shared/host/session.ts';
import type { PrintedAt } from '#shared/print/printed-at.ts';
import { outletsOf } from '#shared/host/watched-outlets.ts';
import type { RootState, Services } from './store.ts';
import { selectOrder } from './orders-slice.ts';
import { idsOf } from './outlet-feeds.ts';
import { untoldHere } from './stations-here.ts';
import { isKnownAt, timeOf } from './timeline.ts';

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

/** Reports a stage of an order, and of the stations that this screen shows, unless it is known to be reported already. */
export function reportStage(orderId: string, stage: SeenStage): Thunk {
  return (_dispatch, getState, { feed }) => {
    const order = selectOrder(getState(), orderId);
    if (!order) return;
    const stations = untoldHere(getState(), order, stage);
    if (stations.length > 0) feed.current?.report(orderId, stage, order.outletId, { stations });
    else if (order[timeOf[stage]] === undefined) feed.current?.report(orderId, stage, order.outletId);
  };
}

/** Reports that an order's ticket was printed for stations, of which nobody has yet. */
export function reportPrinted(order: Order, { stations, on }: PrintedAt): Thunk {
  return (_dispatch, _getState, { feed }) => {
    const untold = stations.filter((stationId) => !isKnownAt(order, { stationId, stage: 'printed' }));
    if (untold.length > 0)
      feed.current?.report(order.id, 'printed', order.outletId, { stations: untold, by: on });
  };
}
