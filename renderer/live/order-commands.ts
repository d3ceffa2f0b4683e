import { useCallback, useMemo } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { nextSteps } from '#shared/orders/reading.ts';
import type { ItemStatus } from '#shared/orders/statuses.ts';
import { useAppDispatch, useAppSelector, useServices } from '../app/hooks.ts';
import { failureOf } from '../api/failure.ts';
import { useToast } from '../ui/toasts.tsx';
import { busyEnded, busyStarted, selectBusy, undoOffered, undoWithdrawn } from './pressing-slice.ts';
import { orderChanged } from './orders-slice.ts';

/** What a press on an order sends. */
type Command =
  | { kind: 'accept' | 'progress' | 'regress' | 'complete' }
  | { kind: 'cancel'; reason: string }
  | { kind: 'progressItems'; items: string[]; status: ItemStatus };

/**
 * The commands of an order's buttons and keys. Each press has one idempotency key and carries the version that was
 * seen; it shows as busy at once, and a conflict brings the order as it stands.
 */
export function useOrderCommands() {
  const { client } = useServices();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const busy = useAppSelector(selectBusy);

  const readAsItStands = useCallback(
    async (orderId: string) => {
      try {
        dispatch(orderChanged(await client.call('GET /sellers/orders/:orderId', { params: { orderId } })));
      } catch {
        // The feed brings it.
      }
    },
    [client, dispatch],
  );

  const send = useCallback(
    async (order: Order, command: Command, undoable = true): Promise<boolean> => {
      dispatch(busyStarted(order.id));
      dispatch(undoWithdrawn());
      try {
        const changed = await callFor(client, order, command);
        if (changed) dispatch(orderChanged(changed));
        if (changed && undoable && command.kind !== 'cancel' && command.kind !== 'complete')
          dispatch(undoOffered({ before: order, after: changed }));
        return true;
      } catch (error) {
        const failure = failureOf(error);
        toast('error', failure.message);
        if (failure.status === 409) await readAsItStands(order.id);
        return false;
      } finally {
        dispatch(busyEnded(order.id));
      }
    },
    [client, dispatch, toast, readAsItStands],
  );

  return useMemo(
    () => ({
      isBusy: (orderId: string) => busy.includes(orderId),
      /** The next legal step; nothing where there is none. */
      primary(order: Order): void {
        const [step] = nextSteps(order);
        if (step?.emphasis !== 'primary' || busy.includes(order.id)) return;
        if (step.command === 'accept' || step.command === 'progress' || step.command === 'complete')
          void send(order, { kind: step.command });
      },
      moveItems: (order: Order, items: string[], status: ItemStatus) =>
        send(order, { kind: 'progressItems', items, status }),
      moveBack: (order: Order) => send(order, { kind: 'regress' }, false),
      cancel: (order: Order, reason: string) => send(order, { kind: 'cancel', reason }, false),
      /** Puts an order back to what it was before the last step. */
      async undo({ before, after }: { before: Order; after: Order }): Promise<void> {
        if (before.status === 'deliver_pending') return void (await send(after, { kind: 'regress' }, false));
        const moved = before.itemStatus.filter(
          ({ id, status }) => after.itemStatus.find((now) => now.id === id)?.status !== status,
        );
        let order = after;
        for (const status of new Set(moved.map((item) => item.status))) {
          const items = moved.filter((item) => item.status === status).map(({ id }) => id);
          if (!(await send(order, { kind: 'progressItems', items, status }, false))) return;
          order = { ...order, version: order.version === 0 ? 0 : order.version + 1 };
        }
      },
    }),
    [busy, send],
  );
}

function callFor(
  client: ReturnType<typeof useServices>['client'],
  order: Order,
  command: Command,
): Promise<Order | null> {
  const press = { version: order.version, idempotencyKey: crypto.randomUUID() };
  const params = { orderId: order.id };
  const outletParams = { orderId: order.id, outletId: order.outletId };
  switch (command.kind) {
    case 'accept':
      return client.call('POST /sellers/orders/accept/:orderId', { params, ...press });
    case 'complete':
      return client.call('POST /sellers/orders/complete/:orderId', { params, ...press });
    case 'cancel': {
      const body = command.reason.trim() === '' ? {} : { reason: command.reason.trim() };
      return client.call('POST /sellers/orders/cancel/:orderId', { params, body, ...press });
    }
    case 'progress':
      return client.call('POST /sellers/outlets/:outletId/progress-order/:orderId', {
        params: outletParams,
        ...press,
      });
    case 'regress':
      return client.call('POST /sellers/outlets/:outletId/regress-order/:orderId', {
        params: outletParams,
        ...press,
      });
    default: {
      const { items, status } = command;
      return client.call('POST /sellers/orders/progress/:orderId', {
        params,
        body: { items, status },
        ...press,
      });
    }
  }
}
