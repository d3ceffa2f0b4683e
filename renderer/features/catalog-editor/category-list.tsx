import { ListTree, Plus } from 'lucide-react';
import { memo } from 'react';
import { Droppable } from 'react-beautiful-dnd';
import { Link } from 'react-router';
import type { Category } from '#shared/api/catalogs.ts';
import { hoursText } from '#shared/base/menu-hours.ts';
import { countText } from '../../catalog-model/content.ts';
import { happyHourText } from '../../catalog-model/fields.ts';
import { categoryForm } from '../../catalog-model/forms.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { AllergensStated } from './allergens-stated.tsx';
import { useEditing, type CategoryRowProps } from './editing.tsx';
import { EditorRow } from './editor-row.tsx';
import rowStyles from './editor-row.module.css';
import paneStyles from './pane.module.css';
import styles from './category-list.module.css';

type CategoryListProps = { categories: readonly Category[]; chosen: string | null };

export function CategoryList({ categories, chosen }: CategoryListProps) {
  const { editor } = useEditing();
  return (
    <section className={`${paneStyles.pane} ${paneStyles.categories}`} aria-labelledby="categories">
      <div className={paneStyles.head}>
        <h2 id="categories">Categories</h2>
        <Button tone="primary" aria-label="Add category" onClick={() => editor.setForm(categoryForm())}>
          <Plus aria-hidden="true" /> Add
        </Button>
      </div>
      <AllergensStated categories={categories} />
      {categories.length === 0 && (
        <p className={paneStyles.empty}>You don&apos;t have any categories yet, start adding some below.</p>
      )}
      <Droppable droppableId="categories" type="category">
        {(provided) => (
          <ul ref={provided.innerRef} {...provided.droppableProps} className={paneStyles.list}>
            {categories.map((category, index) => (
              <CategoryRow
                key={category.id}
                category={category}
                index={index}
                chosen={category.id === chosen}
              />
            ))}
            {provided.placeholder}
          </ul>
        )}
      </Droppable>
      {categories.length === 0 && (
        <Button tone="primary" onClick={() => editor.setForm(categoryForm())}>
          Add category
        </Button>
      )}
    </section>
  );
}

const CategoryRow = memo(function CategoryRow({ category, index, chosen }: CategoryRowProps) {
  const { editor, show } = useEditing();
  const { id, name, list, hours, happyHour } = category;
  const at = `?category=${encodeURIComponent(id)}`;
  return (
    <EditorRow
      id={id}
      index={index}
      name={name}
      kind="category"
      chosen={chosen}
      onEdit={() => editor.setForm(categoryForm(category))}
      onRemove={() => show({ kind: 'remove', what: 'category', place: { categoryId: id }, name })}
      buttons={
        <Link className={buttonClass('quiet')} to={at} aria-label={`Edit items of ${name}`}>
          <ListTree aria-hidden="true" />
        </Link>
      }
    >
      <Link className={styles.link} to={at} replace={chosen} aria-current={chosen ? 'true' : undefined}>
        <span className={rowStyles.name} data-row-name>
          {name}
        </span>
        <span className="row-note">
          {[
            countText(list.length, 'item'),
            ...(hours ? [hoursText(hours)] : []),
            ...(happyHour ? [`Happy hour ${happyHourText(happyHour)}`] : []),
          ].join(' · ')}
        </span>
      </Link>
    </EditorRow>
  );
});
