import { useEffect } from 'react';
import { Link } from 'react-router';
import { brand } from '#shared/base/brand.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cameBackFromStripe, openedAt } from '../../state/opened-at.ts';
import { Mark } from '../../ui/mark.tsx';
import { Loader } from '../../ui/states.tsx';
import './home.css';

/** The site, unless it is not there, or there is something to be told first. */
function belongsToTheSite(): boolean {
  const opened = openedAt();
  return !(location.pathname === '/' && opened.pathname === '/') && !cameBackFromStripe(opened);
}

/**
 * Signed out: the way in. In the browser that is the public site, which is no part of the app (D5); a host that answers
 * its address with the app has none, and then this is the public home as it is on a till.
 */
export function PublicHome({ short }: { short: boolean }) {
  const toTheSite = !short && belongsToTheSite();
  useEffect(
    function leaveForTheSite() {
      if (toTheSite) location.replace('/');
    },
    [toTheSite],
  );
  if (toTheSite) return <Loader title="Loading" />;
  return (
    <main className="public">
      <p className="public-name">
        <Mark size={48} />
        {brand.name}
      </p>
      <h1>{brand.tagline}</h1>
      <p className="public-actions">
        <Link className={buttonClass('primary', 'large')} to="/sign-in">
          Sign in
        </Link>
        <Link className={buttonClass('secondary', 'large')} to="/sign-up">
          Sign Up
        </Link>
      </p>
      {short && <Link to="/settings">Connection</Link>}
    </main>
  );
}
