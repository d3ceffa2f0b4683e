import { GripVertical } from 'lucide-react';
import type { DraggableProvided } from 'react-beautiful-dnd';

/** Held by the mouse or a finger, or taken up with the space bar and moved with the arrow keys. */
export function DragHandle({ provided, name }: { provided: DraggableProvided; name: string }) {
  return (
    <div className="drag-handle" {...provided.dragHandleProps} aria-label={`Move ${name}`}>
      <GripVertical aria-hidden="true" />
    </div>
  );
}
