import type { KeptReadiness } from '#shared/api/readiness.ts';
import { readinessTitles } from '#shared/base/readiness.ts';
import boxStyles from '../../ui/box.module.css';
import styles from './adjustments.module.css';

/** What was found before the session began, and whether it was begun in spite of that. */
export function ReadinessNote({ readiness }: { readiness: KeptReadiness | undefined }) {
  if (!readiness) return null;
  const { findings, overridden, by } = readiness;
  const shown = findings.filter(({ state }) => state !== 'ok');
  const unheard = !findings.some(({ check }) => check === 'sound');
  if (!overridden && shown.length === 0) return <p className="row-note">All was well when trading began.</p>;
  return (
    <section className={`${boxStyles.box} ${styles.box}`} aria-labelledby="readiness">
      <h2 id="readiness">When trading began</h2>
      <p className="row-note">
        {overridden ? 'It was started before all was found to be well' : 'It was started with these notes'}
        {by && `, at ${by}`}.
      </p>
      <ul>
        {unheard && <li>Sound: nobody said that they heard the bell.</li>}
        {shown.map(({ check, detail }) => (
          <li key={check}>
            {readinessTitles[check]}: {detail}
          </li>
        ))}
      </ul>
    </section>
  );
}
