import { shallowEqual } from 'react-redux';
import { useEffect, useMemo } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { apiSlice, useCatalogsQuery, useOutletsQuery } from '../../api/api-slice.ts';
import { useAppDispatch, useAppSelector, useServices } from '../../state/hooks.ts';
import { selectOrders, selectOutletName } from '../../state/orders-slice.ts';
import { entriesOf, type Entry } from './entries.ts';
import { settingsOf } from './settings.ts';

/** Everything that can be found now; menus follow once they are loaded. */
export function useEntries(): Entry[] {
  const orders = useAppSelector((state) => selectOrders(state, null));
  const names = useAppSelector(
    (state) =>
      Object.fromEntries(orders.map(({ outletId }) => [outletId, selectOutletName(state, outletId)])),
    shallowEqual,
  );
  const { data: outlets = none } = useOutletsQuery();
  const { data: catalogs = none } = useCatalogsQuery();
  const categories = useMenus(outlets);
  const { can } = useServices().platform;
  return useMemo(() => {
    const menus = outlets.flatMap((outlet) => {
      const menu = outlet.catalogId === null ? undefined : categories[outlet.catalogId];
      return trades(outlet) && menu ? [{ outlet, categories: menu }] : [];
    });
    const settings = settingsOf(can, outlets);
    return entriesOf({ orders, outletNameOf: (id) => names[id] ?? null, menus, outlets, catalogs, settings });
  }, [orders, names, outlets, catalogs, categories, can]);
}

const none: never[] = [];
const trades = ({ availability }: Outlet) => availability === 'open';

/** The categories of the menus that are sold now, by the menu's id. */
function useMenus(outlets: readonly Outlet[]) {
  const dispatch = useAppDispatch();
  const sold = outlets.flatMap((outlet) => (trades(outlet) ? (outlet.catalogId ?? []) : []));
  const ids = [...new Set(sold)].join(' ');
  useEffect(
    function load() {
      const asked = ids
        .split(' ')
        .filter(Boolean)
        .map((id) => dispatch(apiSlice.endpoints.catalog.initiate(id, { forceRefetch: true })));
      return () => asked.forEach((query) => query.unsubscribe());
    },
    [ids, dispatch],
  );
  return useAppSelector(
    ({ api }) =>
      Object.fromEntries(
        ids
          .split(' ')
          .map((id) => [id, api && apiSlice.endpoints.catalog.select(id)({ api }).data?.categories]),
      ),
    shallowEqual,
  );
}
