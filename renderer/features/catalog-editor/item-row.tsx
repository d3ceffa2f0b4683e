import { Ban, ChevronDown } from 'lucide-react';
import { memo, useState, type ReactNode } from 'react';
import type { Item } from '#shared/api/catalogs.ts';
import { modifierKindLabel } from '#shared/base/modifier-kinds.ts';
import { allergensText, isStated } from '#shared/base/allergens.ts';
import { hoursText } from '#shared/base/menu-hours.ts';
import { formatPence } from '#shared/base/money.ts';
import { soldOutKey } from '../../catalog-model/content.ts';
import { happyHourText } from '../../catalog-model/fields.ts';
import { itemForm } from '../../catalog-model/forms.ts';
import { useReady } from '../../catalog-saving/editors.ts';
import { soldOutText } from '../../sold-out/sold-out-text.ts';
import { Button } from '../../ui/button.tsx';
import type { ChipColour } from '../../ui/chip.tsx';
import colours from '../../ui/colours.module.css';
import { useEditing, type ItemRowProps } from './editing.tsx';
import { EditorRow } from './editor-row.tsx';
import { ModifierList } from './modifier-list.tsx';
import rowStyles from './editor-row.module.css';
import styles from './item-row.module.css';

export const ItemRow = memo(function ItemRow({ item, index, categoryId }: ItemRowProps) {
  const { editor, show } = useEditing();
  const [open, setOpen] = useState(false);
  const { id, name, cost, note } = item;
  const place = { categoryId, itemId: id };
  return (
    <EditorRow
      id={id}
      index={index}
      name={name}
      kind="item"
      onEdit={() => editor.setForm(itemForm(place, item))}
      onRemove={() => show({ kind: 'remove', what: 'item', place, name })}
      buttons={
        <>
          <Button
            tone="quiet"
            aria-label={`Modifiers of ${name}`}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown aria-hidden="true" className={open ? styles.turned : undefined} />
          </Button>
          <Button
            tone="quiet"
            aria-label={`Sold out: ${name}`}
            onClick={() => show({ kind: 'sold-out', item })}
          >
            <Ban aria-hidden="true" />
          </Button>
        </>
      }
      below={open && <ModifierList item={item} place={place} />}
    >
      <div className={rowStyles.text}>
        <span className={rowStyles.name} data-row-name>
          {name}
        </span>
        {note && <span className="row-note">{note}</span>}
        <ItemChips item={item} />
      </div>
      <span className={`${styles.cost} figures`}>{formatPence(cost)}</span>
    </EditorRow>
  );
});

/** An item's facts at a glance, first of all its allergens. */
function ItemChips({ item }: { item: Item }) {
  const { editor, clocks } = useEditing();
  const until = useReady(editor, ({ soldOut }) => soldOut[soldOutKey(item.id)]);
  return (
    <ul className={styles.tags} aria-label={`About ${item.name}`}>
      {until && <Tag colour="late">{soldOutText(until, clocks.zone)}</Tag>}
      {item.modifiers.map((modifier) => (
        <Tag key={modifier.id}>
          <strong>{modifier.name}</strong> {modifierKindLabel(modifier.kind)} · {modifier.list.length}
        </Tag>
      ))}
      <Tag colour={isStated(item) ? undefined : 'working'}>{allergensText(item)}</Tag>
      {item.hours && <Tag>{hoursText(item.hours)}</Tag>}
      {item.happyHour && <Tag>Happy hour {happyHourText(item.happyHour)}</Tag>}
      {item.ageRestricted && <Tag>18+</Tag>}
      {item.vatRate !== undefined && <Tag>VAT {item.vatRate}%</Tag>}
    </ul>
  );
}

type TagProps = { colour?: ChipColour | undefined; children: ReactNode };

function Tag({ colour, children }: TagProps) {
  const ground = colour ? colours[colour] : styles.plain;
  return <li className={`${styles.tag} ${ground}`}>{children}</li>;
}
