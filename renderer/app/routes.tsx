import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { SignInScreen } from '../features/session/sign-in-screen.tsx';
import { Loader } from '../ui/states.tsx';
import { AccountReviewGuard, Guard, SignedOutOnly } from './guards.tsx';
import { Root } from './root.tsx';
import { ScreenFailed } from './screen-failed.tsx';

/** A screen that is loaded when it is first opened. */
const lazily = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() });

/** Every address of the app (spec §2). */
export function makeRouter() {
  const home = lazily(async () => (await import('../features/home/home-screen.tsx')).HomeScreen);
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <ScreenFailed />,
      hydrateFallbackElement: <Loader title="Loading" />,
      children: [
        { path: '/', lazy: home },
        { path: '/business', lazy: home },
        {
          element: <SignedOutOnly />,
          children: [
            { path: '/sign-in', element: <SignInScreen /> },
            {
              path: '/sign-up',
              lazy: lazily(async () => (await import('../features/session/sign-up-screen.tsx')).SignUpScreen),
            },
          ],
        },
        {
          path: '/connection',
          lazy: lazily(
            async () => (await import('../features/connection/connection-screen.tsx')).ConnectionScreen,
          ),
        },
        {
          element: <AccountReviewGuard />,
          children: [
            {
              path: '/account-review',
              lazy: lazily(
                async () =>
                  (await import('../features/session/account-review-screen.tsx')).AccountReviewScreen,
              ),
            },
          ],
        },
        {
          element: <Guard />,
          children: [
            {
              lazy: lazily(async () => (await import('./signed-in-layout.tsx')).SignedInLayout),
              children: [
                {
                  errorElement: <ScreenFailed />,
                  children: [
                    {
                      path: '/outlets',
                      lazy: lazily(
                        async () => (await import('../features/outlets/outlets-screen.tsx')).OutletsScreen,
                      ),
                    },
                    {
                      path: '/outlets/:outletId/manage',
                      lazy: lazily(
                        async () => (await import('../features/outlets/manage-screen.tsx')).ManageScreen,
                      ),
                    },
                    ...(['trading-session', 'orders', 'orders-basic'] as const).map((path) => ({
                      path: `/outlets/:outletId/${path}`,
                      lazy: lazily(
                        async () =>
                          (await import('../features/orders/trading-session-screen.tsx')).screens[path],
                      ),
                    })),
                    {
                      path: '/outlets/:outletId/trading-sessions',
                      lazy: lazily(
                        async () =>
                          (await import('../features/trading-sessions/sessions-screen.tsx')).SessionsScreen,
                      ),
                    },
                    {
                      path: '/outlets/:outletId/trading-sessions/:periodId',
                      lazy: lazily(
                        async () =>
                          (await import('../features/trading-sessions/period-screen.tsx')).PeriodScreen,
                      ),
                    },
                    {
                      path: '/catalogs',
                      lazy: lazily(
                        async () => (await import('../features/catalogs/catalogs-screen.tsx')).CatalogsScreen,
                      ),
                    },
                  ],
                },
              ],
            },
          ],
        },
        { path: '*', lazy: lazily(async () => (await import('./not-found-screen.tsx')).NotFoundScreen) },
      ],
    },
  ]);
}
