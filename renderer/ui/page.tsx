import type { ReactNode } from 'react';
import styles from './page.module.css';
import spreadStyles from './spread.module.css';

/** A screen's one column, in the middle of the room there is. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>;
}

/** A page's title, and beside it what can be done there. */
export function PageHead({ children }: { children: ReactNode }) {
  return <div className={spreadStyles.spread}>{children}</div>;
}
