import type { Order, OrderAction } from '#shared/api/orders.ts';
import { onScreen } from '../../orders/who-won.ts';
import { useZone } from '../../orders/use-zone.ts';
import { formatClock } from '../../ui/times.ts';
import styles from './order-timeline.module.css';

const words: Record<OrderAction['action'], string> = {
  accept: 'Accepted',
  progress: 'Moved on',
  regress: 'Moved back',
  complete: 'Closed',
  cancel: 'Cancelled',
  refund: 'Refund asked for',
};

/** When an order was received, alerted and seen, and what staff did with it at which screen. */
export function OrderTimeline({ order }: { order: Order }) {
  const actions = order.actions ?? [];
  const zone = useZone(order.outletId);
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
          {stage} <time dateTime={time}>{formatClock(time, zone)}</time>
        </li>
      ))}
      {actions.map((done) => (
        <li key={done.version}>
          {words[done.action]} <time dateTime={done.at}>{formatClock(done.at, zone)}</time>
          {onScreen(done)}
        </li>
      ))}
    </ol>
  );
}
