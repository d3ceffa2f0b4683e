import type { ComponentProps, ReactNode } from 'react';
import styles from './row.module.css';
import spreadStyles from './spread.module.css';

/** A list of {@link Row}s. */
export function Rows({ className = '', ...list }: ComponentProps<'ul'>) {
  return <ul {...list} className={`${styles.rows} ${className}`} />;
}

/** A form whose fields stand as far apart as rows do. */
export function RowsForm(form: ComponentProps<'form'>) {
  return <form {...form} className={styles.rows} />;
}

type RowProps = {
  id?: string | undefined;
  as?: 'li' | 'section';
  /** What stands beside a tall text stays level with its beginning. */
  top?: boolean;
  children: ReactNode;
};

/** One thing of many: its text, which takes the room there is, and beside it what can be done with it. */
export function Row({ id, as: Tag = 'li', top = false, children }: RowProps) {
  return (
    <Tag id={id} className={`${spreadStyles.spread} ${styles.row} ${top ? styles.top : ''}`}>
      {children}
    </Tag>
  );
}

/** Buttons side by side. */
export function RowActions({ className = '', ...group }: ComponentProps<'div'>) {
  return <div {...group} className={`${styles.actions} ${className}`} />;
}
