import { weakMapMemoize, type Store } from '@reduxjs/toolkit';
import { useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import { useAppDispatch, useAppSelector, useServices } from '../state/hooks.ts';
import { storedInTab } from '../platform/stored.ts';
import type { AppDispatch, RootState, Services } from '../state/store.ts';
import { useToast, type ShowToast } from '../ui/toasts.tsx';
import { orderCommands, type OrderCommands } from './order-commands.ts';
import { selectBusy } from '../state/pressing-slice.ts';
import { selectZone } from '../state/queries.ts';
import { pressLine } from '../state/until-answered.ts';
import { unansweredPresses, type UnansweredPress, type UnansweredPresses } from './unanswered-presses.ts';
import { reportStage } from '../state/watching.ts';

/** Those of this page. */
const unanswered = unansweredPresses(storedInTab);
const accountIdOf = ({ session }: RootState) => (session.status === 'signed-in' ? session.account.id : null);

const commandsOf = weakMapMemoize(
  (
    client: Services['client'],
    store: Store<RootState>,
    dispatch: AppDispatch,
    toast: ShowToast,
  ): OrderCommands =>
    orderCommands({
      client,
      dispatch,
      isBusy: (orderId) => selectBusy(store.getState()).includes(orderId),
      toast,
      seen: (orderId) => dispatch(reportStage(orderId, 'seen')),
      accountId: () => accountIdOf(store.getState()) ?? '',
      zone: (outletId) => selectZone(store.getState(), outletId),
      line: pressLine(store),
      orders: store,
      unanswered,
    }),
);

/** The same object everywhere and on every render, so that a press renders no other order's card. */
export function useOrderCommands(): OrderCommands {
  const { client } = useServices();
  return commandsOf(client, useStore<RootState>(), useAppDispatch(), useToast());
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
