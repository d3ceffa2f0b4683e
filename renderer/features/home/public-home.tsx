import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { brand } from '#shared/base/brand.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cameBackFromStripe, openedAt } from '../../state/opened-at.ts';
import { Mark } from '../../ui/mark.tsx';
import { Loader } from '../../ui/states.tsx';
import styles from './public-home.module.css';

/** Whether to show the public site: not if it is missing, or if there is a message to show first. */
function belongsToTheSite(): boolean {
  const opened = openedAt();
  return !(location.pathname === '/' && opened.pathname === '/') && !cameBackFromStripe(opened);
}

/**
 * The page for people who are signed out. In the browser that is the public site, which is not part of the app; if a
 * host serves the app at `/`, or there is a notice to show first, the app shows this page, as on a till.
 */
export function PublicHome({ short, notice }: { short: boolean; notice: ReactNode }) {
  const toTheSite = !short && !notice && belongsToTheSite();
  useEffect(
    function leaveForTheSite() {
      if (toTheSite) location.replace('/');
    },
    [toTheSite],
  );
  if (toTheSite) return <Loader title="Loading" />;
  return (
    <main className={styles.page}>
      <p className={styles.name}>
        <Mark size={48} />
        {brand.name}
      </p>
      <h1>{brand.tagline}</h1>
      {notice}
      <p className={styles.actions}>
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
