import type { Order } from '#shared/api/orders.ts';
import type { RememberedOutlet } from '#shared/host/session.ts';
import { failureOf } from '../../api/failure.ts';
import { nameOfScreen } from '../../api/name-of-screen.ts';
import { orderingChanged, outletChanged, outletQuery, unattendedChanged } from '../../state/queries.ts';
import type { AppStore, Services } from '../../state/store.ts';
import { onceLoaded } from '../../state/once-loaded.ts';
import { whenever } from '../../state/whenever.ts';
import type { LiveFeedOptions } from '../live-feed.ts';
import {
  clockCorrected,
  connectionChanged,
  feedClosed,
  feedOpened,
  listAsked,
  listFailed,
  listRead,
  orderChanged,
  selectIsOvertaken,
  selectLastChange,
  selectLive,
  timelineRead,
  unreadableRead,
} from '../../state/orders-slice.ts';
import { screenId } from '../screen.ts';
import { selectWatchedOutlet } from '../../state/watching.ts';
import { silentReasonOf } from './hear-orders.ts';

/** More than the error of the time in a reply's header, in ms. */
const CLOCK_DIFFERS_MS = 3_000;

/** Runs the live feed while an outlet is watched. */
export function keepFeed(store: AppStore, services: Services): () => void {
  return whenever(store, selectWatchedOutlet, (outlet) =>
    outlet ? openFeed(outlet, store, services) : undefined,
  );
}

/** The feed is loaded with the first outlet, so that signing in does not wait for it. */
const loadFeed = () => Promise.all([import('../live-feed.ts'), import('../../api/read-order.ts')]);

function openFeed(outlet: RememberedOutlet, store: AppStore, services: Services): () => void {
  const { platform, feed } = services;
  const { dispatch } = store;
  dispatch(feedOpened(outlet));
  const screenChanged = () => feed.current?.screenChanged();
  const ends = [
    onceLoaded(loadFeed, ([{ startLiveFeed }, { readOrder }]) => {
      feed.current = startLiveFeed(feedOptions(outlet.outletId, readOrder, store, services));
    }),
    platform.onSilentChanged(screenChanged),
    platform.onPreferencesChanged(screenChanged),
    wakeInSight(feed),
  ];
  return () => {
    ends.forEach((end) => end());
    feed.current?.stop();
    feed.current = null;
    dispatch(feedClosed());
  };
}

/** Reads again when a person looks at this screen, or the computer is back on its network. */
function wakeInSight(feed: Services['feed']): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const wake = () => document.visibilityState === 'visible' && feed.current?.wake();
  document.addEventListener('visibilitychange', wake, { signal });
  document.addEventListener('resume', wake, { signal });
  addEventListener('focus', wake, { signal });
  addEventListener('online', wake, { signal });
  return () => ended.abort();
}

const screenOf = (platform: Services['platform']) => ({
  screenId,
  screenName: nameOfScreen(platform),
  silent: silentReasonOf(platform),
});

/** Behind a proxy without sockets the list is polled. So that the outlet takes orders, the server is told of it. */
function provingByCall(outletId: string, { getState }: AppStore, { client, platform }: Services): () => void {
  const outlet = outletQuery(outletId);
  return () => {
    if (selectLive(getState()).connection === 'connected' || !outlet(getState()).data?.ordering) return;
    const call = { params: { outletId }, body: screenOf(platform) };
    void client.call('POST /sellers/outlets/:outletId/listening', call).catch(() => undefined);
  };
}

function feedOptions(
  outletId: string,
  readOrder: LiveFeedOptions['readOrder'],
  store: AppStore,
  services: Services,
): LiveFeedOptions {
  const { client, platform, feed } = services;
  const { dispatch, getState } = store;
  /** The socket reports the time to the millisecond, a reply's header to the second. */
  const correctClockBy = (aheadMs: number | null) => {
    const known = selectLive(getState()).clockAheadMs;
    if (aheadMs !== null && Math.abs(aheadMs - known) > CLOCK_DIFFERS_MS) dispatch(clockCorrected(aheadMs));
  };
  /**
   * An order that changed here during the request is requested again: without versions nobody knows which is newer.
   */
  async function fetchOrder(orderId: string): Promise<Order> {
    const before = selectLastChange(getState(), orderId);
    const order = await client.call('GET /sellers/orders/:orderId', { params: { orderId } });
    const changed = selectLastChange(getState(), orderId) !== before;
    return changed && order.version === 0 ? fetchOrder(orderId) : order;
  }
  const proveByCall = provingByCall(outletId, store, services);
  return {
    origin: new URL(platform.apiBase(), location.href).origin,
    outletId,
    accessToken: () => client.accessToken,
    refresh: (stale) => client.refresh(stale),
    screen: () => screenOf(platform),
    mayBeThrottled: !platform.can.alertInBackground,
    async fetchOrders(signal) {
      dispatch(listAsked());
      proveByCall();
      const call = { params: { outletId }, signal };
      const { orders, unreadable } = await client.call('GET /sellers/outlets/:outletId/orders', call);
      dispatch(unreadableRead(unreadable));
      return orders;
    },
    fetchOrder,
    readOrder,
    on: {
      connection: (connection) => dispatch(connectionChanged(connection)),
      list(orders) {
        const overtaken = selectIsOvertaken(getState(), orders);
        dispatch(listRead(orders));
        if (overtaken) feed.current?.recheck();
        correctClockBy(client.clockAheadMs);
      },
      listFailed: (error) => dispatch(listFailed(failureOf(error).message)),
      order: (order) => dispatch(orderChanged(order)),
      session: () => void outletChanged(dispatch, outletId),
      timeline: (timeline) => dispatch(timelineRead(timeline)),
      unattended() {
        void unattendedChanged(dispatch);
        orderingChanged(dispatch);
      },
      clock: (aheadMs) => dispatch(clockCorrected(aheadMs)),
    },
  };
}
