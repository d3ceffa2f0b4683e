import type { Alert } from '#shared/api/escalation.ts';
import type { Order } from '#shared/api/orders.ts';
import { SOONEST_RUNG_S } from '#shared/base/rungs.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { cameAt } from '#shared/orders/reading.ts';
import { useOutletQuery } from '../api/api-slice.ts';
import { ticker } from '../orders/ticker.ts';
import { formatClock } from '../ui/times.ts';
import { useOrderAlertsQuery } from './escalation-api.ts';
import finePrintStyles from '../ui/fine-print.module.css';
import styles from './nobody-answers.module.css';

/** Whom an order told because nobody had seen it, each with its receipt. */
export function OrderAlerts({ order }: { order: Order }) {
  const { data: outlet } = useOutletQuery(order.outletId);
  // Another maker's server does not know of rungs.
  const skip = !outlet?.ordering || !waitedUnseen(order);
  const { data = [] } = useOrderAlertsQuery(order.id, { skip, refetchOnMountOrArgChange: true });
  if (data.length === 0) return null;
  return (
    <section className={`${finePrintStyles.finePrint} ${styles.alerts}`} aria-label="Nobody had seen it">
      <h3>Nobody had seen it</h3>
      <ol className="figures">
        {data.map((alert) => (
          <li key={`${alert.rung} ${alert.channel} ${alert.name} ${alert.at} ${alert.arrivedAt}`}>
            <time dateTime={alert.at}>{formatClock(alert.at, zoneOf(outlet))}</time> {whatOf(alert)}:{' '}
            {receiptOf(alert, zoneOf(outlet))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function waitedUnseen(order: Order): boolean {
  const { isTest, seenAt, acceptedAt, endedAt, actions } = order;
  const seen = [seenAt, acceptedAt, endedAt, actions?.[0]?.at].flatMap((time) =>
    time ? [Date.parse(time)] : [],
  );
  return !isTest && Math.min(ticker.now(), ...seen) - Date.parse(cameAt(order)) >= SOONEST_RUNG_S * 1000;
}

function whatOf({ rung, channel, name }: Alert): string {
  const again = rung === 'again' ? ' again' : '';
  switch (channel) {
    case 'email':
      return `E-mail${again} to ${name}`;
    case 'phones':
      return `Push${again} to ${name}`;
    default:
      return name + again;
  }
}

function receiptOf({ state, channel, why, arrivedAt }: Alert, zone: string): string {
  if (arrivedAt !== undefined)
    return channel === 'screens'
      ? `rang at ${formatClock(arrivedAt, zone)}`
      : `shown at ${formatClock(arrivedAt, zone)}`;
  switch (state) {
    case 'sending':
      return 'being sent';
    case 'delivered':
      return channel === 'screens' ? 'asked to ring' : 'delivered';
    case 'stopped':
      return 'stopped, because somebody answered';
    default:
      return why ?? 'not delivered';
  }
}
