import type { ReactNode } from 'react';
import styles from './side-modal.module.css';
import { useModalProps } from './use-modal.ts';

type SideModalProps = { label: string; onClose: () => void; children: ReactNode };

/** A modal at the side of the screen; on a phone it covers all. Keys of the page behind still work. */
export function SideModal({ label, onClose, children }: SideModalProps) {
  const modal = useModalProps(onClose, true);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press on the backdrop closes, as Escape does
    <dialog {...modal} className={styles.modal} data-lets-keys-through aria-label={label}>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
