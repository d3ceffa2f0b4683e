import { useEffect, useState } from 'react';
import { brand } from '#shared/base/brand.ts';
import { useAppDispatch, useAppSelector, useServices } from '../../state/hooks.ts';
import { readAccountAgain } from '../../state/session.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { Mark } from '../../ui/mark.tsx';
import './session.css';

const LOOK_EVERY_MS = 30_000;

/** The page of an account that is not verified; it leads on once the account is. */
export function AccountReviewScreen() {
  const [leaving, setLeaving] = useState(false);
  const label = useAppSelector((state) =>
    state.session.status === 'signed-in' ? state.session.account.accountStatus.label : '',
  );
  useFreshAccount();
  return (
    <main className="entry">
      <p className="entry-brand">
        <Mark />
        {brand.name}
      </p>
      <div className="entry-form">
        <MainHeading>Account Status</MainHeading>
        <div role="status">
          <p>Your account is currently:</p>
          <p className="row-title">{label}</p>
        </div>
        <p className="row-note">This page moves on by itself once your account is verified.</p>
        <Button onClick={() => setLeaving(true)}>Sign Out</Button>
      </div>
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </main>
  );
}

/** Polls the account, and reads it again when the window gets the focus. */
function useFreshAccount(): void {
  const services = useServices();
  const dispatch = useAppDispatch();
  useEffect(
    function lookAgain() {
      const look = () => void readAccountAgain(dispatch, services);
      look();
      const timer = setInterval(look, LOOK_EVERY_MS);
      addEventListener('focus', look);
      return () => {
        clearInterval(timer);
        removeEventListener('focus', look);
      };
    },
    [dispatch, services],
  );
}
