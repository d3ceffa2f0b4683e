import { combineSlices, configureStore, createDynamicMiddleware, type WithSlice } from '@reduxjs/toolkit';
import type { Platform } from '#shared/host/platform.ts';
import type { apiSlice } from '../api/api-slice.ts';
import { Client } from '../api/client.ts';
import type { ordersSlice } from './orders-slice.ts';
import { pressingSlice } from './pressing-slice.ts';
import { viewSlice } from './view-slice.ts';
import { watchedSlice } from './watched-slice.ts';
import type { LiveFeed } from './feed.ts';
import { refundsSlice } from './refunds-slice.ts';
import { persistedRead, persistState } from './persisted-state.ts';
import { readAccountAgain } from './session.ts';
import { sessionSlice, signedOut, type EndedSession } from './session-slice.ts';

type Api = typeof apiSlice;
type Orders = typeof ordersSlice;

const makeReducers = () =>
  combineSlices(sessionSlice, pressingSlice, refundsSlice, viewSlice, watchedSlice).withLazyLoadedSlices<
    WithSlice<Api> & WithSlice<Orders>
  >();
export type RootState = ReturnType<ReturnType<typeof makeReducers>>;

/** What thunks and queries use besides the store. */
export type Services = {
  platform: Platform;
  client: Client;
  /** Keeps the orders equal to the server; null while no outlet is watched. */
  feed: { current: LiveFeed | null };
  /**
   * Adds the queries and the orders, which are loaded with the first signed-in screen; repeating it does no harm.
   */
  addApi: (api: Api, orders: Orders) => void;
};

/** One store for one window; the next session finds nothing of the last. */
export function makeStore(platform: Platform) {
  const reducers = makeReducers();
  const late = createDynamicMiddleware();
  const client = new Client(
    platform,
    () => store.dispatch(signedOut(endedSessionOf(store.getState()))),
    // The account's current status decides which screens it may open.
    () => void readAccountAgain(store.dispatch, services),
  );
  const services: Services = {
    platform,
    client,
    feed: { current: null },
    addApi(api, orders) {
      reducers.inject(api);
      reducers.inject(orders);
      late.addMiddleware(api.middleware);
      // Injected slices have their state after the next action.
      store.dispatch({ type: 'apiAdded' });
    },
  };
  const store = configureStore({
    reducer: (state: RootState | undefined, action) => {
      if (signedOut.match(action)) return reducers(undefined, action);
      if (state && persistedRead.match(action)) return { ...state, ...action.payload };
      return reducers(state, action);
    },
    middleware: (defaults) => defaults({ thunk: { extraArgument: services } }).concat(late.middleware),
    devTools: false,
  });
  persistState(store);
  platform.onSignedOut((by) => {
    client.accessToken = null;
    store.dispatch(signedOut(by === 'server' ? endedSessionOf(store.getState()) : undefined));
  });
  return { store, services };
}

/**
 * The session that ends now, with what is no longer heard: nothing if the screen watched no outlet, or a closed one.
 * A screen may learn of the end twice: by a refused call, and from another tab.
 */
function endedSessionOf({ orders, session }: RootState): EndedSession | undefined {
  if (session.status === 'signed-out') return session.ended ?? undefined;
  const { outletId = null, outletName = '' } = orders?.trading === false ? {} : (orders ?? {});
  return { outletId, outletName, since: new Date().toISOString() };
}

export type AppStore = ReturnType<typeof makeStore>['store'];
export type AppDispatch = AppStore['dispatch'];
