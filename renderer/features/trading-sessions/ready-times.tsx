import type { Order } from '#shared/api/orders.ts';
import type { Station } from '#shared/api/stations.ts';
import { formatElapsed } from '#shared/orders/reading.ts';
import {
  readyRecord,
  readyRecordByHour,
  readyRecordByStation,
  type ReadyRecord,
  type Spread,
} from '#shared/orders/ready-record.ts';
import { UNKNOWN } from '#shared/base/unknown.ts';
import { formatHours } from '../../ui/times.ts';
import { useMedia } from '../../ui/use-media.ts';
import boxStyles from '../../ui/box.module.css';
import styles from './ready-times.module.css';

/** One line of the record: an hour, a station, or all. */
type Line = { key: string; label: string; count: number; record: ReadyRecord };
type ReadyTimesProps = { orders: readonly Order[]; stations: readonly Station[]; zone: string };

/** How quickly orders were accepted and ready, and how many promises were kept; of a session that made any. */
export function ReadyTimes({ orders, stations, zone }: ReadyTimesProps) {
  if (!orders.some(({ promises }) => promises?.length)) return null;
  const taken = orders.filter(({ isTest }) => !isTest);
  const hours = hourLines(taken, zone);
  const all: Line = { key: 'all', label: 'All', count: taken.length, record: readyRecord(taken) };
  const atStations = readyRecordByStation(taken, stations).map(
    ({ station: { id, name }, orders: count, record }): Line => ({ key: id, label: name, count, record }),
  );
  return (
    <section className={`${boxStyles.box} ${styles.box}`} aria-labelledby="ready-times">
      <h2 id="ready-times">Ready times</h2>
      <Lines title="By hour" of="Placed" lines={hours} all={all} />
      {atStations.length > 0 && <Lines title="By station" of="Station" lines={atStations} />}
      <p className="row-note">
        Times are those of half of the orders · of nine in ten. A promise is kept if the order was ready
        before its minute had passed{atStations.length > 0 && '; a station’s, if its own lines were'}.
      </p>
    </section>
  );
}

function hourLines(orders: readonly Order[], zone: string): Line[] {
  const hours = readyRecordByHour(orders, zone);
  const labels = formatHours(
    hours.map(({ startsAt }) => startsAt),
    zone,
  );
  return hours.map(({ startsAt, orders: count, record }, at) => ({
    key: startsAt.toISOString(),
    label: labels[at] ?? '',
    count,
    record,
  }));
}

type LinesProps = { title: string; of: string; lines: Line[]; all?: Line };

/** A table; where that would be too wide, a list. */
function Lines(props: LinesProps) {
  const narrow = useMedia('(max-width: 759px)');
  return narrow ? <LineList {...props} /> : <LineTable {...props} />;
}

function LineTable({ title, of, lines, all }: LinesProps) {
  return (
    <table className={`${styles.table} figures`}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">Orders</th>
          <th scope="col">Accepted in</th>
          <th scope="col">Ready in</th>
          <th scope="col">First promise kept</th>
          <th scope="col">Last promise kept</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, ...line }) => (
          <LineRow key={key} {...line} />
        ))}
      </tbody>
      {all && (
        <tfoot>
          <LineRow {...all} />
        </tfoot>
      )}
    </table>
  );
}

function LineRow({ label, count, record }: Omit<Line, 'key'>) {
  const { accept, ready, promised, firstKept, lastKept } = record;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{count}</td>
      <td>{spreadText(accept)}</td>
      <td>{spreadText(ready)}</td>
      <td>{keptText(firstKept, promised)}</td>
      <td>{keptText(lastKept, promised)}</td>
    </tr>
  );
}

function LineList({ title, lines, all }: LinesProps) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className={`${styles.list} figures`}>
        {[...lines, ...(all ? [all] : [])].map(({ key, label, count, record }) => (
          <li key={key}>
            <h4>
              {label} <span className="row-note">{count === 1 ? '1 order' : `${count} orders`}</span>
            </h4>
            <dl>
              <Figure name="Accepted in" text={spreadText(record.accept)} />
              <Figure name="Ready in" text={spreadText(record.ready)} />
              <Figure name="First promise kept" text={keptText(record.firstKept, record.promised)} />
              <Figure name="Last promise kept" text={keptText(record.lastKept, record.promised)} />
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** `0:40 · 1:30` */
const spreadText = (spread: Spread | null): string =>
  spread ? `${formatElapsed(spread.half)} · ${formatElapsed(spread.nineInTen)}` : UNKNOWN;

/** `93% of 41` */
const keptText = (kept: number, promised: number): string =>
  promised === 0 ? UNKNOWN : `${Math.floor((100 * kept) / promised)}% of ${promised}`;
