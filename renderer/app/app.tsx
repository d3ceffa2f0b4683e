import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import type { Platform } from '#shared/host/platform.ts';
import { ToastProvider } from '../ui/toasts.tsx';
import { goOnDuty } from './go-on-duty.ts';
import { ServicesContext } from '../state/hooks.ts';
import { AppRoutes } from './routes.tsx';
import { restoreSession } from '../state/session.ts';
import { makeStore } from '../state/store.ts';
import { useTheme } from './use-theme.ts';
import '../ui/base.css';

/** All screens, on any host. */
export function App({ platform }: { platform: Platform }) {
  const [{ store, services }] = useState(() => {
    const made = makeStore(platform);
    void restoreSession(made.store.dispatch, made.services);
    return made;
  });
  useEffect(() => goOnDuty(store, services), [store, services]);
  useTheme(platform);
  return (
    <Provider store={store}>
      <ServicesContext value={services}>
        <ToastProvider>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </ToastProvider>
      </ServicesContext>
    </Provider>
  );
}
