import type { Order, OrderItem } from '#shared/api/orders.ts';
import type { Station } from '#shared/api/stations.ts';
import { handedOver, progressOf, standInsFor, stationsOf, type Handed } from '#shared/orders/stations.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { useAtStation } from './at-station.ts';
import styles from './elsewhere.module.css';

/**
 * How far an order's other stations are; on a board of all stations, every one of them if there are several. Nothing
 * once the order is neither new nor under way.
 */
export function Elsewhere({ order }: { order: Order }) {
  const { station, stations, lapsed } = useAtStation(order.outletId);
  if (stations.length === 0) return null;
  if (!statusGroups.pending.has(order.status) && !statusGroups.inProgress.has(order.status)) return null;
  const all = progressOf(order, stations);
  // What was handed over to this one is not made elsewhere.
  const isHere = (one: Station) =>
    one.id === station?.id ||
    (lapsed.has(one.id) && standInsFor(one, stations, lapsed).some(({ id }) => id === station?.id));
  const shown = all.filter((one) => !isHere(one.station));
  if (shown.length === 0 || (!station && all.length < 2)) return null;
  const pending = statusGroups.pending.has(order.status);
  return (
    <span className={styles.stations}>
      {station && <span>Elsewhere: </span>}
      {shown.map(({ station: { id, name }, made, of }) => (
        <span key={id} className={styles.station} data-made={made === of || undefined}>
          <bdi>{name}</bdi>{' '}
          <span className="figures">{pending ? of : made === of ? 'ready' : `${made}/${of}`}</span>
        </span>
      ))}
    </span>
  );
}

/** On a line that another station makes now: for which, and where all stations are shown, at which. */
export function HandedMark({ from, to, outletId }: Handed & { outletId: string }) {
  const { station } = useAtStation(outletId);
  const at = to.map(({ name }) => name).join(' and ');
  return (
    <strong className={styles.instead}>
      {to.some(({ id }) => id === station?.id) ? '' : `on ${at} `}for {from.name}
    </strong>
  );
}

/** Where a line is made; nothing for one that is made at every station, and where there are no stations. */
export function LineStations({ line, outletId }: { line: OrderItem; outletId: string }) {
  const { station, stations, lapsed } = useAtStation(outletId);
  const handed = handedOver(line, stations, lapsed);
  if (handed) return <HandedMark {...handed} outletId={outletId} />;
  const own = stationsOf(line, stations);
  if (own.length === 0 || own.length === stations.length) return null;
  return own.map(({ id, name }) => (
    <span key={id} className={styles.station} data-here={id === station?.id || undefined}>
      {name}
    </span>
  ));
}
