import type { ReactNode } from 'react';
import styles from './problem.module.css';

/** A sentence on what went wrong, beside what it is about. */
export function Problem({ role, children }: { role: 'alert' | 'status'; children: ReactNode }) {
  return (
    <p className={styles.problem} role={role}>
      {children}
    </p>
  );
}
