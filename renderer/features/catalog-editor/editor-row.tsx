import { GripVertical, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Draggable } from 'react-beautiful-dnd';
import { Button } from '../../ui/button.tsx';
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

/**
 * A category, an item or a modifier, with its buttons. Its handle is dragged with the mouse or a finger, or picked up
 * with the space bar and moved with the arrow keys.
 */
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
    <Draggable draggableId={id} index={index}>
      {(provided, { isDragging }) => (
        <li
          ref={provided.innerRef}
          {...provided.draggableProps}
          className={`${styles.row} ${styles[kind]}`}
          data-row={kind}
          data-chosen={chosen || undefined}
          data-dragging={isDragging || undefined}
        >
          <div className={styles.handle} {...provided.dragHandleProps} aria-label={`Move ${name}`}>
            {grip}
          </div>
          {children}
          {buttons}
          {rest.below}
        </li>
      )}
    </Draggable>
  );
}
