import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useToast } from '../ui/toasts.tsx';
import { useAppSelector } from './hooks.ts';

/**
 * Who started in the till comes back from Stripe in a browser that nobody is signed in to, and is sent to the start like
 * anybody else. They are told where to go on; what came of it only the account can say.
 */
export function useBackFromStripe(): void {
  const toast = useToast();
  const { pathname, search } = useLocation();
  const [cameBack] = useState(pathname === '/payouts' && new URLSearchParams(search).has('stripe'));
  const signedOut = useAppSelector((state) => state.session.status === 'signed-out');
  useEffect(
    function sayWhereToGoOn() {
      if (cameBack && signedOut)
        toast('info', 'You are back from Stripe. Go on where you started, or sign in here.');
    },
    [cameBack, signedOut, toast],
  );
}
