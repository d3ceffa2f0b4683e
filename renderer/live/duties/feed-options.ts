import type { Order } from '#shared/api/orders.ts';
import { failureOf } from '../../api/failure.ts';
import { readOrder } from '../../api/read-order.ts';
import {
  booksRead,
  orderingChanged,
  outletChanged,
  outletQuery,
  portionsChanged,
  unattendedChanged,
} from '../../state/queries.ts';
import type { AppStore, Services } from '../../state/store.ts';
import type { LiveFeedOptions } from '../live-feed-options.ts';
import {
  clockCorrected,
  connectionChanged,
  lapsesRead,
  listAsked,
  listFailed,
  listRead,
  orderChanged,
  selectIsOvertaken,
  selectLastChange,
  selectLive,
  severalAllowed,
  timelinesRead,
  unreadableRead,
} from '../../state/orders-slice.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import type { StationReports } from '../station-reports.ts';
import { screenStateOf } from './screen-state.ts';
import { stationsOfScreen } from './stations-of-screen.ts';

/** More than the error of the time in a reply's header, in ms. */
const CLOCK_DIFFERS_MS = 3_000;

/** Behind a proxy without sockets the lists are polled. So that an outlet takes orders, the server is told of it. */
function provingByCall({ getState }: AppStore, { client, platform }: Services) {
  return (outletId: string): void => {
    const { data: outlet } = outletQuery(outletId)(getState());
    if (selectLive(getState()).connection === 'connected' || !outlet?.ordering) return;
    const call = {
      params: { outletId },
      // Asked for whenever it is sent, since an expired token may make that twice.
      get body() {
        return screenStateOf(platform);
      },
    };
    void client.call('POST /sellers/outlets/:outletId/listening', call).catch(() => undefined);
  };
}

function stationReportsOf({ dispatch, getState }: AppStore, platform: Services['platform']): StationReports {
  return {
    here: () => stationsOfScreen(getState(), platform),
    onLapses: (outletId, lapses, anew) => dispatch(lapsesRead({ outletId, lapses, anew })),
  };
}

/** What concerns all outlets of the seller. */
function sellersOwn({
  dispatch,
}: AppStore): Pick<LiveFeedOptions['on'], 'unattended' | 'portions' | 'books'> {
  return {
    unattended() {
      void unattendedChanged(dispatch);
      orderingChanged(dispatch);
    },
    portions: () => portionsChanged(dispatch),
    books: () => booksRead(dispatch),
  };
}

/** Orders that are new, or ended, have changed what is left. */
function applying({ dispatch }: AppStore): (orders: Order[]) => void {
  const readPortions = () => portionsChanged(dispatch);
  return (orders) => {
    dispatch(orderChanged(orders));
    afterPaint(readPortions);
  };
}

/** An order that changed here during the request is requested again: without versions nobody knows which is newer. */
function fetchingOrder({ getState }: AppStore, client: Services['client']) {
  return async function fetchOrder(orderId: string): Promise<Order> {
    const before = selectLastChange(getState(), orderId);
    const order = await client.call('GET /sellers/orders/:orderId', { params: { orderId } });
    const changed = selectLastChange(getState(), orderId) !== before;
    return changed && order.version === 0 ? fetchOrder(orderId) : order;
  };
}

/** How the feed reads, and where it puts what it reads; loaded with the feed. */
export function feedOptions(
  outletIds: readonly string[],
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
  const proveByCall = provingByCall(store, services);
  return {
    origin: new URL(platform.apiBase(), location.href).origin,
    outletIds,
    accessToken: () => client.accessToken,
    refresh: (stale) => client.refresh(stale),
    screen: () => screenStateOf(platform),
    stations: stationReportsOf(store, platform),
    mayBeThrottled: !platform.can.alertInBackground,
    async fetchOrders(outletId, signal) {
      dispatch(listAsked(outletId));
      proveByCall(outletId);
      const call = { params: { outletId }, signal };
      const { orders, unreadable } = await client.call('GET /sellers/outlets/:outletId/orders', call);
      dispatch(unreadableRead({ outletId, unreadable }));
      return orders;
    },
    fetchVersions: (outletId, signal) =>
      client.call('GET /sellers/outlets/:outletId/order-versions', { params: { outletId }, signal }),
    fetchOrder: fetchingOrder(store, client),
    readOrder,
    known: () => selectLive(getState()),
    on: {
      connection: (connection) => dispatch(connectionChanged(connection)),
      list(outletId, orders, asItIs) {
        const overtaken = selectIsOvertaken(getState(), outletId, orders);
        // Before what prints hears of the orders and tells their age.
        correctClockBy(client.clockAheadMs);
        dispatch(listRead(outletId, orders, asItIs));
        if (overtaken) feed.current?.recheck();
      },
      listFailed: (outletId, error) => dispatch(listFailed({ outletId, problem: failureOf(error).message })),
      orders: applying(store),
      session: (outletId) => void outletChanged(dispatch, outletId),
      several: () => dispatch(severalAllowed()),
      timelines: (timelines) => dispatch(timelinesRead(timelines)),
      ...sellersOwn(store),
      clock: (aheadMs) => dispatch(clockCorrected(aheadMs)),
    },
  };
}
