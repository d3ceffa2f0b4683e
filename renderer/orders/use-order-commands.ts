import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { useAppDispatch, useAppSelector, useServices } from '../state/hooks.ts';
import type { RootState } from '../state/store.ts';
import { useToast } from '../ui/toasts.tsx';
import { orderCommands, type OrderCommands } from './order-commands.ts';
import { selectBusy } from '../state/pressing-slice.ts';
import { reportStage } from '../state/watching.ts';

/** The same object on every render, so that a press renders no other order's card. */
export function useOrderCommands(): OrderCommands {
  const { client } = useServices();
  const store = useStore<RootState>();
  const dispatch = useAppDispatch();
  const toast = useToast();
  return useMemo(() => {
    const isBusy = (orderId: string) => selectBusy(store.getState()).includes(orderId);
    const seen = (orderId: string) => dispatch(reportStage(orderId, 'seen'));
    return orderCommands({ client, dispatch, isBusy, toast, seen });
  }, [client, store, dispatch, toast]);
}

/** Whether a press on the order is pending. */
export function useIsBusy(orderId: string): boolean {
  return useAppSelector((state) => selectBusy(state).includes(orderId));
}
