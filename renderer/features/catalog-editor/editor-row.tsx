import { GripVertical, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { DraggableRow } from '../../ui/draggable-row.tsx';
import styles from './editor-row.module.css';

type EditorRowProps = {
  id: string;
  index: number;
  name: string;
  kind: 'category' | 'item' | 'modifier';
  chosen?: boolean;
  /** The row's own content. */
  children: ReactNode;
  /** Buttons beside Edit and Remove. */
  buttons?: ReactNode;
  /** Content below the row, which moves with it. */
  below?: ReactNode;
  onEdit: () => void;
  onRemove: () => void;
};

/** A category, an item or a modifier, with its buttons. */
export function EditorRow({ id, index, name, kind, chosen, children, ...rest }: EditorRowProps) {
  // Made once, so that React passes over them while rows only move: a drag renders every row of the list.
  const grip = <GripVertical aria-hidden="true" />;
  const buttons = (
    <div className={styles.buttons}>
      {rest.buttons}
      <Button tone="quiet" aria-label={`Edit ${name}`} onClick={rest.onEdit}>
        <Pencil aria-hidden="true" />
      </Button>
      <Button tone="quiet" aria-label={`Remove ${name}`} onClick={rest.onRemove}>
        <Trash2 aria-hidden="true" />
      </Button>
    </div>
  );
  return (
    <DraggableRow
      id={id}
      index={index}
      name={name}
      className={`${styles.row} ${styles[kind]}`}
      handleClass={styles.handle}
      handle={grip}
      attributes={{ 'data-row': kind, 'data-chosen': chosen || undefined }}
    >
      {children}
      {buttons}
      {rest.below}
    </DraggableRow>
  );
}
