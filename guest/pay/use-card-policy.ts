import { useEffect } from 'preact/hooks';
import type { GuestPayments } from '#shared/api/customer-routes.ts';

type Payments = GuestPayments | undefined;

const isStripe = (payments: Payments) => payments?.provider === 'stripe';

/**
 * Loads a page anew that was served while no card could be taken: its policy lets no card form in. Only once, should the
 * server still not know better; what the guest has chosen is kept.
 */
export function useCardPolicy(served: Payments, now: Payments, busy: boolean): void {
  const isShut = isStripe(now) && !isStripe(served) && !busy;
  useEffect(() => {
    const state: unknown = history.state;
    if (!isShut || state === LOADED_ANEW) return;
    history.replaceState(LOADED_ANEW, '');
    location.reload();
  }, [isShut]);
}

/** The browser keeps it with the page over a reload. */
const LOADED_ANEW = 'loaded-anew-for-cards';
