import type { Adjustment } from '#shared/api/outlets.ts';
import { formatPence, sumPence } from '#shared/base/money.ts';
import { formatWhen } from '../../ui/times.ts';
import styles from './adjustments.module.css';

/** Refunds since the session was finished, with their dates; the session's figures leave them out. */
export function Adjustments({ adjustments }: { adjustments: readonly Adjustment[] }) {
  if (adjustments.length === 0) return null;
  const total = sumPence(adjustments.map(({ amount }) => amount));
  return (
    <section className={styles.box} aria-labelledby="adjustments">
      <h2 id="adjustments">Adjustments</h2>
      <p className="row-note">Refunded after the session was finished. Its totals stay as they were.</p>
      <ul className="figures">
        {adjustments.map(({ id, orderNumber, createdAt, amount, reason }) => (
          <li key={id}>
            <span>
              {formatWhen(createdAt)} · Order #{orderNumber}
              {reason && ` · ${reason}`}
            </span>
            <span>{formatPence(0 - amount)}</span>
          </li>
        ))}
        {adjustments.length > 1 && (
          <li className={styles.total}>
            <span>Adjustments in all</span>
            <span>{formatPence(0 - total)}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
