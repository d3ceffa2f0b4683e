import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFocusRescue } from '../../ui/focus-keeper.ts';
import {
  cardToGoOnWith,
  columnNames,
  columnTitles,
  leftOf,
  listsOf,
  placeOf,
  type BoardLayout,
  type BoardList,
  type ColumnName,
  type Columns,
  type Place,
} from './board-model.ts';

export type BoardFocus = {
  tab: ColumnName;
  showTab: (tab: ColumnName) => void;
  lists: BoardList[];
  /** The order whose card must get the focus, and so must be rendered. */
  sought: string | null;
  /** Moves the focus to an order's card, wherever on the board it is. */
  focusOrder: (orderId: string) => void;
  /** Moves the focus from an order back to the board: to its card, or to the one in its place. */
  goOnFrom: (orderId: string) => void;
};

/** Which lists of the board are displayed, and the focus among their cards: it follows its order. */
export function useBoardFocus(columns: Columns, layout: BoardLayout, titles = columnTitles): BoardFocus {
  const [tab, showTab] = useState<ColumnName>('new');
  /** A new object for each request, because the same card may be requested again. */
  const [request, setRequest] = useState<{ orderId: string } | null>(null);
  const lists = useMemo(() => listsOf(columns, layout, tab, titles), [columns, layout, tab, titles]);
  const displayed = useRef<readonly BoardList[]>([]);
  /** Where each order was that has left its list. */
  const left = useRef(new Map<string, Place>());

  const focusOrder = useCallback(
    (orderId: string) => {
      const column = columnNames.find((name) => columns[name].includes(orderId));
      if (column) showTab(column);
      setRequest({ orderId });
    },
    [columns],
  );
  useEffect(
    function focusTheCard() {
      const card = request && cardOf(request.orderId);
      card?.focus();
      // Focusing a card that has the focus already does not scroll to it.
      card?.scrollIntoView({ block: 'nearest' });
    },
    [request],
  );
  useEffect(
    function rememberPlaces() {
      for (const [id, place] of leftOf(displayed.current, lists)) left.current.set(id, place);
      displayed.current = lists;
    },
    [lists],
  );
  const goOnFrom = useCallback(
    (orderId: string) => {
      const place = placeOf(displayed.current, orderId) ?? left.current.get(orderId);
      const next = cardToGoOnWith(lists, orderId, place);
      if (next !== null) return setRequest({ orderId: next });
      document.querySelector<HTMLElement>(`[data-list="${place?.list ?? lists[0]?.name}"]`)?.focus();
    },
    [lists],
  );
  useFocusRescue(
    useCallback(
      (gone: Element) => {
        const orderId = orderIdOf(gone);
        if (orderId !== null) goOnFrom(orderId);
        return orderId !== null;
      },
      [goOnFrom],
    ),
  );
  return { tab, showTab, lists, sought: request?.orderId ?? null, focusOrder, goOnFrom };
}

/** The order that an element of the screen shows. */
export function orderIdOf(element: Element): string | null {
  return element.closest('[data-order-id]')?.getAttribute('data-order-id') ?? null;
}

function cardOf(orderId: string): HTMLElement | null {
  return document.querySelector(`article[data-order-id="${CSS.escape(orderId)}"] [data-opens-order]`);
}
