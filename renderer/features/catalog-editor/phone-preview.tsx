import { Link } from 'react-router';
import type { Category, Item } from '#shared/api/catalogs.ts';
import { modifierKindLabel } from '#shared/base/modifier-kinds.ts';
import { allergensText } from '#shared/base/allergens.ts';
import { formatPence } from '#shared/base/money.ts';
import { useOutletsQuery } from '../../api/api-slice.ts';
import { soldOutKey } from '../../catalog-model/content.ts';
import { useReady } from '../../catalog-saving/editors.ts';
import { useEditing } from './editing.tsx';
import styles from './phone-preview.module.css';

type PhonePreviewProps = { catalogId: string; category: Category | null };

/** The menu on a customer's phone, at an outlet that uses it; edits show at once. */
export function PhonePreview({ catalogId, category }: PhonePreviewProps) {
  const { editor } = useEditing();
  const content = useReady(editor, (state) => state.content);
  const { data: outlets } = useOutletsQuery();
  const outlet = outlets?.find((candidate) => candidate.catalogId === catalogId);
  return (
    <div className={styles.preview}>
      <p className={styles.title}>On the customer’s phone</p>
      <div className={styles.phone}>
        <p className={styles.outlet}>{outlet?.name ?? content.name}</p>
        <nav className={styles.categories} aria-label="Categories on the phone">
          {content.categories.map(({ id, name }) => (
            <Link
              key={id}
              replace
              to={`?category=${encodeURIComponent(id)}`}
              aria-current={id === category?.id ? 'true' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
        <p className={styles.category}>{category?.name}</p>
        <ul>
          {category?.list.map((item) => (
            <PhoneItem key={item.id} item={item} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function PhoneItem({ item }: { item: Item }) {
  const { editor } = useEditing();
  const soldOut = useReady(editor, (state) => state.soldOut);
  const gone = soldOut[soldOutKey(item.id)] !== undefined;
  return (
    <li className={styles.item} data-sold-out={gone || undefined}>
      <span>
        {item.name}
        {item.ageRestricted && ' · 18+'}
      </span>
      <span className="figures">{formatPence(item.cost)}</span>
      {gone && <span className={styles.note}>Sold out</span>}
      {item.note && <span className={styles.note}>{item.note}</span>}
      <span className={styles.note}>{allergensText(item)}</span>
      {item.modifiers.map(({ id, name, kind, list }) => (
        <span key={id} className={styles.note}>
          {name} ({modifierKindLabel(kind).toLowerCase()}):
          {list
            .filter((option) => !soldOut[soldOutKey(item.id, { modifierId: id, name: option.name })])
            .map((option) => (
              <span key={option.name} className={styles.option}>
                {option.cost > 0 ? `${option.name} +${formatPence(option.cost)}` : option.name} ·{' '}
                {allergensText(option)}
                {option.ageRestricted && ' · 18+'}
              </span>
            ))}
        </span>
      ))}
    </li>
  );
}
