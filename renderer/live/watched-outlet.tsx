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
import { useStore } from 'react-redux';
import { useAppDispatch, useAppSelector, useServices } from '../app/hooks.ts';
import type { RootState } from '../app/store.ts';
import { failureOf } from '../api/failure.ts';
import { brand } from '#shared/brand.ts';
import type { SeenStage } from '#shared/live.ts';
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
  selectOrder,
  selectPending,
  sessionChanged,
  timelineRead,
  unattendedChanged,
} from './orders-slice.ts';
import { Spoken } from './spoken.tsx';
import { ticker } from './ticker.ts';
import { timeOf } from './timeline.ts';

type WatchedOutlet = {
  /** Makes this the outlet whose orders are watched, on every screen from now on. */
  watch: (outletId: string) => void;
  /** Reads the list again now. */
  recheck: () => void;
  /** Somebody at this screen has opened the order or acts on it (D33). */
  seen: (orderId: string) => void;
};

const WatchedOutletContext = createContext<WatchedOutlet>({
  watch: () => undefined,
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
  const [chosen, setChosen] = useState<string | null>();
  const outletId = (verified && chosen) || null;
  const feed = useRef<LiveFeed | null>(null);

  const watch = useCallback(
    (next: string) => {
      setChosen(next);
      platform.rememberOutlet(next);
    },
    [platform],
  );
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

  useFeed(outletId, feed);
  useSellerEar(verified && chosen === null);
  const spoken = usePendingAlerts();
  useEffect(
    function reportAlerted() {
      return platform.onAlerted((orderIds) => orderIds.forEach((orderId) => report(orderId, 'alerted')));
    },
    [platform, report],
  );

  const value = useMemo(() => ({ watch, recheck, seen }), [watch, recheck, seen]);
  return (
    <WatchedOutletContext value={value}>
      {children}
      <Spoken text={spoken} />
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
            timeline: (timeline) => dispatch(timelineRead(timeline)),
            unattended: () => dispatch(unattendedChanged()),
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
