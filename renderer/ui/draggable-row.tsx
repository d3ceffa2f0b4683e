import type { ReactNode } from 'react';
import { Draggable } from 'react-beautiful-dnd';

type DraggableRowProps = {
  id: string;
  index: number;
  name: string;
  className?: string | undefined;
  handleClass?: string | undefined;
  handle: ReactNode;
  /** For the row's element. */
  attributes?: Record<`data-${string}`, string | true | undefined>;
  /** What follows the handle. */
  children?: ReactNode;
};

/**
 * A row of a list that is dragged by its handle with the mouse or a finger, or picked up with the space bar and moved
 * with the arrow keys.
 */
export function DraggableRow({ id, index, name, className, ...rest }: DraggableRowProps) {
  return (
    <Draggable draggableId={id} index={index}>
      {(provided, { isDragging }) => (
        <li
          ref={provided.innerRef}
          {...provided.draggableProps}
          {...rest.attributes}
          className={className}
          data-dragging={isDragging || undefined}
        >
          <div className={rest.handleClass} {...provided.dragHandleProps} aria-label={`Move ${name}`}>
            {rest.handle}
          </div>
          {rest.children}
        </li>
      )}
    </Draggable>
  );
}
