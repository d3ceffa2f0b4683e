import type { Order, OrderAction } from '#shared/api/orders.ts';
import { linesText } from '#shared/orders/refunded-lines.ts';
import { onScreen } from './who-won.ts';
import { useZone } from './use-zone.ts';
import { formatClock, formatDate, formatWhen } from '../ui/times.ts';
import styles from './order-timeline.module.css';

const words: Record<OrderAction['action'], string> = {
  accept: 'Accepted',
  readNote: 'Note read',
  moveReadyTime: 'Ready time moved',
  progress: 'Moved on',
  checkAge: '18+ checked',
  refuseAge: '18+ refused',
  regress: 'Moved back',
  complete: 'Closed',
  cancel: 'Cancelled',
  refund: 'Refund asked for',
};

/** ` · 2 × Tea` for a refund of lines; a refund has the time of the press that asked for it. */
function refundedBy({ payment }: Order, { action, at }: OrderAction): string {
  const made = [...payment.refunds, ...(payment.cameBack ?? [])];
  const refund = action === 'refund' && made.find(({ createdAt }) => createdAt === at);
  const lines = refund ? linesText(refund) : '';
  return lines && ` · ${lines}`;
}

/** When an order was received, alerted and seen, and what staff did with it at which screen. */
export function OrderTimeline({ order }: { order: Order }) {
  const actions = order.actions ?? [];
  const zone = useZone(order.outletId);
  const dayOf = (time: string) => formatDate(time, zone);
  // What was done on a later day, as a refund may be, has its date.
  const clock = (time: string) =>
    dayOf(time) === dayOf(order.createdAt) ? formatClock(time, zone) : formatWhen(time, zone);
  // Other servers, and older orders, say only when it was accepted.
  const toldOfAccept = actions.some(({ action }) => action === 'accept');
  const reached = Object.entries({
    Received: order.receivedAt,
    Alerted: order.alertedAt,
    Opened: order.seenAt,
    ...(!toldOfAccept && { Accepted: order.acceptedAt }),
  }).flatMap(([stage, time]) => (time ? [{ stage, time }] : []));
  if (reached.length + actions.length === 0) return null;
  return (
    <ol className={`${styles.timeline} figures`} aria-label="Timeline">
      {reached.map(({ stage, time }) => (
        <li key={stage}>
          {stage} <time dateTime={time}>{clock(time)}</time>
        </li>
      ))}
      {actions.map((done) => (
        <li key={done.version}>
          {words[done.action]} <time dateTime={done.at}>{clock(done.at)}</time>
          {onScreen(done)}
          {refundedBy(order, done)}
        </li>
      ))}
    </ol>
  );
}
