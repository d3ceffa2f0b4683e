import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import styles from './cards.module.css';

/** Cards side by side, as many as there is room for. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}

/** A way to another screen: its title, what is there, and the link. */
export function CardPanel({ children }: { children: ReactNode }) {
  return <section className={styles.panel}>{children}</section>;
}

export function CardIcon({ Icon }: { Icon: LucideIcon }) {
  return (
    <span className={styles.icon}>
      <Icon aria-hidden="true" />
    </span>
  );
}
