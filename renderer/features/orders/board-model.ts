import type { Order } from '#shared/api/orders.ts';
import { assertNever } from '#shared/base/assert-never.ts';
import { numberOf } from '../../orders/place-of.ts';
import type { Board } from '../../state/board-of.ts';

export type ColumnName = 'new' | 'in-progress' | 'ready-to-close' | 'closed';
export type ColumnTitles = Readonly<Record<ColumnName, string>>;
export const columnTitles: ColumnTitles = {
  new: 'New',
  'in-progress': 'In progress',
  'ready-to-close': 'Ready to close',
  closed: 'Closed',
};
/** At one station, which has no more to do with what it has made. */
export const stationTitles: ColumnTitles = { ...columnTitles, 'ready-to-close': 'Made here' };
const openColumns = ['new', 'in-progress', 'ready-to-close'] as const;
export const columnNames: readonly ColumnName[] = [...openColumns, 'closed'];

/** The ids of each column, and of the single list, in their displayed order. */
export type Columns = Board;

/** The board's columns with only the orders that were `found`; null means all. */
export function columnsOf(board: Board, found: ReadonlySet<string> | null): Columns {
  if (found === null) return board;
  const pick = (ids: string[]) => ids.filter((id) => found.has(id));
  return {
    new: pick(board.new),
    'in-progress': pick(board['in-progress']),
    'ready-to-close': pick(board['ready-to-close']),
    closed: pick(board.closed),
    all: pick(board.all),
  };
}

/** Columns side by side from 1280 px, a single list from 960, else one column at a time. */
export type BoardLayout = 'columns' | 'list' | 'tabs';

/** One displayed list of cards. */
export type BoardList = {
  name: ColumnName | 'all';
  /** Null if a tab shows it already. */
  title: string | null;
  ids: readonly string[];
  /** The number beside the title. */
  count: number;
};

export function listsOf(
  columns: Columns,
  layout: BoardLayout,
  tab: ColumnName,
  titles: ColumnTitles = columnTitles,
): BoardList[] {
  switch (layout) {
    case 'columns':
      return openColumns.map((name) => ({
        name,
        title: titles[name],
        ids: name === 'ready-to-close' ? [...columns[name], ...columns.closed] : columns[name],
        count: columns[name].length,
      }));
    case 'list':
      return [{ name: 'all', title: 'Orders', ids: columns.all, count: columns.all.length }];
    case 'tabs':
      return [{ name: tab, title: null, ids: columns[tab], count: columns[tab].length }];
    default:
      return assertNever(layout);
  }
}

/** All orders in the order in which keys move through them. */
export function idsOf(columns: Columns, layout: BoardLayout): string[] {
  return layout === 'list' ? columns.all : columnNames.flatMap((name) => columns[name]);
}

/** Where a card was: its list and index. */
export type Place = { list: BoardList['name']; index: number };

export function placeOf(lists: readonly BoardList[], orderId: string): Place | undefined {
  for (const { name, ids } of lists) {
    const index = ids.indexOf(orderId);
    if (index >= 0) return { list: name, index };
  }
  return undefined;
}

/** Where the orders were that are no more where they were: those that only moved up or down because of others are left out. */
export function leftOf(before: readonly BoardList[], now: readonly BoardList[]): [string, Place][] {
  return before.flatMap(({ name, ids }) => {
    const after = now.find((list) => list.name === name)?.ids ?? [];
    let first = 0;
    while (first < ids.length && ids[first] === after[first]) first += 1;
    let last = ids.length;
    const longer = after.length - ids.length;
    while (last > first && last + longer > first && ids[last - 1] === after[last - 1 + longer]) last -= 1;
    return ids.slice(first, last).map((id, at): [string, Place] => [id, { list: name, index: first + at }]);
  });
}

/** The next card to focus: the order's own if it is displayed, otherwise the one that took its place, if any. */
export function cardToGoOnWith(
  lists: readonly BoardList[],
  orderId: string,
  place: Place | undefined,
): string | null {
  if (lists.some(({ ids }) => ids.includes(orderId))) return orderId;
  const ids = lists.find(({ name }) => name === place?.list)?.ids ?? [];
  return ids[Math.min(place?.index ?? 0, ids.length - 1)] ?? null;
}

/** Whether an order matches a search: by number, table, customer, or anything on it. */
export function matches(order: Order, search: string): boolean {
  const sought = search.trim().toLowerCase().replace(/^#/, '');
  const table = order.tableNumber ? `table ${order.tableNumber}` : 'collect';
  const words = [
    numberOf(order),
    table,
    order.customerName,
    order.note ?? '',
    ...order.items.map(({ name }) => name),
  ];
  return words.some((word) => word.toLowerCase().includes(sought));
}
