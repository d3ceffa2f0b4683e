import { Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorView, Loader } from '../ui/states.tsx';

/** Wraps a screen: shown while its code loads, and in its place if it fails; the rest of the app goes on. */
export function ScreenFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={<ErrorView message={GENERIC_MESSAGE} onReload={() => location.reload()} />}
    >
      <Suspense fallback={<Loader title="Loading" />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
