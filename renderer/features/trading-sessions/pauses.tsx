import type { Pause } from '#shared/api/ordering.ts';
import { formatWhen } from '../../ui/times.ts';
import boxStyles from '../../ui/box.module.css';
import styles from './adjustments.module.css';

/** When the session took no orders, on the screen and in the printed report. */
export function Pauses({ pauses, zone }: { pauses: readonly Pause[]; zone: string }) {
  if (pauses.length === 0) return null;
  return (
    <section className={`${boxStyles.box} ${styles.box}`} aria-labelledby="pauses">
      <h2 id="pauses">No orders taken</h2>
      <ul className={`figures ${styles.periods}`}>
        {pauses.map((pause) => (
          <li key={`${pause.from} ${pause.by}`}>
            <span>{whyOf(pause)}</span>
            <span>
              {formatWhen(pause.from, zone)} – {pause.to === null ? 'Now' : formatWhen(pause.to, zone)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function whyOf({ by, reason, screenName }: Pause): string {
  if (by === 'unattended') return 'No screen could ring';
  const why = reason ?? 'Paused';
  if (by === 'unseen') return why;
  return screenName === null ? why : `${why} · paused on ${screenName}`;
}
