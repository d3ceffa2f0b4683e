import {
  createContext,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useStore } from 'react-redux';
import { useAppSelector, useServices } from '../app/hooks.ts';
import type { RootState } from '../app/store.ts';
import type { SeenStage } from '#shared/live.ts';
import type { RememberedOutlet } from '#shared/platform.ts';
import type { LiveFeed } from './live-feed.ts';
import { loadable } from '../ui/loadable.tsx';
import { selectOrder } from './orders-slice.ts';
import { timeOf } from './timeline.ts';

/** What goes on whichever screen is open; whoever only signs in does without it. */
export const WatchDuties = loadable(async () => (await import('./watch-duties.tsx')).WatchDuties);

type WatchedOutlet = {
  /** Makes this the outlet whose orders are watched, on every screen from now on. */
  watch: (outletId: string) => void;
  /** The outlet that is watched is not this seller's, or is no more: nothing of it is listened for. */
  forget: () => void;
  /** Reads the list again now. */
  recheck: () => void;
  /** Somebody at this screen has opened the order or acts on it (D33). */
  seen: (orderId: string) => void;
};

const WatchedOutletContext = createContext<WatchedOutlet>({
  watch: () => undefined,
  forget: () => undefined,
  recheck: () => undefined,
  seen: () => undefined,
});

export function useWatchedOutlet(): WatchedOutlet {
  return useContext(WatchedOutletContext);
}

/** Watches one outlet at a time: keeps its orders equal to the server and rings for what is pending. */
export function WatchedOutletProvider({ children }: { children: ReactNode }) {
  const services = useServices();
  const { platform } = services;
  const verified = useAppSelector(
    ({ session }) => session.status === 'signed-in' && session.account.accountStatus.value === 'verified',
  );
  /** Undefined until it is known which outlet was watched last, if any was. */
  const [chosen, setChosen] = useState<RememberedOutlet | null>();
  const outlet = (verified && chosen) || null;
  const feed = useRef<LiveFeed | null>(null);
  const onDuty = useIsOnDuty();

  const watch = useCallback(
    (outletId: string) =>
      setChosen((now) => (now?.outletId === outletId ? now : { outletId, outletName: '', trading: null })),
    [],
  );
  const forget = useCallback(() => {
    setChosen(null);
    platform.rememberOutlet(null);
  }, [platform]);
  const recheck = useCallback(() => feed.current?.recheck(), []);
  const report = useReport(feed);
  const seen = useCallback((orderId: string) => report(orderId, 'seen'), [report]);

  useEffect(
    function takeUpTheLastOutlet() {
      if (!verified) return;
      let current = true;
      void platform.rememberedOutlet().then((last) => current && setChosen((now) => now ?? last));
      return () => {
        current = false;
        setChosen(undefined);
      };
    },
    [verified, platform],
  );

  const value = useMemo(() => ({ watch, forget, recheck, seen }), [watch, forget, recheck, seen]);
  return (
    <WatchedOutletContext value={value}>
      {children}
      {onDuty && (
        <Suspense fallback={null}>
          <WatchDuties
            outlet={outlet}
            outletUnknown={verified && chosen === undefined}
            verified={verified}
            feed={feed}
            report={report}
          />
        </Suspense>
      )}
    </WatchedOutletContext>
  );
}

/** Reports a stage of an order, where it is not known to have come so far already. */
function useReport(feed: { current: LiveFeed | null }): (orderId: string, stage: SeenStage) => void {
  const store = useStore<RootState>();
  return useCallback(
    (orderId, stage) => {
      const order = selectOrder(store.getState(), orderId);
      if (order && order[timeOf[stage]] === undefined) feed.current?.report(orderId, stage);
    },
    [store, feed],
  );
}

/**
 * Whoever only signs in needs none of it. A till does at once: it may still ring for what its page before this one knew.
 */
function useIsOnDuty(): boolean {
  const { platform } = useServices();
  return useAppSelector(({ session }) =>
    session.status === 'signed-out'
      ? session.ended !== null || platform.can.alertInBackground
      : session.status === 'signed-in',
  );
}
