import { useEffect, useState } from 'react';
import { useToast } from '../ui/toasts.tsx';
import { useAppSelector } from '../state/hooks.ts';
import { cameBackFromStripe, openedAt } from '../state/opened-at.ts';

/**
 * A seller who started in the till comes back from Stripe in a browser without a session, and is sent to the start.
 * Tells them to sign in, which leads to Payouts: only the account that the link was made for can finish.
 */
export function useBackFromStripe(): void {
  const toast = useToast();
  const [cameBack] = useState(() => cameBackFromStripe(openedAt()));
  const signedOut = useAppSelector((state) => state.session.status === 'signed-out');
  useEffect(
    function sayWhereToGoOn() {
      if (cameBack && signedOut) toast('info', 'You are back from Stripe. Sign in here to finish.');
    },
    [cameBack, signedOut, toast],
  );
}
