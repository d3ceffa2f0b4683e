import { useId, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import modalStyles from './modal.module.css';
import { useModalProps } from './use-modal.ts';

type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons, the safe one first; Close alone if they are left out. */
  actions?: ReactNode;
  /** Puts Cancel, which closes it, before them. */
  cancels?: boolean;
  /** `alertdialog` for what cannot be undone. */
  role?: 'dialog' | 'alertdialog';
  /** A press beside it does not close it, so that typed text is not lost. */
  holdsTyping?: boolean;
  /** It gets the focus itself, where the first button in it is not the one that most people want. */
  focusesItself?: boolean;
  /** For what needs the room. */
  wide?: boolean;
};

/** A modal dialog: the page behind is inert, Escape closes it, and the focus returns to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  cancels = false,
  role = 'dialog',
  holdsTyping = false,
  focusesItself = false,
  wide = false,
}: DialogProps) {
  const modal = useModalProps(onClose, !holdsTyping, focusesItself);
  const titleId = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press on the backdrop closes, as Escape does
    <dialog
      {...modal}
      className={`${modalStyles.modal} ${styles.dialog} ${wide ? styles.wide : ''}`}
      role={role}
      aria-labelledby={titleId}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.body}>
        <h2 id={titleId}>{title}</h2>
        <div className={styles.content}>{children}</div>
        <div className={styles.actions}>
          {cancels && <Button onClick={onClose}>Cancel</Button>}
          {actions ?? (
            <Button tone="primary" onClick={onClose}>
              Close
            </Button>
          )}
        </div>
      </div>
    </dialog>
  );
}
