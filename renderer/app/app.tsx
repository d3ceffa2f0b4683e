import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router';
import type { Platform } from '#shared/platform.ts';
import { ToastProvider } from '../ui/toasts.tsx';
import { ServicesContext } from './hooks.ts';
import { makeRouter } from './routes.tsx';
import { restoreSession } from './session.ts';
import { makeStore } from './store.ts';
import '../ui/base.css';

/** The whole of the screens, on whichever host. */
export function App({ platform }: { platform: Platform }) {
  const [{ store, services, router }] = useState(() => ({ ...makeStore(platform), router: makeRouter() }));
  useEffect(
    function restore() {
      void restoreSession(store.dispatch, services);
    },
    [store, services],
  );
  useEffect(
    function openChosenOrders() {
      return platform.onOrderChosen(({ outletId, orderId }) => {
        void router.navigate(`/outlets/${outletId}/trading-session?order=${encodeURIComponent(orderId)}`);
      });
    },
    [platform, router],
  );
  return (
    <Provider store={store}>
      <ServicesContext value={services}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </ServicesContext>
    </Provider>
  );
}
