import type { Dispatch } from '@reduxjs/toolkit';
import type { Order, OrderAction } from '#shared/api/orders.ts';
import type { AgeOutcome } from '#shared/base/age-outcomes.ts';
import { asksForAge } from '#shared/orders/next-steps.ts';
import { isMadeHere, movedAt, stepAt } from '#shared/orders/stations.ts';
import type { ItemStatus } from '#shared/base/order-statuses.ts';
import { v4 as newKey } from 'uuid';
import { numberOf } from './place-of.ts';
import type { Client } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { readOrderOrNull } from '../api/read-orders.ts';
import { readyChoices } from './ready-choices.ts';
import { sayCancelled, type OrdersHere } from './say-cancelled.ts';
import { whoWon } from './who-won.ts';
import { callForPress, type OrderPress } from './order-call.ts';
import { ofOutlet } from '../state/known-orders.ts';
import { orderChanged } from '../state/orders-slice.ts';
import { mayBeDone, type PressLine } from '../state/until-answered.ts';
import type { UnansweredPress, UnansweredPresses } from './unanswered-presses.ts';
import { busyEnded, busyStarted, undoOffered, undoWithdrawn, type Undo } from '../state/pressing-slice.ts';

export type OrderCommandsOptions = {
  client: Client;
  dispatch: Dispatch;
  isBusy: (orderId: string) => boolean;
  toast: (status: 'info' | 'error', message: string) => void;
  /** Called when somebody at this screen acts on the order. */
  seen: (orderId: string) => void;
  /** Who is signed in. */
  accountId: () => string;
  /** The time zone of an outlet. */
  zone: (outletId: string) => string;
  line: PressLine;
  orders: OrdersHere;
  unanswered: UnansweredPresses;
};
export type OrderCommands = ReturnType<typeof orderCommands>;

