import { useRef, useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { v4 as newKey } from 'uuid';
import { failureOf } from '../api/failure.ts';
import { useAppDispatch, useServices } from '../state/hooks.ts';
import { orderChanged } from '../state/orders-slice.ts';
import { useToast } from '../ui/toasts.tsx';

/** Whether the outlet's server takes test orders: one that lets outlets choose how long an order waits does. */
export function takesTestOrders({ orderExpiryMinutes }: Outlet): boolean {
  return orderExpiryMinutes !== undefined;
}

/** Places a test order at the outlet, which rings and prints at every screen of it. */
export function useTestOrder(outletId: string): { placing: boolean; placeTest: () => Promise<void> } {
  const { client } = useServices();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [placing, setPlacing] = useState(false);
  /** Used again until it is answered, so that a press whose answer was lost places no second test. */
  const key = useRef<string | null>(null);

  async function placeTest(): Promise<void> {
    setPlacing(true);
    key.current ??= newKey();
    try {
      const order = await client.call('POST /sellers/outlets/:outletId/test-order', {
        params: { outletId },
        idempotencyKey: key.current,
      });
      key.current = null;
      if (order) dispatch(orderChanged(order));
      toast('info', 'A test order is on its way. It costs nothing and counts nowhere.');
    } catch (error) {
      const { code, message } = failureOf(error);
      if (code !== 'UNREACHABLE') key.current = null;
      toast('error', message);
    } finally {
      setPlacing(false);
    }
  }

  return { placing, placeTest };
}
