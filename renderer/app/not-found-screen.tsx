import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { siteAddressOf } from '#shared/base/site-paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-states.tsx';
import { Loader } from '../ui/states.tsx';

/** A host that serves the app at every address but files' own does so at the public site's, too. */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  const ofSite = siteAddressOf(pathname.replaceAll('/', ''));
  useEffect(
    function leaveForTheSite() {
      if (ofSite !== null) location.replace(ofSite);
    },
    [ofSite],
  );
  if (ofSite !== null) return <Loader title="Loading" />;
  return (
    <main>
      <EmptyState message="There is no page here.">
        <Link className={buttonClass('primary')} to="/">
          Go to the start
        </Link>
      </EmptyState>
    </main>
  );
}
