import { useEffect, useState } from 'react';
import { useToast } from '../ui/toasts.tsx';
import { useAppSelector } from './hooks.ts';
import { cameBackFromStripe, openedAt } from './opened-at.ts';

/**
 * Who started in the till comes back from Stripe in a browser that nobody is signed in to, and is sent to the start like
 * anybody else. They are told where to go on; what came of it only the account can say.
 */
export function useBackFromStripe(): void {
  const toast = useToast();
  const [cameBack] = useState(() => cameBackFromStripe(openedAt()));
  const signedOut = useAppSelector((state) => state.session.status === 'signed-out');
  useEffect(
    function sayWhereToGoOn() {
      if (cameBack && signedOut)
        toast('info', 'You are back from Stripe. Go on where you started, or sign in here.');
    },
    [cameBack, signedOut, toast],
  );
}
