import type { Order } from '#shared/api/orders.ts';
import type { Board } from '../../live/orders-slice.ts';

export type ColumnName = 'new' | 'in-progress' | 'ready-to-close' | 'closed';
export const columnTitles: Record<ColumnName, string> = {
  new: 'New',
  'in-progress': 'In progress',
  'ready-to-close': 'Ready to close',
  closed: 'Closed',
};
export const columnNames: readonly ColumnName[] = ['new', 'in-progress', 'ready-to-close', 'closed'];

/** The ids of each column, in the order they are shown. */
export type Columns = Record<ColumnName, string[]>;

/** The board's columns with only what was `found`; null is everything. */
export function columnsOf(board: Board, found: ReadonlySet<string> | null): Columns {
  if (found === null) return board;
  const pick = (ids: string[]) => ids.filter((id) => found.has(id));
  return {
    new: pick(board.new),
    'in-progress': pick(board['in-progress']),
    'ready-to-close': pick(board['ready-to-close']),
    closed: pick(board.closed),
  };
}

/** Whether an order is what somebody looks for: its number, table, customer, or anything on it. */
export function matches(order: Order, search: string): boolean {
  const sought = search.trim().toLowerCase().replace(/^#/, '');
  const table = order.tableNumber ? `table ${order.tableNumber}` : 'collect';
  const words = [
    String(order.orderNumber),
    table,
    order.customerName,
    order.note ?? '',
    ...order.items.map(({ name }) => name),
  ];
  return words.some((word) => word.toLowerCase().includes(sought));
}
