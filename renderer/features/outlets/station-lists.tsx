import { GripVertical } from 'lucide-react';
import { DragDropContext, Droppable } from 'react-beautiful-dnd';
import type { Category } from '#shared/api/catalogs.ts';
import type { Station } from '#shared/api/stations.ts';
import { DraggableRow } from '../../ui/draggable-row.tsx';
import { pageNonce } from '../../ui/page-nonce.ts';
import { stationOf } from './stations-form.ts';
import styles from './station-lists.module.css';

type Named = Pick<Category, 'id' | 'name'>;
type StationListsProps = {
  categories: readonly Named[];
  stations: readonly Station[];
  nameOf: (station: Station) => string;
  /** A category was dropped at a station; empty: everywhere. */
  onMove: (categoryId: string, stationId: string) => void;
};

/** Of the drag's own names, none may be empty. */
const listId = (stationId: string) => `at ${stationId}`;

/** The categories of each station as lists between which they are dragged, in the menu's order. */
export function StationLists({ categories, stations, nameOf, onMove }: StationListsProps) {
  const lists = [
    { id: '', name: 'Everywhere' },
    ...stations.map((one) => ({ id: one.id, name: nameOf(one) })),
  ];
  return (
    <DragDropContext
      nonce={pageNonce()}
      onDragEnd={({ draggableId, source, destination }) => {
        if (destination && destination.droppableId !== source.droppableId)
          onMove(draggableId, destination.droppableId.slice(listId('').length));
      }}
    >
      <div className={styles.lists}>
        <p className={`row-note ${styles.note}`}>Drag a category to its station, or choose it below.</p>
        {lists.map(({ id, name }) => (
          <section key={id} className={styles.station} aria-label={`Made at ${name}`}>
            <h3 className={styles.name}>{name}</h3>
            <Droppable droppableId={listId(id)}>
              {(provided, { isDraggingOver }) => (
                <ul
                  ref={provided.innerRef}
                  {...provided.droppableProps}
                  className={styles.list}
                  data-over={isDraggingOver || undefined}
                >
                  {categories
                    .filter((category) => stationOf(stations, category.id) === id)
                    .map((category, index) => (
                      <CategoryChip key={category.id} category={category} index={index} />
                    ))}
                  {provided.placeholder}
                </ul>
              )}
            </Droppable>
          </section>
        ))}
      </div>
    </DragDropContext>
  );
}

function CategoryChip({ category: { id, name }, index }: { category: Named; index: number }) {
  return (
    <DraggableRow
      id={id}
      index={index}
      name={name}
      className={styles.category}
      handleClass={styles.handle}
      handle={
        <>
          <GripVertical aria-hidden="true" size={18} />
          <span className={styles.text}>{name}</span>
        </>
      }
    />
  );
}
