import type { KnownSession } from '#shared/api/outlets.ts';
import { formatPence } from '#shared/base/money.ts';
import { UNKNOWN } from '#shared/base/unknown.ts';
import styles from './session-figures.module.css';

export function SessionFigures({ session }: { session: KnownSession }) {
  return (
    <dl className={`${styles.figures} figures`}>
      <div>
        <dt>Total Orders</dt>
        <dd>{session.numberOfOrders ?? UNKNOWN}</dd>
      </div>
      <div>
        <dt>Total Earnings</dt>
        <dd>{session.totalEarnings === null ? UNKNOWN : formatPence(session.totalEarnings)}</dd>
      </div>
    </dl>
  );
}
