import { Ban, ChevronDown, Pencil, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { Draggable } from 'react-beautiful-dnd';
import type { Item } from '#shared/api/catalogs.ts';
import { modifierKindLabels } from '#shared/catalogs/modifier-kinds.ts';
import { allergensText } from '#shared/catalogs/labelling.ts';
import { formatPence } from '#shared/money.ts';
import { soldOutKey } from '../../catalog-model/content.ts';
import { itemForm } from '../../catalog-model/forms.ts';
import { Button } from '../../ui/button.tsx';
import { DragHandle } from './drag-handle.tsx';
import { useEditing, type ItemRowProps } from './editing.tsx';
import { useReady } from '../../catalog-saving/editors.ts';
import { ModifierList } from './modifier-list.tsx';
import { soldOutText } from './sold-out-text.ts';

export const ItemRow = memo(function ItemRow({ item, index, categoryId }: ItemRowProps) {
  const { editor, show } = useEditing();
  const [open, setOpen] = useState(false);
  const { id, name, cost, note } = item;
  const place = { categoryId, itemId: id };
  return (
    <Draggable draggableId={id} index={index}>
      {(provided, { isDragging }) => (
        <li
          ref={provided.innerRef}
          {...provided.draggableProps}
          className="editor-row item-row"
          data-dragging={isDragging || undefined}
        >
          <DragHandle provided={provided} name={name} />
          <div className="item-text">
            <span className="editor-name">{name}</span>
            {note && <span className="row-note">{note}</span>}
            <ItemChips item={item} />
          </div>
          <span className="item-cost figures">{formatPence(cost)}</span>
          <div className="row-buttons">
            <Button
              tone="quiet"
              aria-label={`Modifiers of ${name}`}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <ChevronDown aria-hidden="true" className={open ? 'turned' : undefined} />
            </Button>
            <Button
              tone="quiet"
              aria-label={`Sold out: ${name}`}
              onClick={() => show({ kind: 'sold-out', item })}
            >
              <Ban aria-hidden="true" />
            </Button>
            <Button
              tone="quiet"
              aria-label={`Edit ${name}`}
              onClick={() => editor.setForm(itemForm(place, item))}
            >
              <Pencil aria-hidden="true" />
            </Button>
            <Button
              tone="quiet"
              aria-label={`Remove ${name}`}
              onClick={() => show({ kind: 'remove', what: 'item', place, name })}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
          {open && <ModifierList item={item} place={place} />}
        </li>
      )}
    </Draggable>
  );
});

/** What there is to know of an item at a glance; nothing where nothing is set. */
function ItemChips({ item }: { item: Item }) {
  const { editor } = useEditing();
  const until = useReady(editor, ({ soldOut }) => soldOut[soldOutKey(item.id)]);
  const contains = allergensText(item);
  if (!until && !contains && item.vatRate === undefined && item.modifiers.length === 0) return null;
  return (
    <ul className="chips" aria-label={`About ${item.name}`}>
      {until && <li className="chip chip-sold-out">{soldOutText(until)}</li>}
      {item.modifiers.map((modifier) => (
        <li key={modifier.id} className="chip">
          <strong>{modifier.name}</strong> {modifierKindLabels[modifier.kind]} · {modifier.list.length}
        </li>
      ))}
      {contains && <li className="chip">{contains}</li>}
      {item.vatRate !== undefined && <li className="chip">VAT {item.vatRate}%</li>}
    </ul>
  );
}
