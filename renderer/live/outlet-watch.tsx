import { BellOff } from 'lucide-react';
import { useEffect } from 'react';
import { defaultPreferences } from '#shared/preferences.ts';
import { statusGroups } from '#shared/orders/statuses.ts';
import { useOutletQuery } from '../api/api-slice.ts';
import { useAskAgain } from '../api/use-ask-again.ts';
import { useAppSelector, useServices } from '../app/hooks.ts';
import { usePreferences } from '../platform/use-preferences.ts';
import { Button } from '../ui/button.tsx';
import { selectLive, selectOrders } from './orders-slice.ts';
import './unattended.css';

/** A shorter cut comes and goes without anybody having to know, in ms. */
const FAULT_AFTER_MS = 10_000;

/**
 * On every signed-in screen: tells the host of the outlet that is watched, sounds when the server cannot be heard while
 * it trades, and says so where new orders would make no sound (D34).
 */
export function OutletWatchBand() {
  const trading = useTellWatch();
  const { platform } = useServices();
  const { volumePercent } = usePreferences();
  if (!trading || volumePercent > 0) return null;
  const unmute = () => platform.changePreferences({ volumePercent: defaultPreferences.volumePercent });
  return (
    <section className="unattended" role="alert">
      <BellOff aria-hidden="true" />
      <p>MUTED: new orders make no sound here.</p>
      <Button onClick={unmute}>Sound on</Button>
    </section>
  );
}

/** Whether the outlet that is watched trades. */
function useTellWatch(): boolean {
  const { platform } = useServices();
  const { outletId, connection, sessionChanges } = useAppSelector(selectLive);
  const query = useOutletQuery(outletId ?? '', { skip: outletId === null });
  useAskAgain(sessionChanges, query);
  const orders = useAppSelector(selectOrders);
  const outlet = outletId === null ? undefined : query.data;
  const outletName = outlet?.name;
  const trading = outlet?.availability === 'open';
  const connected = connection === 'connected';
  const openOrders = orders.filter(({ status }) => statusGroups.open.has(status)).length;

  useEffect(
    function tellTheHost() {
      platform.setWatch(outletName === undefined ? null : { outletName, connected, trading, openOrders });
    },
    [platform, outletName, connected, trading, openOrders],
  );
  useEffect(() => () => platform.setWatch(null), [platform]);
  useEffect(
    function soundWhenNothingCanBeHeard() {
      if (!trading || connected) return;
      const timer = setTimeout(() => platform.soundFault(), FAULT_AFTER_MS);
      return () => clearTimeout(timer);
    },
    [platform, trading, connected],
  );
  return trading;
}
