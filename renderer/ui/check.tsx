import type { ReactNode } from 'react';
import styles from './check.module.css';

type CheckProps = {
  /** Its text takes several lines, and the box is level with the first. */
  tall?: boolean;
  /** The box, or a round one, and its text. */
  children: ReactNode;
};

/** A box to tick with its text: all of it is the target. */
export function Check({ tall = false, children }: CheckProps) {
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box is among the children
  return <label className={tall ? `${styles.check} ${styles.tall}` : styles.check}>{children}</label>;
}
