import { createSelector } from '@reduxjs/toolkit';
import type { SilentReason } from '#shared/base/hearing.ts';
import type { OutletWatch } from '#shared/host/alerts.ts';
import type { Platform } from '#shared/host/platform.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import type { AppStore, RootState, Services } from '../../state/store.ts';
import { whenever } from '../../state/whenever.ts';
import { hearing } from '../hearing.ts';
import { deafChanged, selectLive, selectOrders } from '../../state/orders-slice.ts';

const LOOK_EVERY_MS = 1_000;

/** Why this screen would make no sound for a new order now; null if it would. */
export function silentReasonOf(platform: Pick<Platform, 'preferences' | 'silent'>): SilentReason | null {
  return platform.preferences().volumePercent === 0 ? 'muted' : platform.silent();
}

/** Decides whether new orders are heard here, and notifies the host, which sounds the fault. */
export function hearOrders(store: AppStore, services: Services): () => void {
  const ends = [
    whenever(
      store,
      (state) => selectLive(state).outletId,
      (outletId) => (outletId === null ? undefined : decideHearing(store, services)),
    ),
    tellHost(store, services),
  ];
  return () => ends.forEach((end) => end());
}

function decideHearing(store: AppStore, { platform }: Services): () => void {
  const { look } = hearing((deaf) => store.dispatch(deafChanged(deaf)));
  const lookNow = () => {
    const { connection, listReadAt, heardAt } = selectLive(store.getState());
    look({ connection, listReadAt, heardAt, silent: silentReasonOf(platform) });
  };
  const ends = [
    store.subscribe(lookNow),
    platform.onSilentChanged(lookNow),
    platform.onPreferencesChanged(lookNow),
  ];
  const timer = setInterval(lookNow, LOOK_EVERY_MS);
  lookNow();
  return () => {
    clearInterval(timer);
    ends.forEach((end) => end());
  };
}

function tellHost(store: AppStore, { platform }: Services): () => void {
  const end = whenever(
    store,
    (state) => JSON.stringify(watchOf(state)),
    (watch) => platform.setWatch(JSON.parse(watch) as OutletWatch | null),
  );
  return () => {
    end();
    platform.setWatch(null);
  };
}

/** The state for the host, of several outlets as one; null if this screen watches none. */
function watchOf(state: RootState): OutletWatch | null {
  const { session } = state;
  if (session.status === 'signed-out' && session.ended?.outletId) {
    const { since, outletId, outletName } = session.ended;
    return { outletId, outletName, trading: null, openOrders: 0, deaf: { why: 'signed-out', since } };
  }
  const { outletId, outletName, trading, deaf } = selectLive(state);
  if (outletId === null) return null;
  return { outletId, outletName, trading, openOrders: selectOpenCount(state), deaf };
}

/** Counted only when the orders change, as this is asked at any change of the state. */
const selectOpenCount = createSelector([(state: RootState) => selectOrders(state)], (orders) =>
  orders.reduce((open, { status }) => (statusGroups.open.has(status) ? open + 1 : open), 0),
);
