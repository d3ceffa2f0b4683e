import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { useCatalogQuery, useOutletsQuery } from '../api/api-slice.ts';
import { itemsOf } from '../catalog-model/content.ts';
import { OutletTag } from '../orders/outlet-tag.tsx';
import { usePortionsQuery } from './portions-api.ts';
import { LeftStepper } from './portions-left.tsx';
import styles from './left-to-sell.module.css';

/**
 * What is left of the items that are counted, at one outlet, or with null at all that trade; nothing where none is
 * counted.
 */
export function LeftToSell({ outletId }: { outletId: string | null }) {
  const { data: outlets = [] } = useOutletsQuery();
  const shown = outlets.filter(({ id, availability }) =>
    outletId === null ? availability === 'open' : id === outletId,
  );
  return shown.map((outlet) => <LeftAt key={outlet.id} outlet={outlet} />);
}

function LeftAt({ outlet: { id: outletId, catalogId } }: { outlet: Outlet }) {
  const { data: portions = {} } = usePortionsQuery(outletId);
  const counted = Object.keys(portions);
  const { data: menu, refetch } = useCatalogQuery((counted.length > 0 ? catalogId : null) ?? skipToken);
  const items = (menu ? itemsOf(menu) : []).filter(({ id }) => id in portions);
  const unknown = menu ? counted.filter((id) => !items.some((item) => item.id === id)).join(' ') : '';
  useEffect(
    function readAgain() {
      // An item that was added since is counted. How many are left changes with each order, and needs no menu.
      if (unknown !== '') void refetch();
    },
    [unknown, refetch],
  );
  if (items.length === 0) return null;
  return (
    <section className={styles.left} aria-label="Left to sell">
      <h3>Left to sell</h3>
      <OutletTag outletId={outletId} />
      <ul>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <span>
              <bdi>{item.name}</bdi>
              {portions[item.id] === 0 && <strong className={styles.none}>Sold out</strong>}
            </span>
            <LeftStepper outletId={outletId} item={item} left={portions[item.id] ?? 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
