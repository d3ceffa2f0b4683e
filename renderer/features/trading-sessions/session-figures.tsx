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
      {(session.atRisk ?? 0) > 0 && (
        <div>
          <dt>Not taken yet</dt>
          <dd>{formatPence(session.atRisk ?? 0)}</dd>
        </div>
      )}
      {(session.lost ?? 0) > 0 && (
        <div>
          <dt>Lost, never taken</dt>
          <dd>{formatPence(session.lost ?? 0)}</dd>
        </div>
      )}
    </dl>
  );
}
