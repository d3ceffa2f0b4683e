import { useCallback, useEffect, useState } from 'react';
import type { Order } from '#shared/api/orders.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { nextSteps } from '#shared/orders/next-steps.ts';
import { orderTitle } from '#shared/orders/reading.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { failureMessage, useFinishTradingMutation } from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import { readList } from '../../api/loose-values.ts';
import { readOrder } from '../../api/read-order.ts';
import { useAppSelector } from '../../state/hooks.ts';
import { selectOrders } from '../../state/orders-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './notice.module.css';

type StopTradingProps = {
  outlet: Outlet;
  label: 'Stop Trading' | 'Finish Trading';
  /** Called with the open orders that prevent it. */
  onOutstanding: (orders: Order[]) => void;
};

/** The button that ends the trading session, with its question. */
export function StopTrading({ outlet, label, onOutstanding }: StopTradingProps) {
  const [stopping, setStopping] = useState(false);
  return (
    <>
      <Button tone="danger" onClick={() => setStopping(true)}>
        {label}
      </Button>
      {stopping && (
        <StopDialog
          outlet={outlet}
          label={label}
          onClose={() => setStopping(false)}
          onOutstanding={(orders) => {
            setStopping(false);
            onOutstanding(orders);
          }}
        />
      )}
    </>
  );
}

/** How long the banner of outstanding orders stays, in ms. */
const BANNER_MS = 8_000;

/** The orders that prevented the last attempt to stop, for 8 seconds. */
export function useOutstanding(): [Order[] | null, (orders: Order[]) => void] {
  const [outstanding, setOutstanding] = useState<Order[] | null>(null);
  useEffect(
    function clearTheBanner() {
      if (!outstanding) return;
      const timer = setTimeout(() => setOutstanding(null), BANNER_MS);
      return () => clearTimeout(timer);
    },
    [outstanding],
  );
  return [outstanding, useCallback((orders) => setOutstanding(orders), [])];
}

export function OutstandingBanner({ orders }: { orders: Order[] }) {
  return (
    <div className={styles.notice} role="alert">
      <p>You have outstanding orders, complete or cancel remaining orders to stop trading.</p>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            #{order.orderNumber} {orderTitle(order)}: {nextSteps(order)[0]?.label ?? 'being closed'}
          </li>
        ))}
      </ul>
    </div>
  );
}

type StopDialogProps = StopTradingProps & { onClose: () => void };

function StopDialog({ outlet, label, onClose, onOutstanding }: StopDialogProps) {
  const orders = useAppSelector(selectOrders);
  const [finish, { isLoading }] = useFinishTradingMutation();
  const toast = useToast();

  async function stop() {
    const { error } = await finish(outlet.id);
    const message = failureMessage(error);
    if (message === null) return onClose();
    const failure = error as Failure;
    if (failure.code === 'ORDERS_OUTSTANDING') return onOutstanding(readOutstanding(failure.current));
    // A server without our error codes; this screen knows which orders are open.
    const open = orders.filter(({ status }) => statusGroups.open.has(status));
    if (failure.status >= 400 && failure.status < 500 && open.length > 0) return onOutstanding(open);
    onClose();
    return toast('error', message);
  }

  return (
    <Dialog
      title={label}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={isLoading} onClick={() => void stop()}>
            {label}
          </Button>
        </>
      }
    >
      <p>Are you sure you want to stop the current trading session?</p>
    </Dialog>
  );
}

function readOutstanding(current: unknown): Order[] {
  try {
    return readList(current, 'orders', readOrder);
  } catch {
    return [];
  }
}
