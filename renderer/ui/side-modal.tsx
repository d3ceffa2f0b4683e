import type { ReactNode } from 'react';
import styles from './side-modal.module.css';
import { useModal } from './use-modal.ts';

type SideModalProps = { label: string; onClose: () => void; children: ReactNode };

/** A modal at the side of the screen; on a phone it covers all. Keys of the page behind still work. */
export function SideModal({ label, onClose, children }: SideModalProps) {
  const dialog = useModal();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press on the backdrop closes, as Escape does
    <dialog
      ref={dialog}
      className={styles.modal}
      data-lets-keys-through
      data-keeps-focus
      tabIndex={-1}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
