import { skipToken } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Category, GuestItem, NotServed } from '#shared/api/catalogs.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { modifierKindLabel } from '#shared/base/modifier-kinds.ts';
import { allergensText } from '#shared/base/allergens.ts';
import { hoursText } from '#shared/base/menu-hours.ts';
import { formatPence } from '#shared/base/money.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { withOutletVat } from '#shared/catalogs/outlet-vat.ts';
import { FEW_LEFT, type Portions } from '#shared/catalogs/portions.ts';
import { hasHours, menuAt, nextMenuChange, notServedAt } from '#shared/catalogs/served.ts';
import { useOutletQuery, useOutletsQuery } from '../../api/api-slice.ts';
import { soldOutKey, stillSoldOut, type SoldOut } from '../../catalog-model/content.ts';
import { useReady } from '../../catalog-saving/editors.ts';
import { usePortionsQuery } from '../../sold-out/portions-api.ts';
import { ticker } from '../../orders/ticker.ts';
import { NativeSelect } from '../../ui/text-fields.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useEditing } from './editing.tsx';
import { momentChosen, nowChosen, PreviewMoment } from './preview-moment.tsx';
import styles from './phone-preview.module.css';

type PhonePreviewProps = { catalogId: string; category: Category | null };

/**
 * The menu on a customer's phone, at an outlet that uses it, now or at any minute of the coming week: what the server
 * would serve then, at the prices that the guest would pay. Edits show at once.
 */
export function PhonePreview({ catalogId, category }: PhonePreviewProps) {
  const { editor } = useEditing();
  const content = useReady(editor, (state) => state.content);
  const marks = useReady(editor, (state) => state.soldOut);
  const { outlets, outlet, choose } = useOutletChosen(catalogId);
  const { currentData: portions = noneCounted } = usePortionsQuery(outlet?.id ?? skipToken);
  const soldOut = { ...marks, ...noneLeft(portions) };
  const [chosen, setChosen] = useState(nowChosen);
  const zone = zoneOf(outlet);
  const sold = asSold(content.categories, outlet);
  const clocks = { zone, putOff: outlet?.putOff };
  const now = useNow((at) => nextMenuChange(sold, { now: at, ...clocks }), ticker.now);
  const moment = { now: momentChosen(chosen, zone, now), ...clocks };
  const menu = menuAt(sold, moment);
  const absent = notServedAt(sold, moment);
  return (
    <div className={styles.preview}>
      <p className={styles.title}>On the customer’s phone</p>
      {outlets.length > 1 && (
        <NativeSelect
          label="At the outlet"
          value={outlet?.id}
          onChange={({ target }) => choose(target.value)}
        >
          {outlets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
      {hasHours(sold) && <PreviewMoment chosen={chosen} zone={zone} now={now} onChange={setChosen} />}
      {(hasHours(sold) || addsVat(outlet)) && <p className={styles.note}>{priceNote(outlet)}</p>}
      <div className={styles.phone}>
        <p className={styles.outlet}>{outlet?.name ?? content.name}</p>
        <nav className={styles.categories} aria-label="Categories on the phone">
          {menu.map(({ id, name }) => (
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
        <PhoneItems
          items={menu.find(({ id }) => id === category?.id)?.list ?? []}
          portions={portions}
          soldOut={stillSoldOut(soldOut, moment.now)}
        />
        <Absent absent={absent.filter(({ categoryId }) => categoryId === category?.id)} />
      </div>
    </div>
  );
}

/** The outlets that use the menu, and the one that is shown. */
function useOutletChosen(catalogId: string) {
  const { data: all = [] } = useOutletsQuery();
  const outlets = all.filter((candidate) => candidate.catalogId === catalogId);
  const [outletId, choose] = useState('');
  const listed = outlets.find(({ id }) => id === outletId) ?? outlets[0];
  // It is read again when its hours are put off, and the list is not.
  const { currentData: outlet = listed } = useOutletQuery(listed?.id ?? skipToken);
  return { outlets, outlet, choose };
}

const noneCounted: Portions = {};

/** What is counted at an outlet and none is left of, which is sold out until the session ends. */
function noneLeft(portions: Portions): SoldOut {
  const none = Object.entries(portions).filter(([, left]) => left === 0);
  return Object.fromEntries(none.map(([itemId]) => [soldOutKey(itemId), 'session']));
}

/** The menu as an outlet sells it; without an outlet, at its own prices. */
function asSold(categories: readonly Category[], outlet: Outlet | undefined): Category[] {
  const { vatRate = null, pricesIncludeVat = true } = outlet ?? {};
  return withOutletVat(categories, { rate: vatRate, pricesIncludeVat });
}

const addsVat = (outlet: Outlet | undefined) => outlet?.pricesIncludeVat === false;

function priceNote(outlet: Outlet | undefined): string {
  return addsVat(outlet)
    ? `Prices are what guests pay at ${outlet?.name}: VAT is added to yours.`
    : 'Prices are what guests pay.';
}

/** What of the chosen category is not served at that moment. */
function Absent({ absent }: { absent: readonly NotServed[] }) {
  return absent.map(({ categoryId, itemId = categoryId, name, hours }) => (
    <p key={itemId} className={styles.note}>
      Not served then: {name} ({hoursText(hours)})
    </p>
  ));
}

type PhoneItemsProps = { items: readonly GuestItem[]; portions: Portions; soldOut: SoldOut };

function PhoneItems({ items, portions, soldOut }: PhoneItemsProps) {
  return (
    <ul aria-label="Items on the phone">
      {items.map((item) => (
        <PhoneItem key={item.id} item={item} left={portions[item.id]} soldOut={soldOut} />
      ))}
    </ul>
  );
}

type PhoneItemProps = { item: GuestItem; left: number | undefined; soldOut: SoldOut };

function PhoneItem({ item, left, soldOut }: PhoneItemProps) {
  const gone = soldOut[soldOutKey(item.id)] !== undefined;
  return (
    <li className={styles.item} data-sold-out={gone || undefined}>
      <span>
        {item.name}
        {item.ageRestricted && ' · 18+'}
      </span>
      <span className="figures">
        {formatPence(item.cost)}
        {item.usualCost !== undefined && (
          <>
            {' '}
            <s>{formatPence(item.usualCost)}</s>
          </>
        )}
      </span>
      {gone && <span className={styles.note}>Sold out</span>}
      {!gone && left !== undefined && left <= FEW_LEFT && <span className={styles.note}>{left} left</span>}
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
