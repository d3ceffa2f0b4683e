import type { Order } from '#shared/api/orders.ts';
import { formatElapsed } from '#shared/orders/reading.ts';
import {
  readyRecord,
  readyRecordByHour,
  type ReadyRecord,
  type Spread,
} from '#shared/orders/ready-record.ts';
import { UNKNOWN } from '#shared/base/unknown.ts';
import { formatHours } from '../../ui/times.ts';
import boxStyles from '../../ui/box.module.css';
import styles from './ready-times.module.css';

/** How quickly orders were accepted and ready, and how many promises were kept; of a session that made any. */
export function ReadyTimes({ orders, zone }: { orders: readonly Order[]; zone: string }) {
  if (!orders.some(({ promises }) => promises?.length)) return null;
  const taken = orders.filter(({ isTest }) => !isTest);
  const hours = readyRecordByHour(taken, zone);
  const labels = formatHours(
    hours.map(({ startsAt }) => startsAt),
    zone,
  );
  return (
    <section className={`${boxStyles.box} ${styles.box}`} aria-labelledby="ready-times">
      <h2 id="ready-times">Ready times</h2>
      <div className={styles.scroll} role="region" aria-label="Ready times by hour" tabIndex={0}>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">Placed</th>
              <th scope="col">Orders</th>
              <th scope="col">Accepted in</th>
              <th scope="col">Ready in</th>
              <th scope="col">First promise kept</th>
              <th scope="col">Last promise kept</th>
            </tr>
          </thead>
          <tbody>
            {hours.map(({ startsAt, orders: count, record }, at) => (
              <RecordRow
                key={startsAt.toISOString()}
                label={labels[at] ?? ''}
                count={count}
                record={record}
              />
            ))}
          </tbody>
          <tfoot>
            <RecordRow label="All" count={taken.length} record={readyRecord(taken)} />
          </tfoot>
        </table>
      </div>
      <p className="row-note">
        Times are those of half of the orders · of nine in ten. A promise is kept if the order was ready
        before its minute had passed.
      </p>
    </section>
  );
}

function RecordRow({ label, count, record }: { label: string; count: number; record: ReadyRecord }) {
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

/** `0:40 · 1:30` */
const spreadText = (spread: Spread | null): string =>
  spread ? `${formatElapsed(spread.half)} · ${formatElapsed(spread.nineInTen)}` : UNKNOWN;

/** `93% of 41` */
const keptText = (kept: number, promised: number): string =>
  promised === 0 ? UNKNOWN : `${Math.floor((100 * kept) / promised)}% of ${promised}`;
