import { ArrowLeft, Plus } from 'lucide-react';
import { Droppable } from 'react-beautiful-dnd';
import { Link } from 'react-router';
import type { Category } from '#shared/api/catalogs.ts';
import { itemForm } from '../../catalog-model/forms.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useEditing } from './editing.tsx';
import { ItemRow } from './item-row.tsx';
import styles from './pane.module.css';

/** The items of the chosen category. */
export function ItemList({ category }: { category: Category | null }) {
  const { editor } = useEditing();
  if (!category) return <section className={`${styles.pane} ${styles.items}`} aria-label="Items" />;
  const { id, name, list } = category;
  const add = () => editor.setForm(itemForm({ categoryId: id }));
  return (
    <section className={`${styles.pane} ${styles.items}`} aria-labelledby="items">
      <div className={styles.head}>
        <Link className={`${buttonClass('quiet')} ${styles.back}`} to="?" aria-label="Back to categories">
          <ArrowLeft aria-hidden="true" />
        </Link>
        <h2 id="items">{name}</h2>
        <Button tone="primary" aria-label="Add item" onClick={add}>
          <Plus aria-hidden="true" /> Add
        </Button>
      </div>
      {list.length === 0 && (
        <p className={styles.empty}>You don&apos;t have any items yet, start adding some below.</p>
      )}
      <Droppable droppableId={id} type="item">
        {(provided) => (
          <ul ref={provided.innerRef} {...provided.droppableProps} className={styles.list}>
            {list.map((item, index) => (
              <ItemRow key={item.id} item={item} index={index} categoryId={id} />
            ))}
            {provided.placeholder}
          </ul>
        )}
      </Droppable>
      {list.length === 0 && (
        <Button tone="primary" onClick={add}>
          Add item
        </Button>
      )}
    </section>
  );
}
