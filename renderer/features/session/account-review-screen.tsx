import { useEffect } from 'react';
import { useAppDispatch, useAppSelector, useServices } from '../../app/hooks.ts';
import { readAccountAgain, signOut } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import './session.css';

const LOOK_EVERY_MS = 30_000;

/** Where an account waits that is not verified; it leaves by itself once it is. */
export function AccountReviewScreen() {
  const services = useServices();
  const dispatch = useAppDispatch();
  const label = useAppSelector((state) =>
    state.session.status === 'signed-in' ? state.session.account.accountStatus.label : '',
  );
  useEffect(
    function lookAgain() {
      const timer = setInterval(() => void readAccountAgain(dispatch, services), LOOK_EVERY_MS);
      return () => clearInterval(timer);
    },
    [dispatch, services],
  );
  return (
    <main className="entry">
      <div className="entry-form">
        <h1>Account Status</h1>
        <p>Your account is currently:</p>
        <p className="row-title">{label}</p>
        <Button onClick={() => void signOut(dispatch, services)}>Sign Out</Button>
      </div>
    </main>
  );
}
