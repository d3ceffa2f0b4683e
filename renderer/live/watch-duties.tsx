import { useEffect, useState } from 'react';
import { brand } from '#shared/brand.ts';
import type { SeenStage } from '#shared/live.ts';
import type { RememberedOutlet } from '#shared/platform.ts';
import { useAppDispatch, useAppSelector, useServices } from '../app/hooks.ts';
import { orderAlerts, titleFor } from './alerts.ts';
import type { LiveFeed } from './live-feed.ts';
import { connectionChanged, selectLive, selectPending, unattendedChanged } from './orders-slice.ts';
import { Spoken } from './spoken.tsx';
import { ticker } from './ticker.ts';
import { useFeed } from './use-feed.ts';
import { useHearing } from './use-hearing.ts';

export type WatchDutiesProps = {
  outlet: RememberedOutlet | null;
  /** It is not known yet which outlet was watched last. */
  outletUnknown: boolean;
  verified: boolean;
  feed: { current: LiveFeed | null };
  report: (orderId: string, stage: SeenStage) => void;
};

/** What goes on whichever screen is open: the feed, the ring, and knowing whether orders are heard here. */
export function WatchDuties({ outlet, outletUnknown, verified, feed, report }: WatchDutiesProps) {
  const { platform } = useServices();
  useFeed(outlet, feed);
  useHearing();
  useSellerEar(verified && !outletUnknown && outlet === null);
  const spoken = usePendingAlerts(useIsDecided(outlet, outletUnknown));
  useEffect(
    function reportAlerted() {
      return platform.onAlerted((orderIds) => orderIds.forEach((orderId) => report(orderId, 'alerted')));
    },
    [platform, report],
  );
  return <Spoken text={spoken} />;
}

/** Hears of what is unattended where no outlet is watched, whose feed would tell of it too. */
function useSellerEar(wanted: boolean): void {
  const { client, platform } = useServices();
  const dispatch = useAppDispatch();
  useEffect(
    function hearForTheSeller() {
      if (!wanted) return;
      let ear: { stop(): void } | null = null;
      let ended = false;
      void import('./seller-ear.ts').then(({ openSellerEar }) => {
        if (ended) return;
        ear = openSellerEar({
          origin: new URL(platform.apiBase(), location.href).origin,
          accessToken: () => client.accessToken,
          refresh: (stale) => client.refresh(stale),
          onConnection: (connection) => dispatch(connectionChanged(connection)),
          onUnattended: () => dispatch(unattendedChanged()),
        });
      });
      return () => {
        ended = true;
        ear?.stop();
      };
    },
    [wanted, client, platform, dispatch],
  );
}

/**
 * Whether this page knows which orders must ring. Not while it is only starting: the page before it may have rung for
 * orders that still wait.
 */
function useIsDecided(outlet: RememberedOutlet | null, outletUnknown: boolean): boolean {
  const restoring = useAppSelector(({ session }) => session.status === 'restoring');
  const { outletId, loaded } = useAppSelector(selectLive);
  if (restoring || outletUnknown) return false;
  // What is known of the orders still belongs to the outlet before, until the feed of this one has been opened.
  return outlet === null || (outletId === outlet.outletId && loaded);
}

/** Rings and announces; what to tell a screen reader. */
function usePendingAlerts(decided: boolean): string {
  const { platform } = useServices();
  const pending = useAppSelector(selectPending);
  const { clockAheadMs } = useAppSelector(selectLive);
  const [spoken, say] = useState('');
  const [alerts] = useState(() => orderAlerts(platform, say));
  useEffect(
    function ringWhilePending() {
      if (decided) alerts.pending(pending);
      document.title = titleFor(brand.name, pending.length);
    },
    [alerts, decided, pending],
  );
  useEffect(
    function stopRingingWhenClosed() {
      return () => platform.setRinging([]);
    },
    [platform],
  );
  useEffect(
    function correctTheClock() {
      ticker.correct(clockAheadMs);
    },
    [clockAheadMs],
  );
  return spoken;
}
