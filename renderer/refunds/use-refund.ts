import { useEffect, useRef, useState, type RefObject } from 'react';
import { useStore } from 'react-redux';
import type { Order } from '#shared/api/orders.ts';
import { formatPence } from '#shared/base/money.ts';
import { v4 as newKey } from 'uuid';
import { apiSlice } from '../api/api-slice.ts';
import { useAppDispatch, useAppSelector, useServices } from '../state/hooks.ts';
import type { RootState } from '../state/store.ts';
import { selectZone } from '../state/queries.ts';
import { pressLine } from '../state/until-answered.ts';
import { orderChanged } from '../state/orders-slice.ts';
import { useToast } from '../ui/toasts.tsx';
import { callForRefund } from './refund-call.ts';
import { refundAnswered, refundSent, selectUnanswered, type RefundDecision } from '../state/refunds-slice.ts';

/** The refund of one order: a sent but unanswered request, why the last one failed, and how to request one. */
export function useRefund(order: Order, onMade: () => void) {
  const { client } = useServices();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const unanswered = useAppSelector((state) => selectUnanswered(state, order.id));
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState<'first' | 'again' | null>(null);
  const [pressedOn, setPressedOn] = useState(order);
  const underWay = useRef(false);
  const store = useStore<RootState>();
  const isOpen = useIsOpen();

  async function send(decision: RefundDecision, again: boolean): Promise<void> {
    // A second press can come before the button is rendered as disabled.
    if (underWay.current) return;
    underWay.current = true;
    setSending(again ? 'again' : 'first');
    setProblem(null);
    dispatch(refundSent({ orderId: order.id, decision }));
    const zone = selectZone(store.getState(), order.outletId);
    const outcome = await callForRefund(client, order, decision, { again, line: pressLine(store), zone });
    underWay.current = false;
    setSending(null);
    if (outcome.kind !== 'unknown') dispatch(refundAnswered(order.id));
    const standing = outcome.kind === 'unknown' ? await readAsItStands() : outcome.order;
    if (standing) dispatch(orderChanged(standing));
    dispatch(apiSlice.util.invalidateTags(['TradingSession']));
    if (outcome.kind !== 'made') {
      setProblem(outcome.message);
      // Nobody looks at the dialog any more.
      if (!isOpen.current) toast('error', `The refund of order ${order.orderNumber}: ${outcome.message}`);
      return;
    }
    toast('success', `${formatPence(decision.amount)} of order ${order.orderNumber} is refunded.`);
    if (isOpen.current) onMade();
  }

  async function readAsItStands(): Promise<Order | null> {
    const params = { orderId: order.id };
    return client.call('GET /sellers/orders/:orderId', { params }).catch(() => null);
  }

  return {
    unanswered,
    problem,
    sending,
    /**
     * The order that the figures are based on: until there is an answer, the order at the press, so that nothing is
     * subtracted twice.
     */
    shown: sending === 'first' ? pressedOn : order,
    refund: (asked: Pick<RefundDecision, 'amount' | 'reason' | 'lines'>) => {
      const { version, refunded } = order;
      setPressedOn(order);
      return send({ idempotencyKey: newKey(), version, refunded, ...asked }, false);
    },
    checkAgain: (decision: RefundDecision) => send(decision, true),
  };
}

/** Whether somebody still looks at the dialog when an answer comes. */
function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  return isOpen;
}
