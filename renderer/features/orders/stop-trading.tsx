import { useState } from 'react';
import { useStore } from 'react-redux';
import type { Order } from '#shared/api/orders.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { failureMessage, useFinishTradingMutation } from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { selectOrders } from '../../state/orders-slice.ts';
import type { RootState } from '../../state/store.ts';
import { recheckOrders } from '../../state/watching.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { usePassing } from '../../ui/use-passing.ts';
import styles from './notice.module.css';
import { OutstandingOrders } from './outstanding-orders.tsx';

type StopTradingProps = {
  outlet: Outlet;
  label: 'Stop Trading' | 'Finish Trading';
};

/** The button that ends the trading session, with its question. */
export function StopTrading(props: StopTradingProps) {
  const [stopping, setStopping] = useState(false);
  return (
    <>
      <Button tone="danger" onClick={() => setStopping(true)}>
        {props.label}
      </Button>
      {stopping && <StopDialog {...props} onClose={() => setStopping(false)} />}
    </>
  );
}

/** How long the words about outstanding orders stay, in ms. */
const BANNER_MS = 8_000;

/** The orders that prevent a finish, oldest first. */
const openOf = (orders: readonly Order[]) =>
  orders
    .filter(({ status, isTest }) => statusGroups.open.has(status) && !isTest)
    .toSorted((one, other) => one.orderNumber - other.orderNumber);

/** Settles what is outstanding, wherever that is done, and stops. */
function StopDialog({ outlet, label, onClose }: StopTradingProps & { onClose: () => void }) {
  const open = openOf(useAppSelector((state) => selectOrders(state, outlet.id)));
  const store = useStore<RootState>();
  const dispatch = useAppDispatch();
  const [finish, { isLoading }] = useFinishTradingMutation();
  /** That the last attempt was refused because of outstanding orders: another object for each. */
  const [refused, setRefused] = usePassing(BANNER_MS);
  const toast = useToast();

  async function stop() {
    const { error } = await finish(outlet.id);
    const message = failureMessage(error);
    if (message === null) return onClose();
    const failure = error as Failure;
    // A server without our error codes; this screen knows which orders are open.
    const stillOpen = openOf(selectOrders(store.getState(), outlet.id)).length > 0;
    const outstanding =
      failure.code === 'ORDERS_OUTSTANDING' || (failure.status >= 400 && failure.status < 500 && stillOpen);
    if (!outstanding) {
      onClose();
      return toast('error', message);
    }
    setRefused({});
    // It may have come at this moment, and stand on no screen yet.
    if (!stillOpen) dispatch(recheckOrders());
  }

  return (
    <Dialog
      title={label}
      onClose={onClose}
      cancels
      focusesItself
      actions={
        <Button tone="primary" busy={isLoading} onClick={() => void stop()}>
          {label}
        </Button>
      }
    >
      <p>Are you sure you want to stop the current trading session?</p>
      {refused && (
        <p className={styles.notice} role="alert">
          You have outstanding orders, complete or cancel remaining orders to stop trading.
        </p>
      )}
      {open.length > 0 && <OutstandingOrders orders={open} />}
    </Dialog>
  );
}