/** The commands of an order's buttons and keys. A press shows as busy at once; a conflict loads the current order. */
export function orderCommands(options: OrderCommandsOptions) {
  const { client, dispatch, isBusy, toast, seen, accountId, zone, line, orders, unanswered } = options;
  /** The order afterwards; null if the press was refused, or came during another. */
  async function send(order: Order, press: OrderPress, undoable = true): Promise<Order | null> {
    if (isBusy(order.id)) return null;
    seen(order.id);
    dispatch(busyStarted(order.id));
    dispatch(undoWithdrawn());
    const sent = keep(order, press);
    try {
      const answered =
        (await callForPress(client, sent.order, press, { ...sent, line })) ??
        (await readAsItStands(order.id)) ??
        order;
      const changed = ofOutlet(answered, order.outletId);
      unanswered.remove(order.id);
      dispatch(orderChanged(changed));
      if (undoable && isMoved(order, changed)) dispatch(undoOffered({ before: order, after: changed }));
      return changed;
    } catch (error) {
      const failure = failureOf(error);
      const { status, message, current } = failure;
      if (mayBeDone(failure) && order.version > 0) unanswered.put({ ...sent, why: message });
      else unanswered.remove(order.id);
      const standing = status === 409 ? (readOrderOrNull(current) ?? (await readAsItStands(order.id))) : null;
      const won = standing && whoWon(standing, sent.order, zone(order.outletId), actionOf(press, order));
      toast('error', `Order ${numberOf(order)}: ${won ?? message}`);
      if (standing) dispatch(orderChanged(standing));
      return null;
    } finally {
      dispatch(busyEnded(order.id));
    }
  }

  /** Keeps a press until it is answered. The same press on the same order, as it was, again has the same key. */
  function keep(order: Order, press: OrderPress): UnansweredPress {
    const before = unanswered.of(order.id);
    const isSame =
      before?.order.version === order.version && JSON.stringify(before.press) === JSON.stringify(press);
    const same = isSame ? before : null;
    const kept = same ?? { order, press, accountId: accountId(), idempotencyKey: newKey() };
    const sent = { ...kept, why: null };
    // A server without versions may know no keys: there, trying again could do it twice.
    if (order.version > 0) unanswered.put(sent);
    return sent;
  }

  /** Null if it cannot be read now: the feed will bring it. */
  async function readAsItStands(orderId: string): Promise<Order | null> {
    try {
      return await client.call('GET /sellers/orders/:orderId', { params: { orderId } });
    } catch {
      return null;
    }
  }

  /** Says it; of an order that is ready and waited for that, the same press hands over all that is left. */
  async function checkAge(order: Order, outcome: AgeOutcome): Promise<void> {
    const said = await send(order, { kind: 'checkAge', outcome }, false);
    if (said && order.status === 'deliver_enroute' && asksForAge(order))
      await send(said, { kind: 'progress' });
  }

  return {
    /** Sends a press again that got no answer. */
    async tryAgain({ order, press }: UnansweredPress): Promise<void> {
      const done = await send(order, press, false);
      if (done && press.kind === 'cancel') sayCancelled(done, toast, orders, line);
    },
    /** Takes the next legal step, if there is one; at a station that of its lines, which `here` has alone. */
    async primary(order: Order, here = order): Promise<void> {
      const step = stepAt(order, here);
      if (!step) return;
      const ofStation = step.command === 'progress' && here !== order && !isMadeHere(here) && movedAt(here);
      if (ofStation) {
        await send(order, { kind: 'progressItems', ...ofStation });
        return;
      }
      if (step.command === 'accept') {
        const readyBy = readyChoices.shownFor(order.id);
        await send(order, { kind: 'accept', ...(readyBy !== undefined && { readyBy }) });
      }
      if (step.command === 'progress') await send(order, { kind: 'progress' });
      if (step.command === 'checkAge') await checkAge(order, 'checked');
      if (step.command === 'readNote') await send(order, { kind: 'readNote' }, false);
      // Not undoable: the money is on its way.
      if (step.command === 'complete') await send(order, { kind: 'complete' }, false);
    },
    checkAge,
    async moveReadyTime(order: Order, readyBy: string): Promise<void> {
      // Not undoable: the guest has read it. The order's detail moves it back as well.
      await send(order, { kind: 'moveReadyTime', readyBy }, false);
    },
    async readNote(order: Order): Promise<boolean> {
      return (await send(order, { kind: 'readNote' }, false)) !== null;
    },
    /**
     * Closes an order, of which all was handed over: what is not marked as delivered is marked first, and before that its
     * note as read and the customer's age as checked, as the question has it.
     */
    async settle(unsettled: Order): Promise<boolean> {
      const read = unsettled.noteUnread ? await send(unsettled, { kind: 'readNote' }, false) : unsettled;
      const asks = read !== null && asksForAge(read);
      const order = asks ? await send(read, { kind: 'checkAge', outcome: 'checked' }, false) : read;
      if (!order) return false;
      const left = order.itemStatus.filter(({ status }) => status !== 'complete').map(({ id }) => id);
      const delivered =
        left.length === 0
          ? order
          : await send(order, { kind: 'progressItems', items: left, status: 'complete' }, false);
      return delivered !== null && (await send(delivered, { kind: 'complete' }, false)) !== null;
    },
    async moveItems(order: Order, items: string[], status: ItemStatus): Promise<boolean> {
      return (await send(order, { kind: 'progressItems', items, status })) !== null;
    },
    async moveBack(order: Order): Promise<void> {
      await send(order, { kind: 'regress' });
    },
    async cancel(order: Order, reason: string, forCustomer = ''): Promise<boolean> {
      const cancelled = await send(order, { kind: 'cancel', reason, forCustomer }, false);
      if (cancelled) sayCancelled(cancelled, toast, orders, line);
      return cancelled !== null;
    },
    /** Restores an order to its state before the last step. */
    async undo({ before, after }: Undo): Promise<void> {
      if (before.status === 'deliver_pending') {
        await send(after, { kind: 'regress' }, false);
        return;
      }
      if (after.status === 'deliver_pending') {
        const readyBy = before.promises?.at(-1)?.readyBy;
        await send(after, { kind: 'accept', ...(readyBy !== undefined && { readyBy }) }, false);
        return;
      }
      const moved = before.itemStatus.filter(
        ({ id, status }) => after.itemStatus.find((now) => now.id === id)?.status !== status,
      );
      let order = after;
      for (const status of new Set(moved.map((item) => item.status))) {
        const items = moved.filter((item) => item.status === status).map(({ id }) => id);
        const changed = await send(order, { kind: 'progressItems', items, status }, false);
        if (!changed) return;
        order = changed;
      }
    },
  };
}

/** What a press is called once it is done. */
function actionOf(press: OrderPress, { status }: Order): OrderAction['action'] {
  if (press.kind === 'checkAge') return press.outcome === 'checked' ? 'checkAge' : 'refuseAge';
  const { kind } = press;
  if (kind === 'progressItems') return 'progress';
  return kind === 'progress' && status === 'deliver_pending' ? 'accept' : kind;
}

function isMoved(before: Order, after: Order): boolean {
  return (
    before.status !== after.status ||
    before.itemStatus.some(({ status }, index) => after.itemStatus[index]?.status !== status)
  );
}
