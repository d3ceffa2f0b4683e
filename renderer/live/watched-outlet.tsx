import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useAppDispatch, useAppSelector, useServices } from '../app/hooks.ts';
import { failureOf } from '../api/failure.ts';
import { brand } from '#shared/brand.ts';
import { orderAlerts, titleFor } from './alerts.ts';
import type { LiveFeed } from './live-feed.ts';
import {
  clockCorrected,
  connectionChanged,
  feedClosed,
  feedOpened,
  listFailed,
  listRead,
  orderChanged,
  selectLive,
  selectPending,
  sessionChanged,
} from './orders-slice.ts';
import { ticker } from './ticker.ts';

type WatchedOutlet = {
  /** Makes this the outlet whose orders are watched, on every screen from now on. */
  watch: (outletId: string) => void;
  /** Reads the list again now. */
  recheck: () => void;
};

const WatchedOutletContext = createContext<WatchedOutlet>({
  watch: () => undefined,
  recheck: () => undefined,
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
  const [chosen, setChosen] = useState<string | null>(null);
  const outletId = verified ? chosen : null;
  const feed = useRef<LiveFeed | null>(null);

  const watch = useCallback(
    (next: string) => {
      setChosen(next);
      platform.rememberOutlet(next);
    },
    [platform],
  );
  const recheck = useCallback(() => feed.current?.recheck(), []);

  useEffect(
    function takeUpTheLastOutlet() {
      if (!verified) return;
      let current = true;
      void platform.rememberedOutlet().then((last) => current && setChosen((now) => now ?? last));
      return () => {
        current = false;
        setChosen(null);
      };
    },
    [verified, platform],
  );

  useFeed(outletId, feed);
  const spoken = usePendingAlerts();

  const value = useMemo(() => ({ watch, recheck }), [watch, recheck]);
  return (
    <WatchedOutletContext value={value}>
      {children}
      {/* Told to a screen reader, without taking the focus and never for a ticking timer. */}
      <div role="status" className="visually-hidden">
        {spoken}
      </div>
    </WatchedOutletContext>
  );
}

function useFeed(outletId: string | null, feed: { current: LiveFeed | null }): void {
  const { client, platform } = useServices();
  const dispatch = useAppDispatch();
  useEffect(
    function keepEqualToTheServer() {
      if (outletId === null) return;
      let wanted = true;
      dispatch(feedOpened(outletId));
      // This code is loaded with the first outlet, so that signing in does not wait for it.
      const code = Promise.all([import('./live-feed.ts'), import('../api/normalise.ts')]);
      void code.then(([{ startLiveFeed }, { readOrder }]) => {
        if (!wanted) return;
        feed.current = startLiveFeed({
          origin: new URL(platform.apiBase(), location.href).origin,
          outletId,
          accessToken: () => client.accessToken,
          refresh: (stale) => client.refresh(stale),
          fetchOrders: () => client.call('GET /sellers/outlets/:outletId/orders', { params: { outletId } }),
          fetchOrder: (orderId) => client.call('GET /sellers/orders/:orderId', { params: { orderId } }),
          readOrder,
          on: {
            connection: (connection) => dispatch(connectionChanged(connection)),
            list: (orders) => dispatch(listRead(orders)),
            listFailed: (error) => dispatch(listFailed(failureOf(error).message)),
            order: (order) => dispatch(orderChanged(order)),
            session: () => dispatch(sessionChanged()),
            clock: (aheadMs) => dispatch(clockCorrected(aheadMs)),
          },
        });
      });
      const recheckInSight = () => document.visibilityState === 'visible' && feed.current?.recheck();
      document.addEventListener('visibilitychange', recheckInSight);
      addEventListener('focus', recheckInSight);
      addEventListener('online', recheckInSight);
      return () => {
        wanted = false;
        document.removeEventListener('visibilitychange', recheckInSight);
        removeEventListener('focus', recheckInSight);
        removeEventListener('online', recheckInSight);
        feed.current?.stop();
        feed.current = null;
        dispatch(feedClosed());
      };
    },
    [outletId, feed, client, platform, dispatch],
  );
}

/** Rings and announces; what to tell a screen reader. */
function usePendingAlerts(): string {
  const { platform } = useServices();
  const pending = useAppSelector(selectPending);
  const { clockAheadMs } = useAppSelector(selectLive);
  const [spoken, say] = useState('');
  const [alerts] = useState(() => orderAlerts(platform, say));
  useEffect(
    function ringWhilePending() {
      alerts.pending(pending);
      document.title = titleFor(brand.name, pending.length);
    },
    [alerts, pending],
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
