import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

/** A part of a page under its own heading, in a panel. */
export function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}
