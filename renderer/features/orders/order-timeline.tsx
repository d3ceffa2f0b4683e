import type { Order } from '#shared/api/orders.ts';
import { formatClock } from '../../ui/times.ts';
import styles from './order-timeline.module.css';

/** When an order was received, alerted and seen. */
export function OrderTimeline({ order }: { order: Order }) {
  const reached = Object.entries({
    Received: order.receivedAt,
    Alerted: order.alertedAt,
    Opened: order.seenAt,
    Accepted: order.acceptedAt,
  }).flatMap(([stage, time]) => (time ? [{ stage, time }] : []));
  if (reached.length === 0) return null;
  return (
    <ol className={`${styles.timeline} figures`} aria-label="Timeline">
      {reached.map(({ stage, time }) => (
        <li key={stage}>
          {stage} <time dateTime={time}>{formatClock(time)}</time>
        </li>
      ))}
    </ol>
  );
}
