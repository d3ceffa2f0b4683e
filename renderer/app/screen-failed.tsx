import { useRouteError } from 'react-router';
import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';
import { ErrorView } from '../ui/states.tsx';

/** A screen that broke: the rest of the app goes on, and a reload tries again. */
export function ScreenFailed() {
  const error = useRouteError();
  // oxlint-disable-next-line no-console -- the only place a broken screen leaves its reason
  console.error(error);
  return <ErrorView message={GENERIC_MESSAGE} onReload={() => location.reload()} />;
}
