import { useEffect, useState } from 'react';
import { useToast } from '../ui/toasts.tsx';
import { useAppSelector } from '../state/hooks.ts';
import { cameBackFromStripe, openedAt } from '../state/opened-at.ts';

/**
 * Who started in the till comes back from Stripe in a browser that nobody is signed in to, and is sent to the start like
 * anybody else. They are told to sign in, which leads them to Payouts: only the account whose link it was can finish.
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
