import { Navigate, Outlet as Screen } from 'react-router';
import { Loader } from '../ui/states.tsx';
import { useAppSelector } from '../state/hooks.ts';
import { whereTo, type PageKind } from '../state/where-to.ts';

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
