import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { Platform } from '#shared/platform.ts';
import { apiSlice } from '../api/api-slice.ts';
import { Client } from '../api/client.ts';
import { ordersSlice } from '../live/orders-slice.ts';
import { pressingSlice } from '../live/pressing-slice.ts';
import { sessionSlice, signedOut } from './session-slice.ts';

const reducers = combineReducers({
  session: sessionSlice.reducer,
  orders: ordersSlice.reducer,
  pressing: pressingSlice.reducer,
  [apiSlice.reducerPath]: apiSlice.reducer,
});
export type RootState = ReturnType<typeof reducers>;

/** What thunks and queries reach beside the store. */
export type Services = { platform: Platform; client: Client };

/** One store for one window; nothing of one session is left to the next. */
export function makeStore(platform: Platform) {
  const client = new Client(platform, () => store.dispatch(signedOut()));
  const services: Services = { platform, client };
  const store = configureStore({
    reducer: (state: RootState | undefined, action) =>
      reducers(signedOut.match(action) ? undefined : state, action),
    middleware: (defaults) => defaults({ thunk: { extraArgument: services } }).concat(apiSlice.middleware),
    devTools: false,
  });
  platform.onSignedOut(() => {
    client.accessToken = null;
    store.dispatch(signedOut());
  });
  return { store, services };
}

export type AppStore = ReturnType<typeof makeStore>['store'];
export type AppDispatch = AppStore['dispatch'];
