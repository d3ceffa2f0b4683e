import { useEffect } from 'react';
import { Outlet as Screen, useNavigate } from 'react-router';
import { orderAddress } from '#shared/base/order-address.ts';
import { useFocusKeeper } from '../ui/focus-keeper.ts';
import { useBackFromStripe } from './back-from-stripe.ts';
import { useServices } from '../state/hooks.ts';
import { ScreenFrame } from './screen-frame.tsx';

/** Wraps every screen. */
export function Root() {
  useFocusKeeper();
  useOpenWhatWasChosen();
  useBackFromStripe();
  return (
    <ScreenFrame>
      <Screen />
    </ScreenFrame>
  );
}

/** Opens the order of a chosen notification, or the screen of a followed link. */
function useOpenWhatWasChosen(): void {
  const { platform } = useServices();
  const navigate = useNavigate();
  useEffect(
    function openChosenOrders() {
      return platform.onOrderChosen((order) => void navigate(orderAddress(order)));
    },
    [platform, navigate],
  );
  useEffect(
    function openChosenScreens() {
      return platform.onScreenChosen((path) => void navigate(path));
    },
    [platform, navigate],
  );
}
