import { ArrowUpDown, Minus, Pencil, Plus } from 'lucide-react';
import type { Difference } from '../../catalog-model/differences.ts';
import styles from './difference-list.module.css';

const kinds = {
  added: { label: 'Added', Icon: Plus },
  removed: { label: 'Removed', Icon: Minus },
  changed: { label: 'Changed', Icon: Pencil },
  moved: { label: 'Moved', Icon: ArrowUpDown },
} as const;

/** The changes, one by one. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must by keyboard, too
    <ul className={styles.list} tabIndex={0} aria-label="Differences">
      {differences.map(({ key, kind, what, detail }) => {
        const { label, Icon } = kinds[kind];
        return (
          <li key={key} className={`${styles.difference} ${styles[kind]}`}>
            <span className={styles.kind}>
              <Icon aria-hidden="true" /> {label}
            </span>
            <span>
              {what}
              <span className="row-note"> {detail}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
