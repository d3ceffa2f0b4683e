import type { Adjustment, TakenLater } from '#shared/api/outlets.ts';
import { formatPence } from '#shared/base/money.ts';
import { linesText } from '#shared/orders/refunded-lines.ts';
import { formatWhen } from '../../ui/times.ts';
import boxStyles from '../../ui/box.module.css';
import styles from './adjustments.module.css';

type AdjustmentsProps = {
  adjustments: readonly Adjustment[];
  takenLater: readonly TakenLater[];
  zone: string;
};

/** What was refunded or taken since the session was finished, with dates; the session's figures leave it out. */
export function Adjustments({ adjustments, takenLater, zone }: AdjustmentsProps) {
  const lines = [
    ...adjustments.map((one) => ({
      ...one,
      amount: 0 - one.amount,
      note: [linesText(one), one.reason].filter(Boolean).join(' · '),
    })),
    ...takenLater.map((one) => ({ ...one, id: one.orderId, note: 'Taken from the card' })),
  ].toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  if (lines.length === 0) return null;
  return (
    <section className={`${boxStyles.box} ${styles.box}`} aria-labelledby="adjustments">
      <h2 id="adjustments">Adjustments</h2>
      <p className="row-note">
        {takenLater.length === 0 ? 'Refunded' : adjustments.length === 0 ? 'Taken' : 'Taken or refunded'}{' '}
        after the session was finished. Its totals stay as they were.
      </p>
      <ul className="figures">
        {lines.map(({ id, orderNumber, createdAt, amount, note }) => (
          <li key={id}>
            <span>
              {formatWhen(createdAt, zone)} · Order #{orderNumber}
              {note && ` · ${note}`}
            </span>
            <span>{formatPence(amount)}</span>
          </li>
        ))}
        {lines.length > 1 && (
          <li className={styles.total}>
            <span>Adjustments in all</span>
            <span>{formatPence(lines.reduce((total, { amount }) => total + amount, 0))}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
