import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './side-panel.module.css';

type SidePanelProps = ComponentProps<'aside'> & {
  heading: string;
  /** Stands beside the heading. */
  beside?: ReactNode;
  closeLabel: string;
  onClose: () => void;
};

/** What stands beside a screen's main part, or fills a dialog where there is no room for both. */
export function SidePanel({ heading, beside, closeLabel, onClose, children, ...rest }: SidePanelProps) {
  return (
    <aside className={styles.panel} tabIndex={-1} aria-label={heading} {...rest}>
      <header className={styles.head}>
        <h2>{heading}</h2>
        {beside}
        <button
          type="button"
          className={styles.close}
          data-closes-panel
          aria-label={closeLabel}
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      {children}
    </aside>
  );
}
