import { Navigate, Outlet as Screen } from 'react-router';
import type { Account } from '#shared/api/accounts.ts';
import { Loader } from '../ui/states.tsx';
import { useAppSelector } from './hooks.ts';
import type { SessionState } from './session-slice.ts';

const HOME = '/business';
export const SIGN_IN = '/sign-in';

/** Where signing in leads. */
export function homeOf({ isAdmin }: Pick<Account, 'isAdmin'>): string {
  return isAdmin ? '/admin' : HOME;
}

type PageKind = 'guarded' | 'admin' | 'review' | 'signed-out';

/** Where a person belongs who opened a page of a kind; null where they may stay (spec §4, "Session and gating"). */
export function whereTo(session: SessionState, page: PageKind): string | null {
  if (session.status === 'signed-out') return page === 'signed-out' ? null : session.ended ? SIGN_IN : '/';
  if (session.status === 'restoring') return null;
  const verified = session.account.accountStatus.value === 'verified';
  if (page === 'admin') return session.account.isAdmin ? null : HOME;
  if (page === 'guarded') return verified ? null : '/account-review';
  if (page === 'review') return verified ? HOME : null;
  return verified ? homeOf(session.account) : '/account-review';
}

function guardFor(page: PageKind) {
  return function GuardedScreen() {
    const session = useAppSelector((state) => state.session);
    if (session.status === 'restoring') return <Loader title="Loading" />;
    const elsewhere = whereTo(session, page);
    return elsewhere === null ? <Screen /> : <Navigate to={elsewhere} replace />;
  };
}

/** For screens of verified sellers. */
export const Guard = guardFor('guarded');
/** For screens of admins. */
export const AdminGuard = guardFor('admin');
/** For the page that says the account is under review. */
export const AccountReviewGuard = guardFor('review');
/** For signing in and up. */
export const SignedOutOnly = guardFor('signed-out');
