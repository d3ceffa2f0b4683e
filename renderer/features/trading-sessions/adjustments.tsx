import { formatPence } from '#shared/base/money.ts';
import { formatWhen } from '../../ui/times.ts';
import boxStyles from '../../ui/box.module.css';
import { adjustmentLines, type SinceFinish } from './adjustment-lines.ts';
import styles from './adjustments.module.css';

/** What moved since the session was finished, with dates; the session's figures leave it out. */
export function Adjustments({ zone, ...since }: SinceFinish & { zone: string }) {
  const lines = adjustmentLines(since);
  if (lines.length === 0) return null;
  const kinds = [
    since.takenLater.length > 0 && 'taken',
    lines.some(({ amount }) => amount < 0) && 'refunded',
    since.cameBack.length > 0 && 'come back',
  ].filter((kind) => kind !== false);
  return (
    <section className={`${boxStyles.box} ${styles.box}`} aria-labelledby="adjustments">
      <h2 id="adjustments">Adjustments</h2>
      <p className="row-note">
        {sentenceOf(kinds)} after the session was finished. Its totals stay as they were.
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

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `Taken, refunded or come back` */
function sentenceOf(kinds: readonly string[]): string {
  const text = anyOf.format(kinds);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
