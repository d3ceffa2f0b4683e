import type { Order } from '#shared/api/orders.ts';
import type { Station } from '#shared/api/stations.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { stationStages, type StationStage } from '#shared/base/station-stages.ts';
import { readyAtStation } from '#shared/orders/ready-record.ts';
import { stationsOfLines } from '#shared/orders/stations.ts';
import { useOutletQuery } from '../api/api-slice.ts';
import { formatClock } from '../ui/times.ts';
import finePrintStyles from '../ui/fine-print.module.css';
import { useZone } from './use-zone.ts';
import styles from './order-timeline.module.css';

const words: Record<StationStage, string> = {
  received: 'shown',
  alerted: 'rung',
  seen: 'opened',
  printed: 'printed',
};

type Step = { word: string; at: string; on: string | null };

/** How far an order has come at each station that makes a line of it; nothing of an outlet without stations. */
export function StationTimeline({ order }: { order: Order }) {
  const { data: outlet } = useOutletQuery(order.outletId);
  const zone = useZone(order.outletId);
  const rows = stationsOfLines(order.items, outlet?.stations?.list ?? [])
    .map((station) => ({ ...station, steps: stepsAt(order, station) }))
    .filter(({ steps }) => steps.length > 0 || isOpen(order));
  if (rows.length === 0) return null;
  return (
    <ul
      className={`${finePrintStyles.finePrint} ${styles.stations} figures`}
      aria-label="Timeline by station"
    >
      {rows.map(({ id, name, steps }) => (
        <li key={id}>
          <b>{name}</b>:{steps.length === 0 && ' not shown on any screen yet'}
          {steps.map(({ word, at, on }, nth) => (
            <span key={word}>
              {nth > 0 && ','} {word} <time dateTime={at}>{formatClock(at, zone)}</time>
              {on !== null && on !== steps[nth - 1]?.on && ` on ${on}`}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

const isOpen = ({ status }: Order) => statusGroups.pending.has(status) || statusGroups.inProgress.has(status);

function stepsAt(order: Order, station: Station): Step[] {
  const readyAt = readyAtStation(order, station);
  const reached = stationStages.flatMap((stage): Step[] => {
    const time = order.stationTimes?.find((one) => one.stage === stage && one.stationId === station.id);
    return time ? [{ word: words[stage], at: time.at, on: time.on }] : [];
  });
  return readyAt === undefined ? reached : [...reached, { word: 'ready', at: readyAt, on: null }];
}
