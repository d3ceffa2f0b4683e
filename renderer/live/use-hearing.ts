import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { SilentReason } from '#shared/hearing.ts';
import type { OutletWatch, Platform } from '#shared/platform.ts';
import { statusGroups } from '#shared/orders/statuses.ts';
import { useAppDispatch, useAppSelector, useServices } from '../app/hooks.ts';
import type { RootState } from '../app/store.ts';
import { hearing } from './hearing.ts';
import { deafChanged, selectLive, selectOrders } from './orders-slice.ts';

const LOOK_EVERY_MS = 1_000;

/** Why this screen would make no sound for a new order now; null where it would. */
export function silentReasonOf(
  platform: Pick<Platform, 'preferences' | 'silentBecause'>,
): SilentReason | null {
  return platform.preferences().volumePercent === 0 ? 'muted' : platform.silentBecause();
}

/** Decides whether new orders are heard here, and tells the host, which sounds where they are not. */
export function useHearing(): void {
  useDecideHearing();
  useTellHost();
}

function useDecideHearing(): void {
  const { platform } = useServices();
  const store = useStore<RootState>();
  const dispatch = useAppDispatch();
  const { outletId } = useAppSelector(selectLive);
  useEffect(
    function decideWhetherOrdersAreHeard() {
      if (outletId === null) return;
      const { look } = hearing((deaf) => dispatch(deafChanged(deaf)));
      const lookNow = () => {
        const { connection, listReadAt, heardAt } = selectLive(store.getState());
        look({ connection, listReadAt, heardAt, silent: silentReasonOf(platform) });
      };
      const ends = [
        store.subscribe(lookNow),
        platform.onSilentChanged(lookNow),
        platform.onPreferencesChanged(lookNow),
      ];
      const timer = setInterval(lookNow, LOOK_EVERY_MS);
      lookNow();
      return () => {
        clearInterval(timer);
        ends.forEach((end) => end());
      };
    },
    [outletId, platform, store, dispatch],
  );
}

function useTellHost(): void {
  const { platform } = useServices();
  const store = useStore<RootState>();
  useEffect(
    function tellTheHost() {
      let told: string | null = null;
      const tell = () => {
        const watch = watchOf(store.getState());
        const key = JSON.stringify(watch);
        if (key === told) return;
        told = key;
        platform.setWatch(watch);
      };
      tell();
      const end = store.subscribe(tell);
      return () => {
        end();
        platform.setWatch(null);
      };
    },
    [platform, store],
  );
}

/** What the host is told; null where this screen watches no outlet. */
export function watchOf(state: RootState): OutletWatch | null {
  const { session } = state;
  if (session.status === 'signed-out' && session.ended) {
    const { since, ...outlet } = session.ended;
    return { ...outlet, trading: null, openOrders: 0, deaf: { why: 'signed-out', since } };
  }
  const { outletId, outletName, trading, deaf } = selectLive(state);
  if (outletId === null) return null;
  const openOrders = selectOrders(state).filter(({ status }) => statusGroups.open.has(status)).length;
  return { outletId, outletName, trading, openOrders, deaf };
}
