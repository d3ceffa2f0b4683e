import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import { useAppDispatch, useAppSelector, useServices } from '../state/hooks.ts';
import { storedInTab } from '../platform/stored.ts';
import type { RootState } from '../state/store.ts';
import { useToast } from '../ui/toasts.tsx';
import { orderCommands, type OrderCommands } from './order-commands.ts';
import { selectBusy } from '../state/pressing-slice.ts';
import { selectZone } from '../state/queries.ts';
import { pressLine } from '../state/until-answered.ts';
import { unansweredPresses, type UnansweredPress, type UnansweredPresses } from './unanswered-presses.ts';
import { reportStage } from '../state/watching.ts';

/** Those of this page. */
const unanswered = unansweredPresses(storedInTab);
const accountIdOf = ({ session }: RootState) => (session.status === 'signed-in' ? session.account.id : null);

/** The same object on every render, so that a press renders no other order's card. */
export function useOrderCommands(): OrderCommands {
  const { client } = useServices();
  const store = useStore<RootState>();
  const dispatch = useAppDispatch();
  const toast = useToast();
  return useMemo(() => {
    const isBusy = (orderId: string) => selectBusy(store.getState()).includes(orderId);
    const seen = (orderId: string) => dispatch(reportStage(orderId, 'seen'));
    const accountId = () => accountIdOf(store.getState()) ?? '';
    return orderCommands({
      client,
      dispatch,
      isBusy,
      toast,
      seen,
      accountId,
      zone: (outletId) => selectZone(store.getState(), outletId),
      line: pressLine(store),
      orders: store,
      unanswered,
    });
  }, [client, store, dispatch, toast]);
}

/** The presses of the person who is signed in that got no answer. */
export function useUnanswered(): {
  presses: readonly UnansweredPress[];
  forget: UnansweredPresses['remove'];
} {
  const account = useAppSelector(accountIdOf);
  const all = useSyncExternalStore(unanswered.onChanged, unanswered.all);
  const store = useStore<RootState>();
  useEffect(
    function forgetThoseOfOthers() {
      if (account !== null) unanswered.keepOnly(account);
      return () => {
        if (store.getState().session.status === 'signed-out') unanswered.keepOnly(null);
      };
    },
    [account, store],
  );
  const presses = all.filter(({ accountId, why }) => accountId === account && why !== null);
  return { presses, forget: unanswered.remove };
}

/** Whether a press on the order is pending. */
export function useIsBusy(orderId: string): boolean {
  return useAppSelector((state) => selectBusy(state).includes(orderId));
}
