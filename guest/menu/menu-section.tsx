import type { GuestCategory, GuestItem } from '#shared/api/catalogs.ts';
import type { GuestMenu } from '#shared/api/guest-pages.ts';
import { allergensText } from '#shared/base/allergens.ts';
import { hoursText } from '#shared/base/menu-hours.ts';
import { formatPence } from '#shared/base/money.ts';
import { PlusIcon } from '../base/icons.tsx';

type SectionProps = {
  category: GuestCategory;
  canAdd: boolean;
  /** Opens an item, to see all of it and to choose. */
  onChoose: (item: GuestItem) => void;
  /** Adds one of an item that asks nothing. */
  onAdd: (item: GuestItem) => void;
};

export function MenuSection({ category, canAdd, onChoose, onAdd }: SectionProps) {
  return (
    <section id={category.id} aria-labelledby={`${category.id}-name`}>
      <h2 id={`${category.id}-name`}>
        <bdi>{category.name}</bdi>
      </h2>
      <ul class="items">
        {category.list.map((item) => (
          <ItemRow key={item.id} item={item} canAdd={canAdd} onChoose={onChoose} onAdd={onAdd} />
        ))}
      </ul>
    </section>
  );
}

function ItemRow({ item, canAdd, onChoose, onAdd }: Omit<SectionProps, 'category'> & { item: GuestItem }) {
  const { name, note, soldOutUntil, left } = item;
  const asks = item.modifiers.length > 0;
  return (
    <li class={soldOutUntil ? 'item item-gone' : 'item'}>
      <h3>
        <button type="button" class="item-name" onClick={() => onChoose(item)}>
          <bdi>{name}</bdi>
        </button>
      </h3>
      {note && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      <p class="item-facts">
        <ItemPrice item={item} />
        {item.ageRestricted && <span class="tag">18+</span>}
        {soldOutUntil && <span class="tag tag-gone">Sold out</span>}
        {!soldOutUntil && left !== undefined && <span class="tag">{left} left</span>}
      </p>
      <p class="item-allergens">
        {allergensText(item)}
        {asks && '; its choices may contain others'}
      </p>
      {!soldOutUntil && (
        <button
          type="button"
          class="round item-add"
          aria-label={asks ? `Choose ${name}` : `Add ${name}`}
          disabled={!canAdd}
          onClick={() => (asks ? onChoose(item) : onAdd(item))}
        >
          <PlusIcon />
        </button>
      )}
    </li>
  );
}

export function ItemPrice({ item: { cost, usualCost } }: { item: Pick<GuestItem, 'cost' | 'usualCost'> }) {
  return (
    <span class="figures">
      {usualCost !== undefined && (
        <>
          <span class="visually-hidden">Usually </span>
          <s>{formatPence(usualCost)}</s> <span class="visually-hidden">Now </span>
        </>
      )}
      <b>{formatPence(cost)}</b>
    </span>
  );
}

/** What the menu has at other hours. */
export function NotServed({ hours }: Pick<GuestMenu, 'hours'>) {
  if (!hours || hours.notServed.length === 0) return null;
  return (
    <section aria-labelledby="not-served">
      <h2 id="not-served">At other hours</h2>
      <ul class="not-served">
        {hours.notServed.map(({ categoryId, itemId, name, hours: served }) => (
          <li key={itemId ?? categoryId}>
            <bdi>{name}</bdi> <span class="soft">{hoursText(served)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
