import { Plus } from 'lucide-react';
import { Droppable } from 'react-beautiful-dnd';
import type { Item } from '#shared/api/catalogs.ts';
import { allergensText } from '#shared/base/allergens.ts';
import { modifierKindLabel } from '#shared/base/modifier-kinds.ts';
import { formatPence } from '#shared/base/money.ts';
import type { ItemPlace } from '../../catalog-model/content.ts';
import { modifierForm } from '../../catalog-model/forms.ts';
import { Button } from '../../ui/button.tsx';
import { useEditing, type ModifierRowProps } from './editing.tsx';
import { EditorRow } from './editor-row.tsx';
import styles from './modifier-list.module.css';
import rowStyles from './editor-row.module.css';

export function ModifierList({ item, place }: { item: Item; place: ItemPlace }) {
  const { editor } = useEditing();
  return (
    <div className={styles.modifiers}>
      <Droppable droppableId={item.id} type="modifier">
        {(provided) => (
          <ul
            ref={provided.innerRef}
            {...provided.droppableProps}
            className={styles.list}
            aria-label={`Modifiers of ${item.name}`}
          >
            {item.modifiers.map((modifier, index) => (
              <ModifierRow key={modifier.id} modifier={modifier} index={index} place={place} />
            ))}
            {provided.placeholder}
          </ul>
        )}
      </Droppable>
      <Button onClick={() => editor.setForm(modifierForm(place))}>
        <Plus aria-hidden="true" /> Add modifier
      </Button>
    </div>
  );
}

function ModifierRow({ modifier, index, place }: ModifierRowProps) {
  const { editor, show } = useEditing();
  const { id, name, kind, list } = modifier;
  return (
    <EditorRow
      id={id}
      index={index}
      name={name}
      kind="modifier"
      onEdit={() => editor.setForm(modifierForm(place, modifier))}
      onRemove={() => show({ kind: 'remove', what: 'modifier', place: { ...place, modifierId: id }, name })}
    >
      <div className={rowStyles.text}>
        <span className={rowStyles.name} data-row-name>
          {name}
        </span>
        <span className="row-note">{modifierKindLabel(kind)}</span>
        <ul>
          {list.map((option) => (
            <li key={option.name} className="row-note">
              {optionText(option)} · {allergensText(option)}
              {option.ageRestricted && ' · 18+'}
            </li>
          ))}
        </ul>
      </div>
    </EditorRow>
  );
}

const optionText = ({ name, cost }: { name: string; cost: number }) =>
  cost > 0 ? `${name} +${formatPence(cost)}` : name;
