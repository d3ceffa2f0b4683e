import type { ReactNode } from 'react';
import './side-modal.css';
import { useModal } from './use-modal.ts';

type SideModalProps = { label: string; onClose: () => void; children: ReactNode };

/** A modal at the side of the screen; on a phone it covers all. Keys of the page behind still work. */
export function SideModal({ label, onClose, children }: SideModalProps) {
  const dialog = useModal();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press on the backdrop closes, as Escape does
    <dialog
      ref={dialog}
      className="side-modal"
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
      <div className="side-modal-body">{children}</div>
    </dialog>
  );
}
